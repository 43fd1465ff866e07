// Random configurations for the differential test: a way to wire two subnets, a model, a version, and some lines.
// Not covered, because the simulated device does not forward through them: tunnels, VXLAN, VRRP, MLAG, HotSpot, IPsec,
// stacked VLANs; nor capacity limits and switched traffic within one VLAN, which have tests of their own.

import fc from 'fast-check';
import { derivedOnce } from '../../../src/source/grouping.ts';
import type { Host } from '../sim-rig.ts';
import {
  type BaseName,
  baseNames,
  baseOf,
  type Hardware,
  type HostName,
  hardware,
  hosts,
  hostWith,
  routesInChip,
  type SideName,
} from './bases.ts';
import { farRoutes, neededBy } from './needed.ts';
import { policies } from './policies.ts';
import { recipes } from './recipes.ts';
import { routing } from './routing.ts';
import { scarce } from './scarce.ts';
import { features, settings } from './settings.ts';
import { switchRules } from './switch-rules.ts';
import { wiring } from './wiring.ts';
import { weighted } from './words.ts';

export interface Configuration {
  readonly hardware: Hardware;
  readonly routeros: string;
  readonly base: BaseName;
  /** Routes to what is behind the right host. */
  readonly routesFar: boolean;
  readonly offloadsIpv6: boolean;
  /** Console commands; `@left`, `@right` and `@spare` stand for ports, `@in` and `@out` for L3 interfaces. */
  readonly changes: readonly string[];
}

function lines(one: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string[]> {
  return fc.uniqueArray(one, {
    maxLength,
    selector: keyOf,
  });
}

/** What there can be one of. One raw rule: whether `notrack` ends its chain is not described. */
function keyOf(text: string): string {
  return /^\S+ name=\w+|^\/ip(v6)?\/firewall\/raw/.exec(text)?.[0] ?? text;
}

const layers = weighted([45, wiring], [25, switchRules], [30, routing]);
const services = weighted([24, policies], [4, settings], [1, features]);

/** More lines beside a recipe would often undo it. */
const besidesMax = 3;

const drawn = fc.record({
  base: fc.constantFrom(...baseNames),
  hardware: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...hardware.slice(0, 2)) },
    { weight: 1, arbitrary: fc.constantFrom(...hardware.slice(2)) },
  ),
  routeros: fc.constantFrom('7.18.2', '7.14.3', '7.21.5', '7.24.5'),
  routesFar: fc.boolean(),
  offloadsIpv6: fc.boolean(),
  recipe: fc.oneof({ weight: 1, arbitrary: fc.constant<readonly string[]>([]) }, { weight: 2, arbitrary: recipes }),
  changes: fc.oneof(lines(layers, 4), lines(services, 6), lines(weighted([3, layers], [2, services]), 6)),
});

const rare = fc.record({ one: drawn, few: scarce }).map(({ one, few }) => ({ ...one, ...few }));

/** Shrinks to the first network, model and version, and to fewer and shorter lines. */
export const configurations: fc.Arbitrary<Configuration> = fc
  .oneof({ weight: 25, arbitrary: drawn }, { weight: 1, arbitrary: rare })
  .map(({ recipe, changes, ...others }) => ({
    ...others,
    changes: [
      ...recipe,
      ...changes.filter((text) => fits(text, recipe)).slice(0, recipe.length > 0 ? besidesMax : undefined),
    ],
  }))
  .map((each) => ({ ...each, changes: each.changes.filter((text) => isKnown(text, each)) }))
  .map((each) => ({ ...each, changes: each.changes.filter((text) => isOneWayIn(text, each)) }));

/** Once each. */
function fits(text: string, recipe: readonly string[]): boolean {
  return !recipe.some((own) => keyOf(own) === keyOf(text));
}

const ofRoutingChips = /l3-hw-offloading|l3hw-settings|suppress-hw-offload|switch\/rule|port-isolation|hw-offload=/;

/** Before 7.17 no rule knows a bond: that leaves everything open, also for ports that it lists beside one. */
const ofOldBondsAndMore = /switch\/rule.* ports=(?!@left\b(?!,))\S*@left/;

