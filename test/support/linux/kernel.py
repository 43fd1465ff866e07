# Reads jobs, one JSON object a line, and answers each with what the Linux kernel did: makes a network namespace with one
# tap per interface, sets it up with `ip`, `nft` and sysctl, sends packets into the taps, and sees where they come out.
# Python's standard library only; one process serves any number of jobs. Neighbours are whoever is asked for.

import ctypes, fcntl, ipaddress, json, os, select, socket, struct, subprocess, sys

libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET = 0x40000000
HOST_MAC = bytes.fromhex('02ff00000001')
PROTOCOLS = {'tcp': 6, 'udp': 17, 'icmp': 1, 'icmpv6': 58}
SYN, ACK, RST = 2, 16, 4


def checksum(data):
    if len(data) % 2:
        data += b'\0'
    total = sum(struct.unpack('!%dH' % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def ip_bytes(text):
    return ipaddress.ip_address(text).packed


def run(arguments, text):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    return done.stderr if done.returncode else ''


def write_sysctl(path, value):
    with open('/proc/sys/' + path, 'w') as file:
        file.write(value)


class Tap:
    def __init__(self, name, mac):
        self.name, self.mac = name, bytes.fromhex(mac.replace(':', ''))
        self.fd = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self.fd, 0x400454ca, struct.pack('16sH22x', name.encode(), 0x1002))  # TUNSETIFF: TAP, NO_PI

    def read(self):
        try:
            return os.read(self.fd, 4096)
        except OSError:
            return None


class Log:
    """Messages of `log group 1`: the prefix says which rule matched, the mark what the packet carried."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12)
        self.socket.bind((0, 0))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.configure(struct.pack('=HHB3x', 5, 1, 1))  # bind
        self.configure(struct.pack('=HHIBx', 10, 2, 0, 1) + b'\0\0')  # metadata alone
        self.configure(struct.pack('=HH', 8, 5) + struct.pack('!I', 1))  # at once
        self.socket.setblocking(False)

    def configure(self, attribute):
        body = struct.pack('!BBH', 0, 0, 1) + attribute
        self.socket.send(struct.pack('=IHHII', 16 + len(body), (4 << 8) | 1, 5, 0, 0) + body)
        (error,) = struct.unpack_from('=i', self.socket.recv(4096), 16)
        if error:
            raise OSError(-error, 'nfnetlink_log: ' + os.strerror(-error))

    def drain(self):
        seen = []
        while True:
            try:
                data = self.socket.recv(65536)
            except BlockingIOError:
                return seen
            at = 0
            while at + 16 <= len(data):
                length, kind = struct.unpack_from('=IH', data, at)
                if length < 16:
                    break
                if kind == (4 << 8):
                    seen.append(self.parse(data[at + 20:at + length]))
                at += (length + 3) & ~3

    def parse(self, data):
        prefix, mark, at = '', 0, 0
        while at + 4 <= len(data):
            length, kind = struct.unpack_from('=HH', data, at)
            if length < 4:
                break
            value = data[at + 4:at + length]
            if kind == 10:
                prefix = value.rstrip(b'\0').decode()
            elif kind == 2:
                (mark,) = struct.unpack('!I', value)
            at += (length + 3) & ~3
        return [prefix, mark]


class Packet:
    """One segment, datagram or echo; `key` tells it from everything else on the wire."""

    def __init__(self, protocol, src, dst, sport, dport, **more):
        self.protocol, self.src, self.dst, self.sport, self.dport = protocol, src, dst, sport, dport
        self.flags, self.seq, self.ack = more.get('flags', 0), more.get('seq', 0), more.get('ack', 0)
        self.cookie, self.is_answer = more.get('cookie', b''), more.get('is_answer', False)

    def frame(self, to_mac, from_mac=HOST_MAC):
        src, dst = ip_bytes(self.src), ip_bytes(self.dst)
        number = PROTOCOLS[self.protocol]
        payload = self.transport()
        pseudo = src + dst
        pseudo += struct.pack('!BBH', 0, number, len(payload)) if len(src) == 4 else struct.pack('!II', len(payload), number)
        at = {6: 16, 17: 6, 1: 2, 58: 2}[number]
        total = checksum(payload if number == 1 else pseudo + payload)
        payload = payload[:at] + struct.pack('!H', total or 0xffff) + payload[at + 2:]
        if len(src) == 4:
            head = struct.pack('!BBHHHBBH', 0x45, 0, 20 + len(payload), 7, 0x4000, 64, number, 0) + src + dst
            head = head[:10] + struct.pack('!H', checksum(head)) + head[12:]
            return to_mac + from_mac + b'\x08\x00' + head + payload
        head = struct.pack('!IHBB', 6 << 28, len(payload), number, 64) + src + dst
        return to_mac + from_mac + b'\x86\xdd' + head + payload

    def transport(self):
        if self.protocol == 'tcp':
            options = struct.pack('!BBH', 2, 4, 1460) if self.flags & SYN else b''
            size = (20 + len(options)) // 4
            head = struct.pack('!HHIIBBHHH', self.sport, self.dport, self.seq, self.ack, size << 4, self.flags, 65535, 0, 0)
            return head + options
        if self.protocol == 'udp':
            return struct.pack('!HHHH', self.sport, self.dport, 8 + len(self.cookie), 0) + self.cookie
        kind = (0 if self.is_answer else 8) if self.protocol == 'icmp' else (129 if self.is_answer else 128)
        return struct.pack('!BBHHH', kind, 0, 0, self.sport or self.dport, 1) + self.cookie


def parse(frame, wanted):
    """The packet in a frame, if it is the one that was sent, wherever NAT has sent it."""
    kind = frame[12:14]
    if kind == b'\x08\x00':
        head = (frame[14] & 15) * 4
        number, src, dst, body = frame[23], frame[26:30], frame[30:34], frame[14 + head:]
    elif kind == b'\x86\xdd':
        number, src, dst, body = frame[20], frame[22:38], frame[38:54], frame[54:]
    else:
        return None
    if number != PROTOCOLS[wanted.protocol]:
        return None
    seen = {'src': str(ipaddress.ip_address(src)), 'dst': str(ipaddress.ip_address(dst))}
    if number == 6:
        sport, dport, seq, _, _, flags = struct.unpack_from('!HHIIBB', body)
        if seq != wanted.seq or flags != wanted.flags:
            return None
        return {**seen, 'sport': sport, 'dport': dport}
    if not body.endswith(wanted.cookie) or len(body) != 8 + len(wanted.cookie):
        return None
    if number == 17:
        sport, dport = struct.unpack_from('!HH', body)
        return {**seen, 'sport': sport, 'dport': dport}
    if body[0] != wanted.transport()[0]:
        return None
    (identifier,) = struct.unpack_from('!H', body, 4)
    return {**seen, 'sport': identifier, 'dport': 0}


class Namespace:
    def __init__(self, job):
        if libc.unshare(CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), 'unshare: ' + os.strerror(ctypes.get_errno()))
        for family in ('ipv4', 'ipv6'):
            for scope in ('all', 'default'):
                for name, value in job['sysctl'].get(family, {}).items():
                    write_sysctl('net/%s/conf/%s/%s' % (family, scope, name), value)
        for path, value in job['sysctl'].get('other', {}).items():
            write_sysctl(path, value)
        self.taps = [Tap(port['name'], port['mac']) for port in job['ports']]
        self.log = Log()
        self.errors = ''.join(
            run(arguments, text)
            for arguments, text in (
                (['ip', '-batch', '-'], job['links']),
                (['ip', '-4', '-batch', '-'], job['ip4']),
                (['ip', '-6', '-batch', '-'], job['ip6']),
                (['nft', '-f', '-'], job['nft']),
            )
            if text
        )
        self.count = 0

    def close(self):
        for tap in self.taps:
            os.close(tap.fd)
        self.log.socket.close()

    def tap(self, name):
        return next(tap for tap in self.taps if tap.name == name)

    def drain(self, wanted):
        """What comes out of the taps, until nothing does; whoever is asked for answers."""
        found = []
        busy = True
        while busy:
            busy = False
            for tap in self.taps:
                while (frame := tap.read()) is not None:
                    busy = True
                    if not self.answer_neighbour(tap, frame) and wanted:
                        seen = parse(frame, wanted)
                        if seen:
                            found.append({'port': tap.name, **seen})
        return found

    def answer_neighbour(self, tap, frame):
        if frame[12:14] == b'\x08\x06' and frame[20:22] == b'\0\1':
            reply = frame[6:12] + HOST_MAC + frame[12:20] + b'\0\2' + HOST_MAC + frame[38:42] + frame[22:28] + frame[28:32]
            os.write(tap.fd, reply)
            return True
        if frame[12:14] == b'\x86\xdd' and frame[20] == 58 and frame[54] == 135:
            target, asker = frame[62:78], frame[22:38]
            if asker == bytes(16):
                return True
            body = struct.pack('!BBHI', 136, 0, 0, 0x60000000) + target + b'\2\1' + HOST_MAC
            pseudo = target + asker + struct.pack('!II', len(body), 58)
            body = body[:2] + struct.pack('!H', checksum(pseudo + body)) + body[4:]
            head = struct.pack('!IHBB', 6 << 28, len(body), 58, 255) + target + asker
            os.write(tap.fd, frame[6:12] + HOST_MAC + b'\x86\xdd' + head + body)
            return True
        return False

    def send(self, name, packet):
        tap = self.tap(name)
        self.drain(None)
        self.log.drain()
        os.write(tap.fd, packet.frame(tap.mac))
        out, log = self.drain(packet), self.log.drain()
        while not out and not log and self.is_late():
            out, log = self.drain(packet), self.log.drain()
        return {'out': out, 'log': log}

    def is_late(self):
        """On a busy machine the kernel may handle a packet after it was looked for."""
        readable, _, _ = select.select([tap.fd for tap in self.taps] + [self.log.socket], [], [], 0.02)
        return bool(readable)

    def talk(self, talk):
        """Opener, answer, and two more of each, as long as they arrive. TCP shakes hands, and asks again where the answer
        goes to somebody else, or is from there; nobody answers one-way talk."""
        self.count += 1
        protocol, steps = talk['protocol'], []
        seq = {'there': 1000 * self.count, 'back': 1000 * self.count + 500000}
        known = {}

        def send(direction, name, src, dst, sport, dport, flags):
            cookie = b'rosc%06d%02d' % (self.count, len(steps))
            packet = Packet(
                protocol, src, dst, sport, dport,
                flags=flags, cookie=cookie, is_answer=direction == 'back',
                seq=seq[direction], ack=seq['back' if direction == 'there' else 'there'] if flags & ACK else 0,
            )
            step = {'direction': direction, 'in': name, **self.send(name, packet)}
            steps.append(step)
            if flags & SYN:
                seq[direction] += 1
            return step

        def there(flags=ACK):
            return send('there', talk['in'], talk['src'], talk['dst'], talk['sport'], talk['dport'], flags)

        def back(flags=ACK):
            exit = known['exit']
            return send('back', exit['port'], exit['dst'], exit['src'], exit['dport'], exit['sport'], flags)

        first = there(SYN)
        if len(first['out']) != 1:
            return steps
        known['exit'] = first['out'][0]
        if talk['oneWay']:
            there(SYN)
            return steps
        answer = back(SYN | ACK)['out']
        if len(answer) != 1:
            return steps
        ends = tuple(answer[0][each] for each in ('src', 'sport', 'dst', 'dport'))
        if protocol == 'tcp' and ends != tuple(talk[each] for each in ('dst', 'dport', 'src', 'sport')):
            seq['there'] -= 1
            there(SYN)  # A client that got no answer from whom it asked asks again.
            return steps
        for _ in range(2):
            if len(there()['out']) != 1 or len(back()['out']) != 1:
                return steps
        return steps


def main():
    for line in sys.stdin:
        job = json.loads(line)
        try:
            space = Namespace(job)
            try:
                talks = [space.talk(talk) for talk in job['talks']] if not space.errors else []
                answer = {'id': job['id'], 'errors': space.errors, 'talks': talks}
            finally:
                space.close()
        except OSError as error:
            answer = {'id': job['id'], 'unable': str(error)}
        print(json.dumps(answer), flush=True)


main()
