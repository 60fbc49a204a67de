"""Plays recordings of ours to iio-sensor-proxy, in real time, and prints what it and coremotion make of them.

usage: umockdev-wrapper python3 watch.py COREMOTION RECORDING.csv...
"""
import csv
import os
import subprocess
import sys
import time

import gi
gi.require_version('UMockdev', '1.0')
from gi.repository import Gio, GLib, UMockdev

SCALE = 0.0383  # m/s^2 in one count
NAMES = {'normal': 'portrait', 'bottom-up': 'portraitUpsideDown', 'left-up': 'landscapeRight',
         'right-up': 'landscapeLeft', 'undefined': 'unknown'}
DAEMONS = ('/usr/libexec/iio-sensor-proxy', '/usr/sbin/iio-sensor-proxy')


def connect(address):
    flags = Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION | Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    return Gio.DBusProxy.new_sync(connection, 0, None, 'net.hadess.SensorProxy', '/net/hadess/SensorProxy',
                                  'net.hadess.SensorProxy', None)


class Proxy:
    """The daemon on a bus of its own, with a mocked accelerometer that it polls."""

    def __init__(self):
        self.bus = Gio.TestDBus.new(0)
        self.bus.up()
        os.environ['DBUS_SYSTEM_BUS_ADDRESS'] = self.bus.get_bus_address()
        self.bed = UMockdev.Testbed.new()
        attributes = ['name', 'accel', 'in_accel_scale', str(SCALE)]
        for axis, value in zip('xyz', (0, -256, 0)):
            attributes += [f'in_accel_{axis}_raw', str(value)]
        properties = ['DEVNAME', '/dev/iio:device0', 'DEVTYPE', 'iio_device', 'IIO_SENSOR_PROXY_TYPE',
                      'iio-poll-accel']
        self.device = self.bed.add_device('iio', 'iio:device0', None, attributes, properties)
        daemon = next(path for path in DAEMONS if os.path.exists(path))
        self.process = subprocess.Popen([daemon], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1.5)
        self.interface = connect(self.bus.get_bus_address())
        self.interface.call_sync('ClaimAccelerometer', None, 0, -1, None)

    def set(self, acceleration):
        for axis, value in zip('xyz', acceleration):
            self.bed.set_attribute(self.device, f'in_accel_{axis}_raw', str(round(value * 9.80665 / SCALE)))

    def orientation(self):
        while GLib.MainContext.default().iteration(False):
            pass
        value = self.interface.get_cached_property('AccelerometerOrientation')
        return NAMES[value.get_string()] if value else 'unknown'

    def stop(self):
        self.process.kill()
        self.bus.down()


def play(path):
    """The changes that the daemon reports while a recording is played to it."""
    with open(path) as file:
        rows = [row for row in csv.DictReader(file) if row['acceleration_x(G)']]
    proxy, changes, start = Proxy(), [], time.monotonic()
    last = proxy.orientation()
    try:
        for row in rows:
            due = float(row['timestamp(s)'])
            wait = start + due - time.monotonic()
            if wait < -0.02:
                continue
            time.sleep(max(0, wait))
            proxy.set([float(row[f'acceleration_{axis}(G)']) for axis in 'xyz'])
            now = proxy.orientation()
            if now != last:
                if last != 'unknown':
                    changes.append((due, now))
                last = now
    finally:
        proxy.stop()
    return changes


def ours(tool, path):
    text = subprocess.run([tool, 'orientation', path], check=True, capture_output=True, text=True).stdout
    rows = [(float(row['time']), row['planar']) for row in csv.DictReader(text.splitlines())]
    return rows[1:]


def latencies(changes, turns):
    """Seconds from the end of each quarter turn to its report, and how many were never reported."""
    order = ['landscapeLeft', 'portraitUpsideDown', 'landscapeRight', 'portrait']
    found = []
    for number, end in enumerate(turns):
        hit = next((time for time, name in changes if name == order[number % 4] and end - 0.5 < time < end + 2), None)
        found.append(None if hit is None else hit - end)
    return found


def describe(changes, turns):
    found = latencies(changes, turns)
    times = [1000 * latency for latency in found if latency is not None]
    text = f'{len(changes)} changes'
    if turns:
        text += f', {found.count(None)} of {len(turns)} turns missed'
        if times:
            text += f', {sum(times) / len(times):.0f} ms from the end of a turn in the mean, {max(times):.0f} at most'
    return text


def main():
    tool, paths = sys.argv[1], sys.argv[2:]
    for path in paths:
        name = os.path.basename(path)[:-4]
        turns = [2.4 + 3 * number for number in range(8)] if 'turns' in name else []
        print(name)
        print('  iio-sensor-proxy:', describe(play(path), turns), flush=True)
        print('  coremotion:      ', describe(ours(tool, path), turns), flush=True)


if __name__ == '__main__':
    main()
