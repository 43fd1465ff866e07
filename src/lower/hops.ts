// The devices that a flow of the site crosses, there and back.

import type { Circle, Direction } from '../forwarding/flow.ts';
import type { Intent } from '../intent/intent.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { parsePrefix, printPrefix } from '../model/prefix.ts';
import { computeIfAbsent, derivedOnce, derivedPer } from '../source/grouping.ts';
import { layOut, subnetsOf } from './layout.ts';
import { ownAddresses, sharedBelow } from './own-addresses.ts';
import { bestRoute } from './site-routes.ts';
import {
  everything,
  localAt,
  type Met,
  type Place,
  placeKey,
  placesAt,
  routersOf,
  type Strand,
  type StrandEnd,
  tableAt,
  type Ways,
  walk,
} from './walk.ts';

export interface Hop {
  readonly device: string;
  /** Interfaces towards the devices of the site that send the packets here; none = the end itself, or outside. */
  readonly from: readonly string[];
  /** The same for the answers. */
  readonly to: readonly string[];
  /** Absent = both directions pass the device. */
  readonly only?: Direction;
  /** Devices that send the packets round. */
  readonly circle?: Circle;
  /** The packets that go this way; absent = all of the flow. */
  readonly part?: readonly Strand[];
}

/** From the source on, then what the answers alone cross. Empty when no device of the site has an end of the flow. */
export const hopsOf = derivedPer((intent: Intent, flow: FlowSettings): readonly Hop[] => {
  const strands = strandsOf(intent, flow);
  const found = new Map<string, { hop: Hop; part: Strand[] }>();
  for (const strand of strands) {
    for (const { as, ...hop } of hopsOfStrand(intent, strand, flow['one-way'] === true)) {
      const { circle, ...where } = hop;
      const key = JSON.stringify([where, circle?.devices, circle?.direction, as && printPrefix(as)]);
      const own = as ? { ...strand, from: { ...strand.from, prefix: as } } : strand;
      computeIfAbsent(found, key, () => ({ hop, part: [] })).part.push(own);
    }
  }
  return [...found.values()].map(({ hop, part }) => {
    const isWhole = part.length === strands.length && part.every((each) => strands.includes(each));
    return isWhole ? hop : { ...hop, part };
  });
});

/** Packets that ask for the same routes: of one family, to one network, from one network. */
function strandsOf(intent: Intent, { from, to, protocol, port }: FlowSettings): readonly Strand[] {
  const service = { ...(protocol !== undefined && { protocol }), ...(port && { port }) };
  const all = ([4, 6] as const).flatMap((family) =>
    endsOf(intent, from, family).flatMap((source) =>
      endsOf(intent, to, family).map((destination): Strand => ({ family, from: source, to: destination, ...service })),
    ),
  );
  const reached = all.filter(
    ({ from: source, to: destination, family }) =>
      isReached(intent, source, destination, family) && isReached(intent, destination, source, family),
  );
  if (reached.length > 0) return reached;
  // What has no family in common is told so by the devices that have its ends.
  return all.length > 0 ? all : [{ family: 4, from: { label: from }, to: { label: to }, ...service }];
}

function endsOf(intent: Intent, label: string, family: 4 | 6): readonly StrandEnd[] {
  const vlan = intent.site.vlans?.[label];
  const prefix = parsePrefix(label);
  if (!vlan && !prefix) return [{ label }];
  const networks = vlan ? subnetsOf(vlan) : [prefix].flatMap((each) => each ?? []);
  return networks.filter((each) => each.family === family).map((each) => ({ label, prefix: each }));
}

/** Whether who routes one end knows anything of the family where the other is, when that is no network of its own. */
function isReached(intent: Intent, end: StrandEnd, other: StrandEnd, family: 4 | 6): boolean {
  const places = placesAt(intent, other.label);
  if (end.prefix || places.length === 0) return familiesOf(intent).has(family);
  return places.some(({ device: name, table }) => {
    const device = intent.devices.get(name);
    if (!device) return false;
    const isHere = localAt(layOut(intent, device), end.label)?.addresses.some(({ host }) => host.family === family);
    return isHere || bestRoute(intent, device, { table, wanted: everything[family] }) !== undefined;
  });
}

