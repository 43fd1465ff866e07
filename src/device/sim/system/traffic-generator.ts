// `/tool/traffic-generator/inject`: a frame leaves by a port as it is given. Where a cable leads back to the device, it
// comes in there, and so does what the device sends over that cable in turn. Source: manual, arp, "Gratuitous ARP".

import { printAddress } from '../../../model/prefix.ts';
import type { IpHeader, Packet } from '../chip/packet.ts';
import { type Handlers, instant } from '../handler.ts';
import { nothing } from '../request.ts';
import type { Router } from '../router.ts';
import { traps } from '../trap.ts';

export const trafficGeneratorHandlers: Handlers = {
  '/tool/traffic-generator inject': instant((router, { args }) => {
    const name = args.get('interface');
    const data = args.get('data');
    if (name === undefined) throw traps.missing('interface');
    if (data === undefined) throw traps.missing('data');
    const port = router.derived().interfaces.get(name);
    const bytes = /^(?:[0-9a-f]{2})+$/i.test(data) ? Buffer.from(data, 'hex') : undefined;
    if (!port) throw traps.noMatch('interface');
    if (!bytes) throw traps.invalid('data');
    const packet = packetOf(bytes, name);
    if (packet && port.running) {
      router.forwarding.counters.send(packet);
      travel(router, packet);
    }
    return nothing;
  }),
};

/** How often a frame may come back: two ports and a cable can be a loop. */
const roundsMax = 4;

/** `packet` names the port that it leaves by. */
function travel(router: Router, packet: Packet): void {
  let leaving: readonly Packet[] = [packet];
  for (let round = 0; round < roundsMax; round++) {
    leaving = leaving.flatMap((each) => {
      const port = farEnd(router, each.port);
      if (port === undefined) return [];
      const { exits, nextHopMac = each.destinationMac } = router.forwarding.inject(router, { ...each, port });
      const frame = { ...each, ...(nextHopMac !== undefined && { destinationMac: nextHopMac }) };
      return exits.map((exit) => ({ ...frame, port: exit.port, tags: exit.tags }));
    });
  }
}

/** The port at the other end of the cable. */
function farEnd(router: Router, name: string): string | undefined {
  const { interfaces } = router.derived();
  const factoryName = (each: string) => interfaces.get(each)?.row.values.get('default-name') ?? '';
  const far = router.device.cables.get(factoryName(name));
  return far === undefined ? undefined : [...interfaces.keys()].find((each) => factoryName(each) === far);
}

/** Undefined: shorter than an Ethernet header. */
function packetOf(bytes: Uint8Array, port: string): Packet | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 14) return undefined;
  const isTagged = view.getUint16(12) === 0x81_00 && bytes.length >= 18;
  const tags = isTagged ? [{ vlan: view.getUint16(14) & 0xfff }] : [];
  const at = isTagged ? 16 : 12;
  const type = view.getUint16(at);
  const length = bytes.length - at - 2;
  const ip = ipOf(new DataView(bytes.buffer, bytes.byteOffset + at + 2, length), type);
  const rest = ip ? { ip } : { etherType: `0x${type.toString(16).padStart(4, '0')}` };
  return { port, sourceMac: macOf(bytes, 6), destinationMac: macOf(bytes, 0), tags, length, ...rest };
}

function macOf(bytes: Uint8Array, at: number): string {
  return [...bytes.subarray(at, at + 6)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

const protocols: Readonly<Record<number, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 58: 'icmpv6', 89: 'ospf' };

function ipOf(view: DataView, type: number): IpHeader | undefined {
  if (type === 0x08_00 && view.byteLength >= 20) return header(view, { family: 4, protocolAt: 9, from: 12, data: 20 });
  if (type === 0x86_dd && view.byteLength >= 40) return header(view, { family: 6, protocolAt: 6, from: 8, data: 40 });
  return undefined;
}

interface Layout {
  readonly family: 4 | 6;
  readonly protocolAt: number;
  /** Of the source address; the destination stands behind it. */
  readonly from: number;
  readonly data: number;
}

function header(view: DataView, { family, protocolAt, from, data }: Layout): IpHeader {
  const size = family === 4 ? 4 : 16;
  const number = view.getUint8(protocolAt);
  const hasPorts = (number === 6 || number === 17) && view.byteLength >= data + 4;
  return {
    source: addressAt(view, from, size),
    destination: addressAt(view, from + size, size),
    protocol: protocols[number] ?? String(number),
    ...(hasPorts && { sourcePort: view.getUint16(data), destinationPort: view.getUint16(data + 2) }),
  };
}

function addressAt(view: DataView, at: number, size: 4 | 16): string {
  let base = 0n;
  for (let index = 0; index < size; index++) base = (base << 8n) | BigInt(view.getUint8(at + index));
  return printAddress({ family: size === 4 ? 4 : 6, base, length: size * 8 });
}
