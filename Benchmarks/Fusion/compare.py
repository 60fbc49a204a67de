"""The fusion beside its peers on recorded trials with motion-captured truth.

  run                 accuracy of all, time of ours and of VQF, pictures in out/fusion
  run --short         two trials of each data set
  run --faults        the same trials damaged: starts in motion, more bias, gaps, jumps, a magnetised start

Trials are those of OPENCOREMOTION_DATA or ../shared/data, below fusion. Errors as in BROAD (Laidig et al., Data 6(7):72,
2021), root mean square over the scored samples, degrees, mean over the trials of a data set.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import vqf

BENCHMARK = '.build/release/FusionBenchmark'
GROUPS = ('broad', 'iPhone4S', 'iPhone5', 'Nexus5')
# From magnetic to true north where and when the phone trials were recorded (Grenoble, 2016).
DECLINATION = np.radians(1.93)
WIDE = dict(biasClip=12.0, biasSigmaInit=3.0)


def multiply(a, b):
    w1, x1, y1, z1 = np.moveaxis(a, -1, 0)
    w2, x2, y2, z2 = np.moveaxis(b, -1, 0)
    return np.stack([w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2, w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
                     w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2, w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2], -1)


def turn(angle):
    return np.array([np.cos(angle / 2), 0, 0, np.sin(angle / 2)])


class Trial:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)[:-4]
        with open(path) as file:
            self.names = file.readline().strip().split(',')
        self.table = np.genfromtxt(path, delimiter=',', skip_header=1)
        self.is_phone = 'os_w' in self.names
        self.group = self.name.split('_')[1] if self.is_phone else 'broad'

    def columns(self, *names):
        return np.ascontiguousarray(self.table[:, [self.names.index(name) for name in names]])

    def axes(self, prefix, unit):
        return self.columns(*[f'{prefix}_{axis}({unit})' for axis in 'xyz'])

    time = property(lambda self: self.columns('time')[:, 0])
    gyro = property(lambda self: self.axes('gyro', 'rad/s'))
    acc = property(lambda self: self.axes('acc', 'm/s^2'))
    mag = property(lambda self: self.axes('mag', 'uT'))
    truth = property(lambda self: self.columns(*[f'truth_{c}' for c in 'wxyz']))
    phone = property(lambda self: self.columns(*[f'os_{c}' for c in 'wxyz']))
    scored = property(lambda self: (self.columns('score')[:, 0] > 0) & np.isfinite(self.truth).all(1))
    step = property(lambda self: float(np.median(np.diff(self.time))))

    def true_north(self, attitudes):
        return multiply(turn(-DECLINATION), attitudes) if self.is_phone else attitudes

    def write(self, path):
        """The trial as a file, damaged as its table is by now."""
        with open(path, 'w') as file:
            file.write(','.join(self.names) + '\n')
            np.savetxt(file, self.table, delimiter=',', fmt='%.9g')


def differences(trial, attitudes):
    """Estimated against true attitudes of the scored samples, and which those are."""
    mask = trial.scored & np.isfinite(attitudes).all(1)
    truth = trial.truth[mask]
    truth = truth / np.linalg.norm(truth, axis=1, keepdims=True) * [1, -1, -1, -1]
    estimate = attitudes[mask] / np.linalg.norm(attitudes[mask], axis=1, keepdims=True)
    return multiply(estimate, truth), mask


def total_angle(e):
    return 2 * np.arccos(np.clip(np.abs(e[:, 0]), 0, 1))


def inclination_angle(e):
    return 2 * np.arccos(np.clip(np.hypot(e[:, 0], e[:, 3]), 0, 1))


def heading_angle(e):
    return np.angle(np.exp(2j * np.arctan2(e[:, 3], e[:, 0])))


def score(trial, attitudes):
    """Total, total without one constant heading offset, and inclination."""
    e, mask = differences(trial, attitudes)
    if mask.sum() < 0.9 * trial.scored.sum():
        return np.full(3, np.nan)
    offset = np.angle(np.exp(2j * np.arctan2(e[:, 3], e[:, 0])).mean())
    free = multiply(turn(-offset), e)
    return np.degrees([np.sqrt(np.mean(angle ** 2)) for angle in
                       (total_angle(e), total_angle(free), inclination_angle(e))])


def madgwick(trial):
    """x-io Fusion, Madgwick's revised filter, as its examples set it up."""
    import imufusion
    filter = imufusion.Ahrs()
    filter.set_sample_period(trial.step)
    gyro, acc, mag = np.degrees(trial.gyro), trial.acc / 9.81, trial.mag
    result = np.empty((len(gyro), 4))
    for i in range(len(gyro)):
        filter.update(gyro[i], acc[i], mag[i])
        result[i] = filter.get_quaternion()
    # Its earth is north, west, up.
    return multiply(turn(np.pi / 2), result)


