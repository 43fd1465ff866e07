// Frames that a probe sends from one scratch port to another, as the traffic generator takes them: hexadecimal, from
// the Ethernet header on. Addresses are of 198.18.0.0/15 and 2001:2::/48, which are for measurements (RFC 2544, 5180).

import * as z from 'zod';

/** What a probe has routes for, by what they are for. */
const destinations = {
  '198.18.2.2': [198, 18, 2, 2],
  '198.18.3.2': [198, 18, 3, 2],
  '198.18.4.2': [198, 18, 4, 2],
  '2001:2:0:2::2': [0x20, 0x01, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2],
  '2001:2:0:3::2': [0x20, 0x01, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2],
} as const;

export type Destination = keyof typeof destinations;

export const frame = z.strictObject({
  to: z.union([z.enum(['everybody', 'the port']), z.strictObject({ interface: z.string() })]),
  /** Absent = without a tag. */
  vlan: z.int().exactOptional(),
  family: z.literal([4, 6]),
  /** From a host that has no address yet to all: what DHCP sends. */
  isDhcp: z.literal(true).exactOptional(),
  /** UDP. */
  port: z.int(),
  /** IP in IP: the port is that of the inner packet. */
  isTunnelled: z.literal(true).exactOptional(),
  /** IP address that it goes to; absent = one that nobody has. */
  destination: z.custom<Destination>((value) => typeof value === 'string' && value in destinations).exactOptional(),
  /** Of the payload, in bytes. */
  payload: z.int().exactOptional(),
  /** What the receiver of such a frame answers. */
  isReply: z.literal(true).exactOptional(),
});

export type Frame = z.output<typeof frame>;

/** As people read it in the file of a probe. */
export function frameWords(frame: Frame): string {
  const { to, vlan, family, isDhcp, port, isTunnelled, destination, payload, isReply } = frame;
  const tag = vlan === undefined ? 'untagged' : `VLAN ${vlan}`;
  const packet = isDhcp ? 'DHCP request' : `IPv${family}, ${isTunnelled ? 'IP in IP, ' : ''}UDP port ${port}`;
  const whither = typeof to === 'string' ? to : to.interface;
  const further = [
    ...(destination ? [`${isReply ? 'an answer of' : 'for'} ${destination}`] : []),
    ...(payload ? [`${payload} bytes`] : []),
  ];
  return [`frame to ${whither}`, tag, packet, ...further].join(', ');
}

const broadcast = 'FF:FF:FF:FF:FF:FF';
/** Nobody's: locally administered. */
const sender = '02:00:00:00:00:02';

/** `mac` is that of the interface that it is sent to. */
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

/** Of the payload where nothing is said, in bytes. */
const usualPayload = 192;

/** IP packet of such a frame, in bytes. */
export function packetLength(frame: Frame): number {
  return packetOf(frame).length;
}

function packetOf({
  family,
  isDhcp,
  port,
  isTunnelled,
  isReply,
  destination,
  payload = usualPayload,
}: Frame): readonly number[] {
  const to = destination && destinations[destination];
  if (isDhcp) return ip4([0, 0, 0, 0], [255, 255, 255, 255], 17, udp(68, 67, payload));
  if (family === 6) return ip6(to ?? to6, udp(port, port, payload));
  const [source, receiver] = isReply ? [to ?? to4, from4] : [from4, to ?? to4];
  const inner = ip4(source, receiver, 17, udp(port, port, payload));
  return isTunnelled ? ip4(source, receiver, 4, inner) : inner;
}

/** Without a checksum, which IPv4 allows (RFC 768); with IPv6 nobody looks at it on the way. */
function udp(source: number, destination: number, payload: number): readonly number[] {
  const data = Array.from({ length: payload }, () => 0);
  return [...word(source), ...word(destination), ...word(8 + payload), 0, 0, ...data];
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

function ip6(destination: readonly number[], data: readonly number[]): readonly number[] {
  return [0x60, 0, 0, 0, ...word(data.length), 17, 64, ...from6, ...destination, ...data];
}

/** Of an IPv4 header (RFC 1071). */
function checksum(header: readonly number[]): number {
  let sum = header.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
