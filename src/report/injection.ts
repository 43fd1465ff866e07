// What became of packets that were sent through the simulated device, packet by packet.

import type { Packet, PacketTrace, Tag } from '../device/sim/chip/packet.ts';
import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import { paintPlacement } from './paint-placement.ts';
import { renderTable } from './table.ts';

export interface InjectedPacket {
  readonly direction: 'forward' | 'reverse';
  readonly packet: Packet;
  readonly trace: PacketTrace;
}

export function renderInjection(
  sent: readonly InjectedPacket[],
  { palette = plain }: { palette?: Palette } = {},
): string {
  return sent.map((each, index) => `${renderPacket(each, index + 1, palette)}\n`).join('\n');
}

function renderPacket({ packet, trace }: InjectedPacket, number: number, palette: Palette): string {
  const { placement, cpuPath, stages, exits, isDelivered, bypassed, unmodelled } = trace;
  const placed = cpuPath && placement === 'cpu' ? `${placement} (${cpuPath})` : placement;
  const head = `${palette.strong(`${number}`)}  ${describe(packet)}  ${paintPlacement(placement, palette)(placed)}`;
  const rows = [
    ['', 'enters', `by ${packet.port}${printTags(packet.tags)}`],
    ...stages.map(({ where, name, text }) => [where, name, printable(text)]),
    ...exits.map(({ port, tags, by }) => [by, 'leaves', `by ${port}${printTags(tags)}`]),
    ...(isDelivered ? [['cpu', 'arrives', 'at the device itself']] : []),
    ...(exits.length === 0 && !isDelivered ? [['', 'ends', 'here']] : []),
    ...bypassed.map(({ text }) => ['', 'missed', printable(text)]),
    ...unmodelled.map((text) => ['', 'not simulated', printable(text)]),
  ];
  return `${head}\n${renderTable(rows, [], '   ')}`;
}

function describe({ ip, length }: Packet): string {
  if (!ip) return `${length} bytes`;
  const end = (address: string, port: number | undefined) =>
    port === undefined ? address : address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
  const flags = [ip.syn && 'SYN', ip.ack && 'ACK'].filter((flag) => flag !== false && flag !== undefined).join(' ');
  const kind = flags === '' ? ip.protocol : `${ip.protocol} ${flags}`;
  return `${kind}  ${end(ip.source, ip.sourcePort)} → ${end(ip.destination, ip.destinationPort)}  ${length} bytes`;
}

function printTags(tags: readonly Tag[]): string {
  return tags.length === 0 ? ', untagged' : `, VLAN ${tags.map(({ vlan }) => vlan).join(' in ')}`;
}

export function injectionJson(sent: readonly InjectedPacket[]) {
  return {
    packets: sent.map(({ direction, packet: { port, tags, length, ip }, trace }) => ({
      direction,
      packet: { port, tags, length, ...(ip && { ip }) },
      ...trace,
      bypassed: trace.bypassed.map(({ text }) => text),
    })),
  };
}