def peers(trial):
    step, gyro, acc, mag = trial.step, trial.gyro, trial.acc, trial.mag
    yield 'VQF 6D', vqf.VQF(step).updateBatch(gyro, acc)['quat6D']
    yield 'VQF 9D', trial.true_north(vqf.VQF(step).updateBatch(gyro, acc, mag)['quat9D'])
    yield 'VQF 9D, wide bias', trial.true_north(vqf.VQF(step, **WIDE).updateBatch(gyro, acc, mag)['quat9D'])
    yield 'x-io Fusion 9D', trial.true_north(madgwick(trial))
    if trial.is_phone:
        yield "the phone's own", trial.phone
    yield 'VQF offline 6D', vqf.offlineVQF(gyro, acc, None, step)['quat6D']
    yield 'VQF offline 9D', trial.true_north(vqf.offlineVQF(gyro, acc, mag, step)['quat9D'])
    yield 'VQF offline 9D, wide bias', trial.true_north(vqf.offlineVQF(gyro, acc, mag, step, WIDE)['quat9D'])


def ours(trials):
    """The attitudes of this project, by trial and name."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([BENCHMARK, '--attitudes', folder] + [trial.path for trial in trials], check=True)
        for trial in trials:
            for mode, name in (('causal6D', 'ours 6D'), ('causal9D', 'ours 9D'), ('offline6D', 'ours, offline 6D'),
                               ('offline9D', 'ours, offline 9D')):
                yield trial, name, np.fromfile(f'{folder}/{trial.name}.{mode}.f64').reshape(-1, 4)


ORDER = ('VQF 6D', 'ours 6D', 'x-io Fusion 9D', "the phone's own", 'VQF 9D', 'VQF 9D, wide bias', 'ours 9D',
         'VQF offline 6D', 'ours, offline 6D', 'VQF offline 9D', 'VQF offline 9D, wide bias', 'ours, offline 9D')


def table(scores):
    """Mean errors by filter and data set: `scores` maps (filter, group) to lists of three errors."""
    print(f'{"total / heading free / inclination":36}' + ''.join(f'{group:22}' for group in GROUPS))
    for name in ORDER:
        if not any((name, group) in scores for group in GROUPS):
            continue
        line = f'{name:36}'
        for group in GROUPS:
            rows = scores.get((name, group))
            if not rows:
                line += f'{"":22}'
                continue
            total, free, inclination = np.mean(rows, axis=0)
            # Six-axis headings begin anywhere.
            line += f'{"" if "6D" in name else f"{total:.2f}":>5} {free:5.2f} {inclination:6.3f}    '
        print(line.rstrip())
    print()


def speed(trials):
    """Time a sample of VQF and ours, taken in turns."""
    print('nanoseconds a sample, one core, the better of two turns')
    times = {}
    picked = {286: next(t for t in trials if t.group == 'broad'), 100: next(t for t in trials if t.is_phone)}
    for _ in range(2):
        for line in subprocess.run([BENCHMARK, '--speed'], check=True, capture_output=True, text=True).stdout.split('\n'):
            if line:
                rate, mode, dimensions, value = line.split()
                key = (int(rate), 'ours', mode, dimensions)
                times[key] = min(times.get(key, np.inf), float(value))
        for rate, trial in picked.items():
            step, gyro, acc, mag = trial.step, trial.gyro, trial.acc, trial.mag
            runs = {('causal', '6D'): lambda: vqf.VQF(step).updateBatch(gyro, acc),
                    ('causal', '9D'): lambda: vqf.VQF(step).updateBatch(gyro, acc, mag),
                    ('offline', '6D'): lambda: vqf.offlineVQF(gyro, acc, None, step),
                    ('offline', '9D'): lambda: vqf.offlineVQF(gyro, acc, mag, step)}
            for (mode, dimensions), run in runs.items():
                for _ in range(7):
                    start = time.perf_counter()
                    run()
                    value = (time.perf_counter() - start) / len(gyro) * 1e9
                    key = (rate, 'VQF', mode, dimensions)
                    times[key] = min(times.get(key, np.inf), value)
    for rate in picked:
        for mode in ('causal', 'offline'):
            for dimensions in ('6D', '9D'):
                mine, theirs = (times[rate, who, mode, dimensions] for who in ('ours', 'VQF'))
                print(f'  {rate} Hz {mode:8}{dimensions}   ours {mine:4.0f}   VQF {theirs:4.0f}   ratio {theirs / mine:.1f}')
    print()


def pictures(trials, attitudes, scores, folder):
    import matplotlib
    matplotlib.use('Agg')
    import matplotlib.pyplot as plot
    os.makedirs(folder, exist_ok=True)
    shown = ('VQF 9D', 'ours 9D', 'VQF offline 9D', 'ours, offline 9D')
    for trial in trials:
        figure, (upper, lower) = plot.subplots(2, 1, figsize=(9, 5), sharex=True)
        for name in shown:
            e, mask = differences(trial, attitudes[trial.name, name])
            upper.plot(trial.time[mask], np.degrees(inclination_angle(e)), linewidth=0.7, label=name)
            lower.plot(trial.time[mask], np.degrees(heading_angle(e)), linewidth=0.7)
        upper.set(ylabel='inclination error (deg)', ylim=(0, None), title=trial.name)
        lower.set(ylabel='heading error (deg)', xlabel='time (s)')
        upper.legend(fontsize='small', ncols=4)
        figure.tight_layout()
        figure.savefig(f'{folder}/{trial.name}.svg')
        plot.close(figure)
    figure, axes = plot.subplots(1, 2, figsize=(9, 3.5))
    for axis, which, label in ((axes[0], 2, 'inclination (deg)'), (axes[1], 1, 'heading free (deg)')):
        for position, name in enumerate(shown):
            values = [np.mean([row[which] for row in scores[name, group]]) for group in GROUPS]
            axis.bar(np.arange(len(GROUPS)) + 0.2 * (position - 1.5), values, 0.2, label=name)
        axis.set_xticks(range(len(GROUPS)), GROUPS)
        axis.set_ylabel(label)
    axes[0].legend(fontsize='small')
    figure.tight_layout()
    figure.savefig(f'{folder}/overview.svg')
    print(f'{len(trials) + 1} pictures in {folder}')


def rotate(vectors, quaternion):
    zero = np.zeros((len(vectors), 1))
    conjugate = quaternion * [1, -1, -1, -1]
    return multiply(multiply(quaternion, np.hstack([zero, vectors])), conjugate)[:, 1:]


def damaged(trial, fault):
    """A copy of a trial with a fault, from a generator of its own."""
    copy = Trial.__new__(Trial)
    copy.__dict__.update(trial.__dict__)
    copy.table = trial.table.copy()
    random = np.random.default_rng(sum(map(ord, trial.name)))
    at = {name: i for i, name in enumerate(copy.names)}
    gyro, mag = [at[f'gyro_{a}(rad/s)'] for a in 'xyz'], [at[f'mag_{a}(uT)'] for a in 'xyz']
    time = copy.time
    if fault in ('starts 30 s in', 'starts 30 s in, 10 deg/s more bias'):
        copy.table = copy.table[time >= time[0] + 30]
        if 'bias' in fault:
            axis = random.normal(size=3)
            copy.table[:, gyro] += np.radians(10) * axis / np.linalg.norm(axis)
    elif fault == 'ten gaps of 0.3 s':
        keep = np.ones(len(time), bool)
        for start in np.linspace(time[0] + 10, time[-1] - 5, 10):
            keep &= ~((time >= start) & (time < start + 0.3))
        copy.table = copy.table[keep]
    elif fault.startswith('unseen jump'):
        # From 40 s on the sensors are turned against what they were, with nothing in the gyroscope.
        angle = np.radians(float(fault.split()[2]))
        axis = random.normal(size=3)
        jump = np.r_[np.cos(angle / 2), np.sin(angle / 2) * axis / np.linalg.norm(axis)]
        after = time >= time[0] + 40
        for columns in (gyro, [at[f'acc_{a}(m/s^2)'] for a in 'xyz'], mag):
            copy.table[np.ix_(after, columns)] = rotate(copy.table[np.ix_(after, columns)], jump)
        truth = [at[f'truth_{c}'] for c in 'wxyz']
        conjugate = jump * [1, -1, -1, -1]
        copy.table[np.ix_(after, truth)] = multiply(copy.table[np.ix_(after, truth)], conjugate)
        copy.table[~after, at['score']] = 0
    elif fault == 'magnetised for 12 s':
        copy.table[np.ix_(time < time[0] + 12, mag)] += [40, -30, 35]
    return copy


FAULTS = ('starts 30 s in', 'starts 30 s in, 10 deg/s more bias', 'ten gaps of 0.3 s', 'unseen jump 12 deg',
          'unseen jump 40 deg', 'unseen jump 150 deg', 'magnetised for 12 s')


def faults(trials):
    for fault in FAULTS:
        print(fault)
        scores = {}
        with tempfile.TemporaryDirectory() as folder:
            copies = [damaged(trial, fault) for trial in trials]
            for copy in copies:
                copy.path = f'{folder}/{copy.name}.csv'
                copy.write(copy.path)
                for name, attitudes in peers(copy):
                    if name in ('VQF 9D', 'VQF 9D, wide bias'):
                        scores.setdefault((name, copy.group), []).append(score(copy, attitudes))
            for copy, name, attitudes in ours(copies):
                if name == 'ours 9D':
                    scores.setdefault((name, copy.group), []).append(score(copy, attitudes))
        table(scores)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--short', action='store_true')
    parser.add_argument('--faults', action='store_true')
    arguments = parser.parse_args()
    root = os.environ.get('OPENCOREMOTION_DATA', '../shared/data')
    trials = [Trial(path) for path in sorted(glob.glob(f'{root}/fusion/*/*.csv'))]
    if not trials:
        sys.exit(f'no trials below {root}/fusion')
    if arguments.short:
        trials = [trial for group in GROUPS for trial in [t for t in trials if t.group == group][:2]]
    if arguments.faults:
        return faults(trials)
    attitudes, scores = {}, {}
    for trial in trials:
        for name, result in peers(trial):
            attitudes[trial.name, name] = result
    for trial, name, result in ours(trials):
        attitudes[trial.name, name] = result
    for trial in trials:
        for name in ORDER:
            if (trial.name, name) in attitudes:
                scores.setdefault((name, trial.group), []).append(score(trial, attitudes[trial.name, name]))
    table(scores)
    speed(trials)
    pictures(trials, attitudes, scores, 'out/fusion')


if __name__ == '__main__':
    main()
