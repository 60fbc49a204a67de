// Runs a recording through the core in WebAssembly and compares it with what the native tool made of it.
//
//   node compare.mjs fusion.wasm RECORDING.csv CAUSAL.csv OFFLINE.csv

import {readFileSync} from 'node:fs';

const [wasm, recording, causal, offline] = process.argv.slice(2);
const {instance} = await WebAssembly.instantiate(readFileSync(wasm), {env: Math});
const core = instance.exports;

function table(path) {
    const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n').map(line => line.split(','));
    return lines.map(cells => Object.fromEntries(head.map((name, i) => [name, Number(cells[i])])));
}
function vector(row, name, unit) { return ['x', 'y', 'z'].map(axis => row[`${name}_${axis}(${unit})`]); }
function distance(row, component) {
    const q = ['w', 'x', 'y', 'z'].map((name, i) => row[`quaternion_${name}`] - component(i));
    return Math.max(...q.map(Math.abs));
}

const expected = table(causal);
let largest = 0, count = 0;
for (const row of table(recording)) {
    const time = row['timestamp(s)'];
    core.update(0, time, ...vector(row, 'acceleration', 'G'));
    core.update(2, time, ...vector(row, 'magnetometer', 'uT'));
    if (!core.update(1, time, ...vector(row, 'gyro', 'rad/s'))) continue;
    largest = Math.max(largest, distance(expected[count], core.attitude));
    count += 1;
}
const smoothed = core.smooth();
let largestSmoothed = 0;
table(offline).forEach((row, index) => {
    largestSmoothed = Math.max(largestSmoothed, distance(row, i => core.smoothed(index, i)));
});
console.log(`WebAssembly beside native: ${count} attitudes within ${largest.toExponential(1)}, ` +
    `${smoothed} smoothed ones within ${largestSmoothed.toExponential(1)}, orientation ${core.orientation()}`);
const same = count === expected.length && smoothed === count && largest < 1e-9 && largestSmoothed < 1e-9;
process.exit(same && core.orientation() === 1 ? 0 : 1);
