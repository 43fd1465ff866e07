// Where answers that source NAT translates back belong: by which ports the routes of the device lead to the client.

import { containsPrefix, parsePrefix } from '../../../src/model/prefix.ts';
import type { Host } from '../sim-rig.ts';
import { sides } from './bases.ts';
import { type Configuration, interfaceOf } from './configurations.ts';
import type { Device, Simulated } from './run-pairs.ts';

interface Answers {
  readonly isTranslated: boolean;
  /** No tracking sees them, and they keep the device's address, which no host has. */
  readonly isUnseen: boolean;
}

export function answersBelong(
  device: Device,
  configuration: Configuration,
  client: Host,
  { isTranslated, isUnseen }: Answers,
): Pick<Simulated, 'translatedTo'> {
  if (!isTranslated) return {};
  if (isUnseen) return { translatedTo: [] };
  const paths = pathsTo(device, configuration, client);
  // Where no route leads to the client, nobody says where its answers belong.
  return paths.length > 0 ? { translatedTo: [client.port, ...paths] } : {};
}

/** The ports of the paths to a host, by the table of the VRF that it is in. */
function pathsTo({ simulator }: Device, configuration: Configuration, { address, port }: Host): readonly string[] {
  const host = parsePrefix(address);
  const portsOf = (isMeant: (name: string) => boolean) =>
    sides.filter((side) => isMeant(interfaceOf(configuration, side))).map((side) => configuration.hardware[side]);
  const vrf = simulator
    .print('/ip/vrf')
    .filter(({ disabled }) => disabled !== 'true')
    .find(({ interfaces = '' }) => portsOf((name) => interfaces.split(',').includes(name)).includes(port));
  const table = vrf?.name ?? 'main';
  const ways = simulator.print(address.includes(':') ? '/ipv6/route' : '/ip/route').flatMap((row) => {
    const prefix = parsePrefix(row['dst-address'] ?? '');
    const isWay = row['routing-table'] === table && row.active === 'true' && prefix && host;
    return isWay && containsPrefix(prefix, host) ? [{ length: prefix.length, hops: row['immediate-gw'] ?? '' }] : [];
  });
  const longest = Math.max(...ways.map(({ length }) => length));
  const hops = ways.flatMap((way) => (way.length === longest ? way.hops.split(',') : []));
  const names = new Set(hops.map((hop) => hop.split('%').at(-1)));
  return portsOf((name) => names.has(name));
}