/** Whether a device of that kind and version takes the line. */
function isKnown(text: string, { hardware: ports, routeros, base }: Omit<Configuration, 'changes'>): boolean {
  if (!routesInChip(ports) && ofRoutingChips.test(text)) return false;
  // No source says what a rule does that lists ports of others. Pairs beside one agree (`found-paths.ts` has some) or
  // are `unknown`: drawn, one pair in seventy would judge nothing.
  if (ports.right === 'ether1' && /switch\/rule.* ports=\S*@right/.test(text)) return false;
  if (/vlan\/set.*l3-hw-offloading/.test(text) && !['7.21.5', '7.24.5'].includes(routeros)) return false;
  if (text.includes('fasttrack-hw') && ports.model !== 'CRS309-1G-8S+') return false;
  if (text.startsWith('/ipv6/settings/set allow-fast-path') && routeros === '7.14.3') return false;
  if (base === 'bond' && routeros === '7.14.3' && ofOldBondsAndMore.test(text)) return false;
  if (text.includes('new-vrf') && routeros !== '7.24.5') return false;
  return base !== 'routed-ports' || !text.includes('bridge=bridge');
}

/**
 * A host is behind one port, a flow enters by any port of its interface: the ports of an interface have to fare alike,
 * or the two are about different packets.
 */
function isOneWayIn(text: string, { hardware: ports, changes: all }: Omit<Configuration, 'base'>): boolean {
  const hasMore = all.some((each) => each.endsWith('vlan-filtering=no'));
  if (text.endsWith('vlan-filtering=no')) return !all.some((each) => /@\w+ disabled=yes$/.test(each));
  // The row that the device then makes by itself answers to the same `find`, and it refuses to have that one set.
  const isDisabled = all.some((each) => each.endsWith('bridge/vlan/set [find vlan-ids=3] disabled=yes'));
  if (isDisabled && /bridge\/vlan\/set \[find vlan-ids=3\] (?!disabled)/.test(text)) return false;
  // Without filtering a VLAN interface takes its frames from every port of the bridge, also from one past the chip.
  if (hasMore && ports.right === 'ether1' && text.includes('switch/rule')) return false;
  // Hosts would have to send service tags then, which the simulated ones do not.
  return !(hasMore && /ports=@|use-service-tag|switch\/rule.* vlan-/.test(text));
}

const ipv6Offload = '/interface/ethernet/switch/l3hw-settings/set ipv6-hw=yes';

/** The configuration as a script. */
export function scriptOf(configuration: Configuration): string {
  const { base, hardware: ports, changes, routesFar, offloadsIpv6 } = configuration;
  const { script, left, right } = basis(configuration);
  const names: Readonly<Record<string, string>> = {
    '@left': ports.left,
    '@right': ports.right,
    '@spare': ports.spare,
    '@in': left,
    '@out': right,
  };
  // Switch rules know what enters by a bond under its own name.
  const listed = base === 'bond' ? { ...names, '@left': 'bond1' } : names;
  const lines = [...neededBy(changes), ...changes].map((text) =>
    text
      .replace(/(?<=switch\/rule.* ports=)\S+/, (list) => list.replace(/@\w+/g, (word) => listed[word] ?? word))
      .replace(/@\w+/g, (word) => names[word] ?? word),
  );
  const far = routesFar ? farRoutes : [];
  const ipv6 = offloadsIpv6 && routesInChip(ports) ? [ipv6Offload] : [];
  return `${[script, ...far, ...ipv6, ...lines].join('\n')}\n`;
}

/** The interface that hosts of a side are behind. */
/** Asked for each packet. */
const basis = derivedOnce(({ base, hardware: ports }: Configuration) => baseOf(base, ports));

export function interfaceOf(configuration: Configuration, side: SideName): string {
  return side === 'spare' ? configuration.hardware.spare : basis(configuration)[side];
}

export function hostOf(configuration: Configuration, place: HostName, family: 4 | 6): Host {
  const { side, addresses } = hosts[place];
  return hostAt(configuration, side, addresses[family]);
}

/** Who answers for an address on a side. */
export function hostAt(configuration: Configuration, side: SideName, address: string): Host {
  const { base, hardware: ports, changes } = configuration;
  if (side === 'spare') return hostWith(address, side, ports.spare, undefined);
  const { isTagged } = basis(configuration);
  // Below a VLAN interface a bridge that does not filter takes nothing for it but frames that carry the tag.
  const isPlain = changes.some((text) => text.endsWith('vlan-filtering=no'));
  const isBelowBridge = side === 'left' ? base !== 'routed-ports' : ['two-vlans', 'trunks', 'bond'].includes(base);
  const vlan = isTagged[side] || (isPlain && isBelowBridge) ? (side === 'left' ? 2 : 3) : undefined;
  return hostWith(address, side, ports[side], vlan);
}