const familiesOf = derivedOnce(
  (intent: Intent): ReadonlySet<4 | 6> =>
    new Set([...intent.devices.values()].flatMap((each) => ownAddresses(intent, each).map(({ host }) => host.family))),
);

/** `as`: see `Met`. */
type SeenHop = Hop & Pick<Met, 'as'>;

function hopsOfStrand(intent: Intent, strand: Strand, oneWay: boolean): readonly SeenHop[] {
  const there = walk(intent, startsOf(intent, strand), strand);
  const { circle } = there;
  if (circle || oneWay) {
    const lost = circle && { only: 'forward' as const, circle: { ...circle, direction: 'forward' as const } };
    // Where they begin they come from the end itself, also when they come again.
    return there.met.map(({ device, enters, as }, index) => ({
      device,
      as,
      from: circle && index === 0 ? [] : enters,
      to: [],
      ...lost,
    }));
  }
  const towards = new Map(there.met.flatMap(({ device, as }) => (as ? [[device, as] as const] : [])));
  const back = walk(intent, there.ends, { ...mirrored(strand), towards });
  const round = back.circle && { circle: { ...back.circle, direction: 'reverse' as const } };
  const routers = routersOf(intent, strand.from.label);
  // Outside, whoever leads there is as good as another.
  const isOutside = strand.from.label === 'internet';
  const isLost =
    !round && !isOutside && routers.length > 0 && !back.ends.some(({ device }) => routers.includes(device));
  const [forth, answers] = [byPlace(there), byPlace(back)];
  return [...new Set([...forth.keys(), ...answers.keys()])].map((key): SeenHop => {
    const [from, to] = [forth.get(key), answers.get(key)];
    const [device, as] = [(from ?? to)?.device ?? '', from?.as];
    if (!from) return { device, as, from: [], to: to?.enters ?? [], only: 'reverse', ...round };
    // Who loses the answers shows where a device's own routes say by which interface the sender is.
    if (isLost) return { device, as, from: [], to: [] };
    if (!to) return { device, as, from: from.enters, to: [], only: 'forward' };
    return { device, as, from: from.enters, to: to.enters, ...round };
  });
}

function byPlace({ met }: Ways) {
  return new Map(met.map((each) => [placeKey(each), each]));
}

/** Ports that answers go to. */
const clientPorts: NonNullable<FlowSettings['port']> = [{ from: 49152, to: 65535 }];

function mirrored({ from, to, ...strand }: Strand): Strand {
  return { ...strand, from: to, to: from, port: clientPorts };
}

/** Where packets come into the site: the router of the source, or those that lead to it from the destination. */
function startsOf(intent: Intent, strand: Strand): readonly Place[] {
  const { from, to } = strand;
  const starts = placesAt(intent, from.label);
  const [first] = starts;
  // Hosts send to the one of several routers that has the address they share.
  if (first) return starts.filter((each) => each === first || sharesAt(intent, each.device, from.label));
  const [end] = placesAt(intent, to.label);
  if (end) {
    const { ends } = walk(intent, [end], mirrored(strand));
    return ends.length > 0 ? ends : [end];
  }
  // What is nowhere in particular passes the one device that there is.
  const [only] = intent.devices.size === 1 && isAnywhere(from) && isAnywhere(to) ? intent.devices.values() : [];
  const l3 = only ? [...layOut(intent, only).l3.values()] : [];
  return only && l3.some(({ isManagement }) => !isManagement) ? [{ device: only.name, table: tableAt(only, '') }] : [];
}

function isAnywhere({ label, prefix }: StrandEnd): boolean {
  return label === 'any' || label === 'internet' || prefix !== undefined;
}

/** Whether the device shares an address with others where an end of a flow is. */
function sharesAt(intent: Intent, name: string, label: string): boolean {
  const device = intent.devices.get(name);
  if (!device) return false;
  const at = localAt(layOut(intent, device), label);
  return [...sharedBelow(device).values()].some((below) => below === at?.name);
}
