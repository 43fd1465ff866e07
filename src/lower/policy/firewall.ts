// The stateful firewall: what the CPU forwards between zones. Known connections take FastTrack, new ones meet the
// rules of the site in their order, and the device itself is closed to those who do not manage it.

import { firewallMenu } from '../../forwarding/firewall/firewall.ts';
import { type IntervalSet, intersect, isEmpty } from '../../forwarding/packets/space.ts';
import type { Places } from '../../intent/intent.ts';
import { type AclRule, type FirewallRule, type NatRule, sidesOf } from '../../intent/schema-policy.ts';
import type { Property } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { isWhollyOnChip } from '../ingress.ts';
import { rowsIn } from '../own-addresses.ts';
import { tag } from '../tag.ts';
import { hasProtocol, interfacesOf } from './acl-layers.ts';
import { destinationsOf, prefixesIn, prefixSet } from './destinations.ts';
import { routedFamilies } from './families.ts';
import { type ListNames, portsText, serviceMatch } from './filter-match.ts';
import { type FirewallWriter, firewallWriter } from './firewall-writer.ts';
import { addInputChain } from './input-chain.ts';
import { isOpenOutward, managementSides } from './management-layer.ts';
import { isStateful } from './stateful.ts';

/** `lists`: made so far. */
export function lowerFirewall(context: LowerContext, lists: ListNames): void {
  const { firewall } = context.device.settings;
  for (const family of routedFamilies(context)) {
    const writer = firewallWriter(context, family, lists);
    // NAT translates IPv4 alone: without a firewall, IPv6 needs no connections.
    const isTracked = isStateful(context) && (family === 4 || firewall !== undefined);
    if (isTracked || isSlowedByIsolation(writer)) addKnownConnections(writer);
    isolateInFirewall(writer);
    if (!isTracked) continue;
    addForwarded(writer);
    for (const [index, rule] of (firewall ?? []).entries()) {
      addZoneRules(writer, rule, context.device.places.below('firewall', index), index);
    }
    addInputChain(writer);
  }
}

/** A router without a chip forwards all past the rules that keep management apart; lines of the author's may mind. */
function isSlowedByIsolation({ context, family }: FirewallWriter): boolean {
  const { pbr, vrfs, rules, raw } = context.device.settings;
  const isPlain = [pbr, vrfs, rules, raw].every((each) => each === undefined);
  const isTaken = family === 4 || isAtLeastVersion(context.target.routeros, ipv6FasttrackSince);
  return isPlain && isTaken && !context.target.offloadSwitch && managementSides(context) !== undefined;
}

/** The first version whose IPv6 connections FastTrack takes. */
const ipv6FasttrackSince = '7.18';

/** FastTrack with its accept rule: it takes most packets of a connection, and never those of other protocols. */
function addKnownConnections(writer: FirewallWriter): void {
  const { context, family, add } = writer;
  const { device, target } = context;
  const { firewall, nat } = device.settings;
  const at = device.places.keyAt(firewall ? 'firewall' : nat ? 'nat' : 'management');
  const raw = device.settings.raw ?? '';
  const known = said('established,related', at);
  if (/\bipsec\b/.test(raw)) {
    // FastTrack would send packets past the IPsec policies.
    for (const way of ['in', 'out']) {
      add('forward', [`ipsec-${way}`], at, { action: said('accept', at), 'ipsec-policy': said(`${way},ipsec`, at) });
    }
  }
  // Queues shape nothing that FastTrack takes.
  const hasQueues = /\bqueue[ /](simple|tree)\b/.test(raw);
  if (!hasQueues && (family === 4 || isAtLeastVersion(target.routeros, ipv6FasttrackSince))) {
    const chipTakes = family === 4 && target.offloadSwitch?.fact('l3.fasttrack')?.value === true;
    const settings = {
      action: said('fasttrack-connection', at),
      'connection-state': known,
      // FastTrack looks up the main table alone: connections that belong to another stay out of it by their mark.
      'connection-mark': isSteered(writer) ? said('no-mark', at) : undefined,
      'hw-offload': chipTakes ? said(true, at) : undefined,
    };
    add('forward', ['fasttrack'], at, settings);
    markVrfs(writer);
  }
  const accept = { action: said('accept', at), 'connection-state': said('established,related,untracked', at) };
  add('forward', ['established'], at, accept);
}

