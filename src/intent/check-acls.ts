// Access lists: whom they judge, what their rules name, and rules that can never match.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { NumberRange } from '../model/number-range.ts';
import { bitsOf, containsPrefix, type Prefix, parsePrefix } from '../model/prefix.ts';
import { append } from '../source/append.ts';
import type { Span } from '../source/location.ts';
import { type Check, type CheckContext, unknownName, zonesOfPorts } from './check.ts';
import { portsWithoutProtocol } from './check-endpoints.ts';
import type { DeviceIntent, Places } from './intent.ts';
import { type Acl, type AclRule, type Match, sidesOf } from './schema-policy.ts';

export const checkAcls: Check = (context) => [
  ...[...context.intent.devices.values()].flatMap((device) => firewallNames(context, device)),
  ...Object.entries(context.intent.site.acls ?? {}).flatMap(([name, acl]) => {
    const places = context.intent.below('acls', name);
    return [
      deprecatedKeys({ name, acl, places }),
      ...sources(context, { name, acl, places }),
      ...acl.rules.flatMap((rule, index) => ruleNames(context, rule, places.below('rules', index))),
      ...(context.partial ? [] : [openEnd(name, acl, places), ...unreachableRules(context, { acl, places })]),
    ];
  }),
];

/** Rules of a firewall name destinations as those of access lists do. */
function firewallNames(context: CheckContext, { settings, places }: DeviceIntent): Diagnostic[] {
  return (settings.firewall ?? []).flatMap(({ rules = [] }, policy) =>
    rules.flatMap((rule, index) => ruleNames(context, rule, places.below('firewall', policy, 'rules', index))),
  );
}

export interface NamedAcl {
  readonly name: string;
  readonly acl: Acl;
  readonly places: Places;
}

/** An ACL judges where packets enter the routing of a device: at the VLAN's gateway, or at the ports of a zone. */
function sources(context: CheckContext, named: NamedAcl): Diagnostic[] {
  const { declared } = context;
  const { acl, places } = named;
  const unknown = (acl.devices ?? []).flatMap((device, index) => {
    const at = places.at('devices', index);
    return declared.devices.has(device) ? [] : [unknownName(device, { at, kind: 'device', known: declared.devices })];
  });
  const lost = acl.from.flatMap((from, index) => {
    const at = places.at('from', index);
    if (declared.vlans.has(from)) return context.partial ? [] : gatewayElsewhere(context, named, { from, at });
    const known = [...declared.vlans, ...declared.zones];
    const zoneOf = zonesOfPorts(context.intent.devices.values());
    return declared.zones.has(from) ? [] : [unknownName(from, { at, kind: 'VLAN or zone', known, zoneOf })];
  });
  return [...unknown, ...lost];
}

/** No device that the ACL is for routes the VLAN. */
function gatewayElsewhere(
  { intent }: CheckContext,
  { name, acl, places }: NamedAcl,
  { from, at }: { readonly from: string; readonly at: Span },
): Found {
  const routers = [...intent.devices.values()]
    .filter(({ settings }) => settings.gateways?.[from])
    .map((each) => each.name);
  if (routers.some((router) => acl.devices?.includes(router) ?? true)) return [];
  const [first] = routers;
  return mistake('intent/acl-gateway-elsewhere', {
    what: `ACL \`${name}\` would judge nothing of VLAN \`${from}\``,
    at,
    label: first === undefined ? 'no device has a gateway in it' : `its gateway is on \`${routers.join('`, `')}\``,
    related: acl.devices ? [{ at: places.at('devices'), text: 'only on these devices' }] : [],
    why: 'An ACL judges routed packets, and packets of a VLAN are routed by the device that has its gateway.',
    fix:
      first === undefined
        ? 'add the gateway to a device'
        : `name \`${first}\` in \`devices\`, or leave \`devices\` out`,
  });
}

/** The key had another name once. */
function deprecatedKeys({ name, acl, places }: NamedAcl): Found {
  if (acl['firewall-twin'] === undefined) return [];
  const at = places.keyAt('firewall-twin');
  return mistake('intent/deprecated-key', {
    severity: 'warning',
    what: `ACL \`${name}\` calls \`firewall-fallback\` by its former name`,
    at,
    label: 'write `firewall-fallback`',
    fix: {
      title: 'write `firewall-fallback`',
      applicability: 'safe',
      edits: [{ span: at, text: 'firewall-fallback' }],
    },
  });
}

function ruleNames(
  { intent, declared }: CheckContext,
  rule: Pick<AclRule, 'permit' | 'deny'>,
  places: Places,
): Diagnostic[] {
  const { key, match } = sidesOf(rule);
  if (!match) return [];
  const known = [...declared.vlans, ...declared.zones, 'internet', 'any'];
  const names = (match.to ?? []).flatMap((written, index) => {
    if (known.includes(written) || parsePrefix(written)) return [];
    const at = places.at(key, 'to', index);
    return unknownName(written, {
      at,
      kind: 'VLAN, zone or address',
      known,
      zoneOf: zonesOfPorts(intent.devices.values()),
    });
  });
  return [...names, portsWithoutProtocol(match, places.below(key))].flat();
}

