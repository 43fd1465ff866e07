// What each simulated chip can do and how much it holds, from `profiles/simulated/chips.json`: written by hand from the
// manual, apart from the facts that rosc's rules ask, because the simulator is their judge.

import table from '../../../../profiles/simulated/chips.json' with { type: 'json' };
import type { Target } from '../../../profile/target.ts';

interface Family {
  readonly bridging: boolean;
  readonly rstp: boolean;
  readonly mstp: boolean;
  readonly vlanFiltering: boolean;
  readonly tagStacking: boolean;
  readonly igmpSnooping: boolean;
  readonly dhcpSnooping: boolean;
  /** Bonding modes that the chip balances, each with the first RouterOS version that lets it. */
  readonly bonding: Readonly<Record<string, string>>;
  readonly slavesMax: number;
}

interface Chip {
  /** MAC addresses. */
  readonly fdb: number;
  /** Switch rules. */
  readonly rules: number;
  /** Absent: the chip does not route. */
  readonly routing?: Routing;
}

export interface Capabilities extends Family, Chip {}

export interface Routing {
  /** Prefix entries; IPv6 takes `ipv6Cost` of them each. */
  readonly prefixes: number;
  readonly ipv6Cost: number;
  /** Hosts live with the MAC addresses; otherwise they are prefixes of the same table. */
  readonly hostsInFdb: boolean;
  readonly hostsMax: number;
  readonly nextHops: number;
  /** Paths of one route; absent = not published. */
  readonly ecmpPaths?: number;
  readonly vrfs: number;
  readonly fasttrackConnections: number;
  readonly natEntries: number;
  readonly mtuProfiles: number;
  /** Routed interfaces share the first five octets of their MAC address. */
  readonly sharesMacPrefix: boolean;
}

const nothing: Capabilities = {
  bridging: false,
  rstp: false,
  mstp: false,
  vlanFiltering: false,
  tagStacking: false,
  igmpSnooping: false,
  dhcpSnooping: false,
  bonding: {},
  slavesMax: 0,
  fdb: 0,
  rules: 0,
};

const families: Readonly<Record<string, Family>> = table.families;
const chips: Readonly<Record<string, Chip & { readonly family: string }>> = table.chips;
const known: ReadonlyMap<string, Capabilities> = new Map(
  Object.entries(chips).map(([name, chip]) => [name, { ...nothing, ...families[chip.family], ...chip }]),
);

/** Of the switch with that RouterOS name. A chip that the table lacks leaves everything to the CPU. */
export function capabilitiesOf(target: Target, switchName: string): Capabilities {
  return known.get(target.switches.find(({ name }) => name === switchName)?.chip ?? '') ?? nothing;
}