/** Whether connections of a mark may belong to another table. */
function isSteered({ context, family }: FirewallWriter): boolean {
  const { pbr, vrfs, rules, raw = '' } = context.device.settings;
  const mangle = rowsIn(rules?.[family === 4 ? 'mangle' : 'ipv6-mangle']);
  const marks = mangle.some(({ action }) => action === 'mark-routing') || /\bmark-routing\b/.test(raw);
  return marks || pbr !== undefined || vrfs !== undefined;
}

/** By the interfaces that packets enter by: filter rules see the VRF in their place. */
function markVrfs({ context, markMatchers, add }: FirewallWriter): void {
  const { settings, places } = context.device;
  for (const [name, { interfaces }] of Object.entries(settings.vrfs ?? {})) {
    const at = places.at('vrfs', name, 'interfaces');
    const by = { ...markMatchers.interfaces('in', interfaces, name, at), 'connection-mark': said('no-mark', at) };
    const mark = { 'new-connection-mark': said(name, at), passthrough: said(true, at) };
    add('prerouting', ['vrf', name], at, { action: said('mark-connection', at), ...by, ...mark });
  }
}

/** A forwarded port is meant to be reached: no zone's default closes it. */
function addForwarded(writer: FirewallWriter): void {
  const { context, family, matchers, add } = writer;
  const { device, layout } = context;
  if (family !== 4 || !device.settings.firewall) return;
  for (const [index, rule] of (device.settings.nat ?? []).entries()) {
    const { forward, to } = rule;
    if (!forward || !to) continue;
    const places = device.places.below('nat', index);
    const at = places.at('forward');
    const names = interfacesOf(layout, rule.in ?? []).map(({ name }) => name);
    add('forward', ['nat', index + 1], at, {
      action: said('accept', at),
      'connection-state': said('new', at),
      'connection-nat-state': said('dstnat', at),
      ...matchers.interfaces('in', names, (rule.in ?? []).join('-'), places.at('in')),
      ...matchers.addresses('dst', [to], '', places.at('to')),
      protocol: said(forward.protocol, places.at('forward', 'protocol')),
      'dst-port': innerPorts(rule, places),
    });
  }
}

function innerPorts({ forward, 'to-port': inner }: NatRule, places: Places): Property | undefined {
  if (inner !== undefined) return said(inner, places.at('to-port'));
  return said(portsText(forward?.port), places.at('forward', 'port'));
}

function addZoneRules(writer: FirewallWriter, rule: FirewallRule, places: Places, index: number): void {
  const { add } = writer;
  const at = places.at();
  for (const direction of directionsOf(writer, rule, places)) {
    const nth = [...rule.from, 'to', ...rule.to, ...(index > 0 ? [index + 1] : []), ...direction.name];
    const ends = settingsOf(writer, direction);
    if (rule.default === 'drop') {
      const invalid = { action: said('drop', at), 'connection-state': said('invalid', at) };
      add('forward', [...nth, 'invalid'], at, { ...invalid, ...ends });
    }
    for (const [position, each] of (rule.rules ?? []).entries()) {
      addNamed(writer, { rule: each, direction, places: places.below('rules', position), nth: [...nth, position + 1] });
    }
    add('forward', nth, at, { action: said(rule.default, places.at('default')), ...ends });
  }
}

/** What a rule asks of one end, and what the list is called where one is needed. */
interface Addresses {
  readonly set: IntervalSet;
  readonly label: string;
  readonly at: Location;
}

interface Direction {
  readonly links: Settings;
  readonly src?: Addresses | undefined;
  readonly dst?: Addresses | undefined;
  readonly name: readonly (string | number)[];
}

