// Which traffic has to meet the CPU because only it translates addresses and remembers connections: interfaces all of
// whose packets do, and pairs of networks. As little as possible leaves the hardware, and always both directions of
// it.

import { allAddresses, intersect, isEmpty, unionOf } from '../../forwarding/packets/space.ts';
import type { FirewallRule } from '../../intent/schema-policy.ts';
import type { LowerContext } from '../context.ts';
import type { L3Layout } from '../layout.ts';
import { interfacesOf } from './acl-layers.ts';
import { behindInterfaces, destinationsOf, sharedBehind } from './destinations.ts';
import { routedFamilies } from './families.ts';
import type { Entrances } from './implicit-layers.ts';
import { everything, type Family } from './ingress-packet-set.ts';
import { type Cause, type Layer, type LayerRule, toCpu } from './policy-rule.ts';

/** An interface whose packets all have to meet the CPU, with the sentence that says so. */
export interface OffHardware {
  readonly l3: L3Layout;
  readonly cause: Cause;
}

/** Two sides that the CPU stands between, while their other traffic stays in hardware. */
interface Pair {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly cause: Cause;
}

export interface Stateful {
  readonly off: readonly OffHardware[];
  readonly pairs: readonly Pair[];
}

type Where = Pick<LowerContext, 'device' | 'layout' | 'intent'>;

export function isStateful({ device }: Pick<LowerContext, 'device'>): boolean {
  return (device.settings.nat ?? []).length > 0 || (device.settings.firewall ?? []).length > 0;
}

export function statefulTraffic(where: Where): Stateful {
  const { device, layout } = where;
  const off: OffHardware[] = [];
  const pairs: Pair[] = [];
  for (const [index, rule] of (device.settings.nat ?? []).entries()) {
    const key = rule.out ? 'out' : 'in';
    const cause = { rule: `nat ${index + 1}`, tag: ['nat'], origin: device.places.at('nat', index, key) };
    off.push(...interfacesOf(layout, rule[key] ?? []).map((l3) => ({ l3, cause })));
  }
  for (const [index, rule] of (device.settings.firewall ?? []).entries()) {
    const cause = { rule: `firewall ${index + 1}`, tag: ['firewall'], origin: device.places.at('firewall', index) };
    const taken = wholeSide(where, rule);
    if (taken) off.push(...taken.map((l3) => ({ l3, cause })));
    else pairs.push({ from: rule.from, to: rule.to, cause });
  }
  const distinct = new Map([...off].reverse().map((each) => [each.l3.name, each]));
  return { off: [...distinct.values()].reverse(), pairs };
}

/** The side that is only about this firewall: a zone of uplinks, or the VLANs that may not go anywhere unseen. */
function wholeSide({ layout }: Where, { from, to }: FirewallRule): readonly L3Layout[] | undefined {
  const isZone = (label: string) => [...layout.l3.values()].some(({ zone }) => zone === label);
  if (from.every(isZone)) return interfacesOf(layout, from);
  if (to.every(isZone)) return interfacesOf(layout, to);
  const areHere = (labels: readonly string[]) => labels.every((label) => interfacesOf(layout, [label]).length > 0);
  if (to.includes('any') && areHere(from)) return interfacesOf(layout, from);
  return from.includes('any') && areHere(to) ? interfacesOf(layout, to) : undefined;
}

/** Packets that the chip must not route by itself; VLANs with a flag of their own need no rule. */
export function statefulLayer(context: LowerContext, space: Entrances): Layer {
  const { off, pairs } = statefulTraffic(context);
  const rules = routedFamilies(context).flatMap((family) => [
    ...off.filter(({ l3 }) => !hasVlanFlag(context, l3)).flatMap((each) => offRules(context, each, { space, family })),
    ...off.flatMap((each) => sharedRules(context, each, { space, family })),
    ...pairs.flatMap((pair) => pairRules(context, pair, { space, family })),
  ]);
  return { stage: 'steer', rules };
}

/** Whether the interface can leave hardware routing by itself, in both directions. */
export function hasVlanFlag({ target }: Pick<LowerContext, 'target'>, { kind }: L3Layout): boolean {
  return kind === 'vlan' && target.offloadSwitch?.fact('l3.vlan-flag')?.value === true;
}

export interface Part {
  readonly space: Entrances;
  readonly family: Family;
}

/**
 * What enters by a port without the flag may still be routed by the chip, so a rule brings it to the CPU. What leaves
 * by it reaches the CPU by the flag; a VLAN without a flag needs rules for that too.
 */
function offRules(context: LowerContext, { l3, cause }: OffHardware, { space, family }: Part): LayerRule[] {
  if (l3.kind === 'vlan') return pairRules(context, { from: [l3.name], to: ['any'], cause }, { space, family });
  const own = space.ofInterface(l3);
  return own === 0n ? [] : [{ match: everything(own, family), effect: toCpu, cause }];
}

/** What lies behind it and behind an interface in hardware too, as one of several ways, comes and goes by either. */
function sharedRules(context: LowerContext, { l3, cause }: OffHardware, { space, family }: Part): LayerRule[] {
  const { off } = statefulTraffic(context);
  const others = [...context.layout.l3.values()].filter((other) => off.every((each) => each.l3 !== other));
  return others.flatMap((other): LayerRule[] => {
    const ingress = space.ofInterface(other);
    const shared = sharedBehind(context, [l3, other], family);
    if (ingress === 0n || isEmpty(shared)) return [];
    const matches = [
      { ...everything(ingress, family), source: shared },
      { ...everything(dataIngress(context, space), family), destination: shared },
    ];
    return matches.map((match) => ({ match, effect: toCpu, cause }));
  });
}

function dataIngress({ layout }: LowerContext, space: Entrances): bigint {
  const managed = [...layout.l3.values()].find(({ isManagement }) => isManagement);
  return managed ? space.all & ~space.ofInterface(managed) : space.all;
}

function pairRules(context: LowerContext, { from, to, cause }: Pair, { space, family }: Part): LayerRule[] {
  const { layout } = context;
  const oneWay = (sources: readonly string[], destinations: readonly string[]): LayerRule[] => {
    const interfaces = interfacesOf(layout, sources);
    // The firewall goes by interfaces, so it means what lies behind routers there as well.
    const behind = behindInterfaces(context, interfacesOf(layout, destinations), family);
    const destination = unionOf([...destinationsOf(context, destinations, family), ...behind]);
    const reached = behindInterfaces(context, interfaces, family);
    const waysIn = [...layout.l3.values()].map((l3) => {
      // What lies behind several interfaces may answer by any of them.
      const shared = () => intersect(reached, behindInterfaces(context, [l3], family));
      return { ingress: space.ofInterface(l3), source: interfaces.includes(l3) ? allAddresses(family) : shared() };
    });
    // A VLAN that is routed elsewhere is known by its addresses alone.
    const others = sources.filter((label) => interfacesOf(layout, [label]).length === 0);
    const named = { ingress: dataIngress(context, space), source: destinationsOf(context, others, family) };
    return [named, ...waysIn].flatMap(({ ingress, source }): LayerRule[] => {
      if (ingress === 0n || isEmpty(source) || isEmpty(destination)) return [];
      return [{ match: { ...everything(ingress, family), source, destination }, effect: toCpu, cause }];
    });
  };
  return [...oneWay(from, to), ...oneWay(to, from)];
}
