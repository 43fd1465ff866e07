// The ends of policies and flows: every one is a VLAN, a zone of the device, an address, or a word with a meaning.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { parsePrefix } from '../model/prefix.ts';
import { type Check, type CheckContext, unknownName, zonesOfPorts } from './check.ts';
import type { DeviceIntent, Places } from './intent.ts';

export const checkEndpoints: Check = (context) => [
  ...[...context.intent.devices.values()].flatMap((device) => devicePolicies(context, device)),
  ...flows(context),
];

function devicePolicies(context: CheckContext, device: DeviceIntent): Found[] {
  const { settings, places } = device;
  const ends = (written: readonly string[] | undefined, at: Places) =>
    (written ?? []).flatMap((end, index) => localEnd(context, end, { device, at: at.below(index) }));
  const nat = (settings.nat ?? []).flatMap((rule, index) =>
    (['masquerade', 'source', 'out', 'in'] as const).flatMap((key) => ends(rule[key], places.below('nat', index, key))),
  );
  const firewall = (settings.firewall ?? []).flatMap((rule, index) =>
    (['from', 'to'] as const).flatMap((key) => ends(rule[key], places.below('firewall', index, key))),
  );
  const pbr = (settings.pbr ?? []).flatMap((rule, index) => [
    ...ends(rule.from, places.below('pbr', index, 'from')),
    portsWithoutProtocol(rule.match ?? {}, places.below('pbr', index, 'match')),
  ]);
  return [...nat, ...firewall, ...pbr, ...tablesTwice(device)];
}

/** A policy route gives its name to a routing table, and so does a VRF. */
function tablesTwice({ settings, places, name: device }: DeviceIntent): Diagnostic[] {
  const taken = new Map(Object.keys(settings.vrfs ?? {}).map((vrf) => [vrf, places.keyAt('vrfs', vrf)]));
  return (settings.pbr ?? []).flatMap(({ name }, index) => {
    const at = places.at('pbr', index, 'name');
    const before = taken.get(name);
    if (!before) taken.set(name, at);
    if (!before && name !== 'main') return [];
    return mistake('intent/name-taken', {
      what: `\`${name}\` cannot be a name here, because another routing table has it`,
      at,
      related: before ? [{ at: before, text: 'here' }] : [],
      device,
      fix: 'choose another name',
    });
  });
}

/** An end of a policy on one device: a zone has to be one of that device. */
function localEnd(
  { declared, partial }: CheckContext,
  written: string,
  { device, at }: { device: DeviceIntent; at: Places },
): Found {
  if (written === 'any' || declared.vlans.has(written) || parsePrefix(written)) return [];
  const zones = [...zonesOf(device)];
  if (zones.includes(written)) return [];
  const isKnown = written === 'internet' || declared.zones.has(written);
  if (!isKnown) {
    const known = [...declared.vlans, ...zones];
    const zoneOf = zonesOfPorts([device]);
    return [unknownName(written, { at: at.at(), kind: 'VLAN or zone', known, device: device.name, zoneOf })];
  }
  if (partial) return [];
  return mistake('intent/zone-without-members', {
    what: `zone \`${written}\` has no port on \`${device.name}\`, so nothing is ever in it`,
    at: at.at(),
    label: zones.length > 0 ? `its zones are ${zones.map((zone) => `\`${zone}\``).join(', ')}` : 'it has no zones',
    device: device.name,
    fix: `give a routed port of the device \`zone: ${written}\``,
  });
}

function zonesOf({ settings }: DeviceIntent): ReadonlySet<string> {
  const roles = [...Object.values(settings.ports ?? {}), ...Object.values(settings.bonds ?? {})];
  return new Set(roles.flatMap(({ zone }) => (zone === undefined ? [] : [zone])));
}

const flowWords: ReadonlySet<string> = new Set(['any', 'internet', 'management']);

function flows({ intent, declared }: CheckContext): Found[] {
  const named = new Map<string, number>();
  const known = new Set([...declared.vlans, ...declared.zones, ...flowWords]);
  return (intent.site.flows ?? []).flatMap((flow, index) => {
    const places = intent.below('flows', index);
    const ends = (['from', 'to'] as const).flatMap((key) => {
      const written = flow[key];
      if (known.has(written) || parsePrefix(written)) return [];
      const zoneOf = zonesOfPorts(intent.devices.values());
      return [unknownName(written, { at: places.at(key), kind: 'VLAN, zone or address', known, zoneOf })];
    });
    return [...ends, flowTwice(flow.name, { named, index, places }), portsWithoutProtocol(flow, places)];
  });
}

function flowTwice(
  name: string | undefined,
  { named, index, places }: { named: Map<string, number>; index: number; places: Places },
): Found {
  if (name === undefined) return [];
  if (!named.has(name)) {
    named.set(name, index);
    return [];
  }
  return mistake('intent/name-taken', {
    what: `two flows are called \`${name}\`, and a report could not tell them apart`,
    at: places.at('name'),
    fix: 'choose another name',
  });
}

const protocolsWithPorts: ReadonlySet<string> = new Set(['tcp', 'udp', 'sctp']);

/** A port number belongs to a protocol that has ports. Flows without a protocol are TCP and UDP. */
export function portsWithoutProtocol(
  match: { readonly protocol?: string | undefined; readonly port?: unknown; readonly 'source-port'?: unknown },
  places: Places,
): Found {
  const key = match.port === undefined ? 'source-port' : 'port';
  if (match[key] === undefined) return [];
  if (match.protocol !== undefined && protocolsWithPorts.has(match.protocol)) return [];
  return mistake('intent/port-without-protocol', {
    what: `\`${key}\` needs \`protocol: tcp\` or \`udp\``,
    at: places.keyAt(key),
    label: match.protocol === undefined ? 'no protocol here' : `${match.protocol} has no ports`,
    fix: 'add the protocol; a service on both is two rules',
  });
}