/** "From" as interfaces and "to" as interfaces or addresses; one rule where they can be said at once. */
function directionsOf({ context, family, matchers }: FirewallWriter, rule: FirewallRule, places: Places): Direction[] {
  const sides = (labels: readonly string[], key: 'from' | 'to'): Direction[] => {
    const at = places.at(key);
    const [link, address] = key === 'from' ? (['in', 'src'] as const) : (['out', 'dst'] as const);
    if (labels.includes('any')) return [{ links: {}, name: [] }];
    const interfaces = interfacesOf(context.layout, labels);
    const found: Direction[] = [];
    if (interfaces.length > 0) {
      const names = interfaces.map(({ name }) => name);
      found.push({ links: matchers.interfaces(link, names, labels.join('-'), at), name: [] });
    }
    const others = labels.filter((label) => interfacesOf(context.layout, [label]).length === 0);
    const set = others.length > 0 ? destinationsOf(context, others, family) : [];
    if (!isEmpty(set)) {
      const addresses = { set, label: others.join('-').replaceAll('/', '-'), at };
      found.push({ links: {}, [address]: addresses, name: found.length > 0 ? [`${key}-addresses`] : [] });
    }
    return found;
  };
  return sides(rule.from, 'from').flatMap((from) =>
    sides(rule.to, 'to').map((to) => {
      return { ...from, ...to, links: { ...from.links, ...to.links }, name: [...from.name, ...to.name] };
    }),
  );
}

function settingsOf({ family, matchers }: FirewallWriter, { links, src, dst }: Omit<Direction, 'name'>): Settings {
  const by = (side: 'src' | 'dst', addresses: Addresses | undefined) =>
    addresses ? matchers.addresses(side, prefixesIn(addresses.set, family), addresses.label, addresses.at) : {};
  return { ...links, ...by('src', src), ...by('dst', dst) };
}

interface Named {
  readonly rule: AclRule;
  readonly direction: Direction;
  readonly places: Places;
  readonly nth: readonly (string | number)[];
}

/** What the rule says of addresses, as far as it is in its pair. */
function addNamed(writer: FirewallWriter, { rule, direction, places, nth }: Named): void {
  const { context, family, add } = writer;
  const { key, match = {} } = sidesOf(rule);
  const at = places.at();
  const below = places.below(key);
  if (match.protocol !== undefined && !hasProtocol(family, match.protocol)) return;
  const within = (side: 'from' | 'to', pair: Addresses | undefined, set: IntervalSet): Addresses => {
    const label = ['fw', ...nth, side].join('-').replaceAll('/', '-');
    return { set: pair ? intersect(pair.set, set) : set, label, at: below.at(side) };
  };
  const src = match.from ? within('from', direction.src, prefixSet(match.from, family)) : direction.src;
  const dst = match.to ? within('to', direction.dst, destinationsOf(context, match.to, family)) : direction.dst;
  if ([src, dst].some((addresses) => addresses && isEmpty(addresses.set))) return;
  add('forward', nth, at, {
    action: said(key === 'permit' ? 'accept' : 'drop', at),
    'connection-state': said('new', at),
    ...settingsOf(writer, { links: direction.links, src, dst }),
    ...serviceMatch(match, below),
  });
}

/** Where the CPU routes, forward rules keep the management network apart where no chip stands between. */
function isolateInFirewall({ context, family, matchers }: FirewallWriter): void {
  const sides = managementSides(context);
  if (!sides) return;
  const { management, data } = sides;
  const { origin } = management;
  const { vlan, gateway } = context.device.settings.management ?? {};
  const hasRouter = vlan !== undefined && gateway !== undefined;
  const drop = (direction: 'in' | 'out', otherSide: 'in' | 'out') => {
    const own = matchers.interfaces(direction, [management.name], 'management', origin);
    // Networks behind its own router are no data networks.
    const elsewhere = hasRouter ? own[`${direction}-interface`] : undefined;
    context.draft.add(firewallMenu('filter', family), origin, {
      chain: said('forward', origin),
      action: said('drop', origin),
      ...own,
      ...(elsewhere && { [`${otherSide}-interface`]: said(`!${elsewhere.value}`, origin) }),
      comment: tag(['management', direction], origin),
    });
  };
  if (!isWhollyOnChip(context, management) || isOpenOutward(context)) drop('in', 'out');
  if (!data.every((l3) => isWhollyOnChip(context, l3))) drop('out', 'in');
}
