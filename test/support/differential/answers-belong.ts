// Where what NAT translates belongs: by which ports the routes of the device lead to the host that it is for.

import type { Exit, PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import { containsPrefix, type Prefix, parsePrefix } from '../../../src/model/prefix.ts';
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
  const { ports } = waysTo(device, configuration, client);
  // Where no route leads to the client, nobody says where its answers belong.
  return ports.length > 0 ? { translatedTo: [client.port, ...ports] } : {};
}

/** Whom an opener asked for, and who gets it. */
interface Asked {
  readonly server: Host;
  readonly port: number | undefined;
  readonly reached: { readonly address: string; readonly port: number } | undefined;
}

/**
 * A port forward leads openers to a host here, and policy routing to a provider, which has no way to that host. Source:
 * manual, per-connection-classifier, "Policy routing".
 */
export function areSentOut(
  device: Device,
  configuration: Configuration,
  opening: PacketTrace,
  { server, port, reached }: Asked,
): boolean {
  if (!reached || (reached.address === server.address && reached.port === port)) return false;
  const { exits, judgedBy, unmodelled } = opening;
  const isTranslated = judgedBy.includes('nat dstnat') && judgedBy.includes('nat srcnat');
  if (!isTranslated || exits.length === 0 || unmodelled.length > 0) return false;
  const { ports, length } = waysTo(device, configuration, { ...server, address: reached.address });
  const defaults = routesOf(device, reached.address).filter(({ prefix }) => prefix.length === 0);
  const providers = portsBy(configuration, defaults);
  const isOut = ({ port }: Exit) => providers.includes(port) && !ports.includes(port);
  // What is here the device has a network of its own for.
  return length > 0 && ports.length > 0 && exits.every(isOut);
}

interface Way {
  readonly prefix: Prefix;
  readonly table: string;
  /** `10.0.3.2%right,10.0.2.3%left` */
  readonly hops: string;
}

/** The ports of the paths to a host, by the table of the VRF that it is in, and how long their prefix is. */
function waysTo(
  device: Device,
  configuration: Configuration,
  { address, port }: Host,
): { readonly ports: readonly string[]; readonly length: number } {
  const vrf = device.simulator
    .print('/ip/vrf')
    .filter(({ disabled }) => disabled !== 'true')
    .find(({ interfaces = '' }) => portsOf(configuration, interfaces.split(',')).includes(port));
  const host = parsePrefix(address);
  const ways = routesOf(device, address).filter(
    ({ prefix, table }) => table === (vrf?.name ?? 'main') && host && containsPrefix(prefix, host),
  );
  const length = Math.max(...ways.map(({ prefix }) => prefix.length));
  return {
    ports: portsBy(
      configuration,
      ways.filter(({ prefix }) => prefix.length === length),
    ),
    length,
  };
}

/** Those in use, of the address's family. */
function routesOf({ simulator }: Device, address: string): readonly Way[] {
  return simulator.print(address.includes(':') ? '/ipv6/route' : '/ip/route').flatMap((row) => {
    const prefix = parsePrefix(row['dst-address'] ?? '');
    if (row.active !== 'true' || !prefix) return [];
    return [{ prefix, table: row['routing-table'] ?? '', hops: row['immediate-gw'] ?? '' }];
  });
}

function portsBy(configuration: Configuration, ways: readonly Way[]): readonly string[] {
  const hops = ways.flatMap((way) => way.hops.split(','));
  return portsOf(
    configuration,
    hops.flatMap((hop) => hop.split('%').at(-1) ?? []),
  );
}

function portsOf(configuration: Configuration, interfaces: readonly string[]): readonly string[] {
  const isOn = (side: (typeof sides)[number]) => interfaces.includes(interfaceOf(configuration, side));
  return sides.filter(isOn).map((side) => configuration.hardware[side]);
}