function openEnd(name: string, acl: Acl, places: Places): Found {
  const last = acl.rules.at(-1);
  if (last && !sidesOf(last).match) return [];
  const index = acl.rules.length - 1;
  return mistake('intent/acl-open-end', {
    what: `ACL \`${name}\` does not say what happens to the rest`,
    at: places.at('rules', index),
    label: 'the last rule names only some packets',
    fix: 'end with a rule that permits or denies `any`',
  });
}

/** One rule as sets: a packet matches when it is in all of them. Undefined = everything. */
interface MatchedPackets {
  readonly to: readonly Prefix[] | undefined;
  readonly from: readonly Prefix[] | undefined;
  readonly protocol: string | undefined;
  readonly port: readonly NumberRange[] | undefined;
  readonly sourcePort: readonly NumberRange[] | undefined;
}

/** A rule all of whose packets an earlier one takes. Several earlier rules together are lowering's to see. */
function unreachableRules(context: CheckContext, { acl, places }: Omit<NamedAcl, 'name'>): Diagnostic[] {
  const rules = acl.rules.map((rule) => ({ ...sidesOf(rule), packets: packetsOf(context, sidesOf(rule).match) }));
  const earlier = coverIndex();
  return rules.flatMap(({ key, packets }, index): Found => {
    if (!packets) return [];
    const [cover] = earlier
      .around(packets)
      .filter((before) => {
        const outer = rules[before]?.packets;
        return outer !== undefined && covers(outer, packets);
      })
      .sort((a, b) => a - b);
    earlier.add(packets, index);
    const by = cover === undefined ? undefined : rules[cover];
    if (!by || cover === undefined) return [];
    const isContradiction = by.key !== key;
    return mistake(isContradiction ? 'intent/acl-contradiction' : 'intent/acl-shadowed', {
      what: isContradiction
        ? `this \`${key}\` never happens: an earlier \`${by.key}\` takes all of its packets`
        : `this rule changes nothing: an earlier one takes all of its packets`,
      at: places.at('rules', index),
      related: [{ at: places.at('rules', cover), text: 'this rule comes first' }],
      severity: isContradiction ? 'error' : 'warning',
      fix: isContradiction ? 'put the narrower rule first, or remove one of the two' : 'remove it',
    });
  });
}

interface CoverIndex {
  add(packets: MatchedPackets, index: number): void;
  /** Rules with a destination around the first one of a box, and its first port or more: no other can cover it. */
  around(packets: MatchedPackets): readonly number[];
}

/** Long ACLs ask every rule about every earlier one; most are told apart by their destinations and ports. */
function coverIndex(): CoverIndex {
  const everywhere: number[] = [];
  const byPrefix = new Map<string, number[]>();
  const lengths = new Set<number>();
  const keyOf = ({ family, base }: Prefix, length: number, port: number | undefined) => {
    const hostBits = BigInt(bitsOf(family) - length);
    return `${family} ${(base >> hostBits) << hostBits} ${length} ${port}`;
  };
  return {
    add({ to, port }, index) {
      if (!to) everywhere.push(index);
      const [only] = port?.length === 1 && port[0]?.from === port[0]?.to ? port : [];
      for (const prefix of to ?? []) {
        lengths.add(prefix.length);
        append(byPrefix, keyOf(prefix, prefix.length, only?.from), index);
      }
    },
    around({ to, port }) {
      const [first] = to ?? [];
      if (!first) return everywhere;
      const outer = [...lengths].filter((length) => length <= first.length);
      const keys = outer.flatMap((length) =>
        [undefined, ...(port?.slice(0, 1) ?? [])].map((each) => keyOf(first, length, each?.from)),
      );
      return [...everywhere, ...keys.flatMap((key) => byPrefix.get(key) ?? [])];
    },
  };
}

/** Undefined where a name has no fixed set of addresses: `internet`, a zone. */
function packetsOf({ intent }: CheckContext, match: Match | undefined): MatchedPackets | undefined {
  const to: Prefix[] = [];
  for (const written of match?.to ?? []) {
    const vlan = intent.site.vlans?.[written];
    const prefix = parsePrefix(written);
    if (vlan) to.push(...(vlan.ipv4 ?? []), ...(vlan.ipv6 ?? []));
    else if (prefix) to.push(prefix);
    else if (written !== 'any') return undefined;
  }
  const isAny = match?.to === undefined || match.to.includes('any');
  return {
    to: isAny ? undefined : to,
    from: match?.from,
    protocol: match?.protocol,
    port: match?.port,
    sourcePort: match?.['source-port'],
  };
}

function covers(outer: MatchedPackets, inner: MatchedPackets): boolean {
  if (outer.protocol !== undefined && outer.protocol !== inner.protocol) return false;
  return (
    coversAll(outer.to, inner.to, containsPrefix) &&
    coversAll(outer.from, inner.from, containsPrefix) &&
    coversAll(outer.port, inner.port, containsPorts) &&
    coversAll(outer.sourcePort, inner.sourcePort, containsPorts)
  );
}

function coversAll<T>(
  outer: readonly T[] | undefined,
  inner: readonly T[] | undefined,
  contains: (outer: T, inner: T) => boolean,
): boolean {
  if (!outer) return true;
  return inner?.every((each) => outer.some((candidate) => contains(candidate, each))) ?? false;
}

function containsPorts(outer: NumberRange, inner: NumberRange): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}
