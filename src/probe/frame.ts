// Frames that a probe sends from one scratch port to another, as the traffic generator takes them: hexadecimal, from
// the Ethernet header on. Addresses are of 198.18.0.0/15 and 2001:2::/48, which are for measurements (RFC 2544, 5180).

export interface Frame {
  readonly to: 'everybody' | 'the port';
  /** Absent = without a tag. */
  readonly vlan?: number;
  readonly family: 4 | 6;
  /** From a host that has no address yet to all: what DHCP sends. */
  readonly isDhcp?: true;
  /** UDP. */
  readonly port: number;
  /** IP in IP: the port is that of the inner packet. */
  readonly isTunnelled?: true;
}

/** As people read it in the file of a probe. */
export function frameWords({ to, vlan, family, isDhcp, port, isTunnelled }: Frame): string {
  const tag = vlan === undefined ? 'untagged' : `VLAN ${vlan}`;
  const packet = isDhcp ? 'DHCP request' : `IPv${family}, ${isTunnelled ? 'IP in IP, ' : ''}UDP port ${port}`;
  return `frame to ${to}, ${tag}, ${packet}`;
}

const broadcast = 'FF:FF:FF:FF:FF:FF';
/** Nobody's: locally administered. */
const sender = '02:00:00:00:00:02';

/** `mac` is that of the port that it is sent to. */
export function frameHex(frame: Frame, mac: string): string {
  const { to, vlan, family } = frame;
  const destination = octetsOf(to === 'everybody' ? broadcast : mac);
  const tag = vlan === undefined ? [] : [0x81, 0x00, ...word(vlan)];
  const type = family === 4 ? [0x08, 0x00] : [0x86, 0xdd];
  const bytes = [...destination, ...octetsOf(sender), ...tag, ...type, ...packetOf(frame)];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function octetsOf(mac: string): readonly number[] {
  return mac.split(':').map((octet) => Number.parseInt(octet, 16));
}

function word(value: number): readonly [number, number] {
  return [(value >> 8) & 0xff, value & 0xff];
}

const from4 = [198, 18, 0, 1];
const to4 = [198, 18, 0, 2];
const from6 = [0x20, 0x01, 0, 2, 0, 0, ...Array.from({ length: 9 }, () => 0), 1];
const to6 = [...from6.slice(0, 15), 2];

function packetOf({ family, isDhcp, port, isTunnelled }: Frame): readonly number[] {
  if (isDhcp) return ip4([0, 0, 0, 0], [255, 255, 255, 255], 17, udp(68, 67));
  if (family === 6) return ip6(udp(port, port));
  const inner = ip4(from4, to4, 17, udp(port, port));
  return isTunnelled ? ip4(from4, to4, 4, inner) : inner;
}

const payload = Array.from({ length: 64 }, () => 0);

/** Without a checksum, which IPv4 allows (RFC 768); with IPv6 nobody looks at it on the way. */
function udp(source: number, destination: number): readonly number[] {
  return [...word(source), ...word(destination), ...word(8 + payload.length), 0, 0, ...payload];
}

function ip4(
  source: readonly number[],
  destination: readonly number[],
  protocol: number,
  data: readonly number[],
): readonly number[] {
  const head = [0x45, 0, ...word(20 + data.length), 0, 0, 0, 0, 64, protocol];
  const sum = checksum([...head, 0, 0, ...source, ...destination]);
  return [...head, ...word(sum), ...source, ...destination, ...data];
}

function ip6(data: readonly number[]): readonly number[] {
  return [0x60, 0, 0, 0, ...word(data.length), 17, 64, ...from6, ...to6, ...data];
}

/** Of an IPv4 header (RFC 1071). */
function checksum(header: readonly number[]): number {
  let sum = header.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
