// A packet in words, for the reader who has to see why two policies differ.

import { hasPorts, type Point } from '../../forwarding/space.ts';
import { bitsOf, printAddress } from '../../model/prefix.ts';
import type { Family, Packet } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';

/** `tcp 10.30.0.0 port 0 → 10.20.0.0 port 0, entering at \`sfp-sfpplus5\`` */
export function describePacket(packet: Packet, entrance: string): string {
  const { family, protocol, source, destination, sourcePort, destinationPort } = packet;
  const withPort = (address: Point, port: Point | undefined) =>
    hasPorts(protocol) && port !== undefined ? `${print(address, family)} port ${port}` : print(address, family);
  const name = /^\d+$/.test(protocol) ? `protocol ${protocol}` : protocol;
  const ends = `${withPort(source, sourcePort)} → ${withPort(destination, destinationPort)}`;
  return `${name} ${ends}, entering at ${entrance}`;
}

/** `\`sfp-sfpplus5\` in VLAN \`guests\`` */
export function describeEntrance({ ingress }: Packet, { atoms }: IngressSpace): string {
  const atom = atoms[ingress];
  const where = atom?.vlan === undefined ? '' : ` in VLAN \`${atom.vlan}\``;
  return `\`${atom?.attachment.name ?? ''}\`${where}`;
}

function print(address: Point, family: Family): string {
  return printAddress({ family, base: BigInt(address), length: bitsOf(family) });
}
