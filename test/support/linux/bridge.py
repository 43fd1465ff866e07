# Reads jobs, one JSON object a line, and answers each with where frames go in a bridge of the Linux kernel: makes a
# namespace with one tap per front port, sets it up with `ip`, `bridge` and `tc`, sends a broadcast into each tap with
# each tag, and out of each L3 interface. Python's standard library only.
# As init of User-Mode Linux (`bridge.py MODULES JOBS ANSWERS`) it loads the modules first and ends with the machine.

import ctypes, fcntl, json, os, select, socket, struct, subprocess, sys

libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET = 0x40000000
ETHERTYPE = 0x88b5  # for experiments
MODULES = ('bridge', '8021q', 'tun', 'af_packet', 'sch_ingress', 'cls_matchall', 'cls_flower', 'cls_fw', 'act_gact', 'act_skbedit')
ENOENT, EEXIST = 2, 17


def run(arguments, text):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    return done.stderr if done.returncode else ''


def tap(name):
    fd = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, 0x400454ca, struct.pack('16sH22x', name.encode(), 0x1002))  # TUNSETIFF: TAP, NO_PI
    return fd


def listener(name):
    found = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETHERTYPE))
    found.bind((name, ETHERTYPE))
    found.setblocking(False)
    return found


def frame(tags, cookie):
    head = b'\xff' * 6 + bytes.fromhex('02ff00000001')
    for tag in tags:
        head += struct.pack('!HH', 0x8100, tag)
    return head + struct.pack('!H', ETHERTYPE) + cookie.ljust(46, b'\0')


def parse(data, cookie):
    """The tags of the frame that was sent; None for any other."""
    at, tags = 12, []
    while data[at:at + 2] == b'\x81\0':
        tags.append(struct.unpack_from('!H', data, at + 2)[0] & 0xfff)
        at += 4
    return tags if data[at:at + 2] == struct.pack('!H', ETHERTYPE) and data[at + 2:].startswith(cookie) else None


class Device:
    def __init__(self, job):
        if libc.unshare(CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), 'unshare: ' + os.strerror(ctypes.get_errno()))
        with open('/proc/sys/net/ipv6/conf/default/disable_ipv6', 'w') as file:
            file.write('1')
        self.taps = {name: tap(name) for name in job['ports']}
        self.errors = ''.join(
            run([tool, '-batch', '-'], job[tool]) for tool in ('ip', 'bridge', 'tc') if job[tool]
        )
        self.listeners = {} if self.errors else {name: listener(name) for name in job['interfaces']}
        self.count = 0

    def close(self):
        for fd in self.taps.values():
            os.close(fd)
        for each in self.listeners.values():
            each.close()

    def seen(self, cookie, skip=None):
        """Ports and tags by which the frame leaves, and L3 interfaces that take it."""
        out, taken = [], []
        everything = list(self.taps.values()) + list(self.listeners.values())
        while select.select(everything, [], [], 0.003)[0]:
            for name, fd in self.taps.items():
                try:
                    tags = parse(os.read(fd, 4096), cookie)
                    if tags is not None:
                        out.append([name, tags])
                except OSError:
                    pass
            for name, each in self.listeners.items():
                try:
                    data, (taker, _, kind, _, _) = each.recvfrom(4096)
                    # Not what a VLAN above takes, what is for others, nor what is sent from here.
                    if taker == name != skip and kind < 3 and cookie in data:
                        taken.append(name)
                except BlockingIOError:
                    pass
        return {'out': out, 'taken': taken}

    def cookie(self):
        self.count += 1
        return b'rosc%06d' % self.count

    def enter(self, port, tags):
        cookie = self.cookie()
        os.write(self.taps[port], frame(tags, cookie))
        return {'from': port, 'tags': tags, **self.seen(cookie)}

    def leave(self, name):
        cookie = self.cookie()
        self.listeners[name].send(frame([], cookie))
        return {'from': name, **self.seen(cookie, name)}


def answer(job):
    try:
        device = Device(job)
        try:
            if device.errors:
                return {'id': job['id'], 'errors': device.errors}
            entering = [device.enter(port, tags) for port in job['ports'] for tags in job['tags']]
            return {'id': job['id'], 'entering': entering, 'leaving': [device.leave(name) for name in job['interfaces']]}
        finally:
            device.close()
    except OSError as error:
        return {'id': job['id'], 'unable': str(error)}


def load(folder, names):
    folder = os.path.join(folder, os.uname().release)
    before = {}
    with open(os.path.join(folder, 'modules.dep')) as file:
        for line in file:
            path, rest = line.split(':')
            before[os.path.basename(path).split('.')[0].replace('-', '_')] = [*reversed(rest.split()), path]
    for path in [path for name in names for path in before.get(name, ())]:
        fd = os.open(os.path.join(folder, path), os.O_RDONLY)
        if libc.syscall(313, fd, b'', 0) and ctypes.get_errno() != EEXIST:  # finit_module of x86-64
            raise OSError(ctypes.get_errno(), path + ': ' + os.strerror(ctypes.get_errno()))
        os.close(fd)


def as_init(modules, jobs, answers):
    os.environ['PATH'] = '/usr/sbin:/usr/bin:/sbin:/bin'
    for kind, where in ((b'proc', b'/proc'), (b'sysfs', b'/sys')):
        libc.mount(kind, where, kind, 0, None)
    try:
        load(modules, MODULES)
        with open(jobs) as read, open(answers, 'w') as write:
            serve(read, write)
    except Exception as error:
        with open(answers, 'a') as write:
            print(json.dumps({'id': 0, 'unable': str(error)}), file=write)
    os.sync()
    libc.reboot(0x4321fedc)  # power off


def serve(read, write):
    for line in read:
        print(json.dumps(answer(json.loads(line))), file=write, flush=True)


if len(sys.argv) > 3:
    as_init(*sys.argv[1:4])  # the kernel appends words of its own
else:
    serve(sys.stdin, sys.stdout)
