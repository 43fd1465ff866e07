// References between the parts of a site: VLANs, zones, bonds, VRFs, devices, ports; and names that clash.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { menuPath } from '../model/menu-table.ts';
import { menus, onlyNames } from '../model/menus.ts';
import { parsePrefix } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import { type Check, type CheckContext, unknownName } from './check.ts';
import type { DeviceIntent, Intent, Places } from './intent.ts';
import { expandPorts, portProblem } from './ports.ts';
import type { PortRole } from './schema-device.ts';
import { reservedNames } from './schema-values.ts';

/** The bridge's name is rosc's own. */
const ownNames: ReadonlySet<string> = new Set(['bridge']);

export const checkNames: Check = (context) => [
  ...clashes(context),
  ...[...context.intent.devices.values()].flatMap((device) => deviceReferences(context, device)),
  ...hostReferences(context),
];

function clashes({ intent }: CheckContext): Diagnostic[] {
  return [
    ...Object.keys(intent.site.vlans ?? {}).flatMap((name) => vlanClashes(intent, name)),
    ...[...intent.devices.values()].flatMap((device) => deviceClashes(intent, device)),
  ];
}

function taken(name: string, at: Span, by: string): Diagnostic {
  return mistake('intent/name-taken', {
    what: `\`${name}\` cannot be a name here, because ${by}`,
    at,
    fix: 'choose another name',
  });
}

const bridgesName = 'rosc gives it to the bridge';

function vlanClashes(intent: Intent, name: string): Diagnostic[] {
  const at = intent.keyAt('vlans', name);
  const owners = [...intent.devices.values()].flatMap(({ name: device, target, settings }) => {
    const owner = target.ports.has(name) ? 'a port' : settings.bonds?.[name] && 'a bond';
    return owner ? [`${owner} of \`${device}\` has it, and RouterOS has one name space for interfaces`] : [];
  });
  return [
    ...(reservedNames.has(name) ? ['the word has a meaning of its own'] : []),
    ...(ownNames.has(name) ? [bridgesName] : []),
    ...owners,
  ].map((by) => taken(name, at, by));
}

function deviceClashes(intent: Intent, device: DeviceIntent): Diagnostic[] {
  const bonds = Object.keys(device.settings.bonds ?? {}).flatMap((name) =>
    [
      ...(ownNames.has(name) ? [bridgesName] : []),
      ...(device.target.ports.has(name) ? [`a port of ${device.target.model} has it`] : []),
    ].map((by) => taken(name, device.places.keyAt('bonds', name), by)),
  );
  const zones = rolesOf(device).flatMap(({ role: { zone }, places }) => {
    const isTaken = zone !== undefined && intent.site.vlans?.[zone];
    return isTaken ? [taken(zone, places.at('zone'), 'a VLAN has it')] : [];
  });
  return [...bonds, ...zones];
}

/** Ports and bonds as the site writes them: one entry per key, not per expanded port. */
export function rolesOf(device: DeviceIntent): { name: string; role: PortRole; places: Places }[] {
  const { ports = {}, bonds = {} } = device.settings;
  return [
    ...Object.entries(ports).map(([name, role]) => ({ name, role, places: device.places.below('ports', name) })),
    ...Object.entries(bonds).map(([name, role]) => ({ name, role, places: device.places.below('bonds', name) })),
  ];
}

/** What has a name in the site, and which is free on the device. */
function deviceNames({ declared }: CheckContext, { settings, places, target, name }: DeviceIntent): Diagnostic[] {
  const { names = {}, bonds = {}, gateways = {} } = settings;
  const ports = [...target.ports.values()].filter(({ medium }) => medium !== 'wifi').map((port) => port.name);
  const own = [...ports, ...Object.keys(bonds), ...ownNames];
  const rows = [settings.interfaces?.vlans ?? []].flat().map((row) => String(row.name));
  const known = new Set([...own, ...declared.vlans, ...rows]);
  const others = [...own, ...Object.keys(gateways)].filter((each) => names[each] === undefined);
  const owners = new Map(others.map((each) => [each, each]));
  return Object.entries(names).flatMap(([written, text]) => {
    const at = places.keyAt('names', written);
    if (!known.has(written)) return [unknownName(written, { at, kind: 'port, bond or VLAN', known, device: name })];
    const owner = owners.get(text);
    owners.set(text, written);
    return owner === undefined ? [] : [taken(text, places.at('names', written), `\`${owner}\` has it on the device`)];
  });
}

/** Which radios a board carries is told by described models alone; of others, what is a port for certain is none. */
function radioNames({ settings, places, target, name }: DeviceIntent): Diagnostic[] {
  const radios = new Set([...target.ports.values()].filter(({ medium }) => medium === 'wifi').map((port) => port.name));
  const isRadio = (each: string) => (radios.size > 0 ? radios.has(each) : !target.ports.has(each));
  return (['wifi', 'wireless'] as const).flatMap((key) =>
    Object.keys(settings[key]?.radios ?? {})
      .filter((each) => !isRadio(each))
      .map((each) => {
        const at = places.below(key, 'radios').keyAt(each);
        return unknownName(each, { at, kind: 'radio', known: radios, device: name });
      }),
  );
}

const keyedByVlan = ['gateways', 'dhcp-relay', 'dhcp-server', 'router-advertisements', 'vlan-table'] as const;

function deviceReferences(context: CheckContext, device: DeviceIntent): Diagnostic[] {
  const { settings, places, name } = device;
  const vlan = (written: string, at: Places) =>
    context.declared.vlans.has(written)
      ? []
      : [unknownName(written, { at: at.at(), kind: 'VLAN', known: context.declared.vlans, device: name })];
  const keyed = (key: (typeof keyedByVlan)[number]) =>
    Object.keys(settings[key] ?? {}).flatMap((written) =>
      vlan(written, { ...places, at: () => places.keyAt(key, written) }),
    );
  const roles = rolesOf(device).flatMap(({ role, places: below }) => [
    ...(role.vlan === undefined ? [] : vlan(role.vlan, below.below('vlan'))),
    ...(role.native === undefined ? [] : vlan(role.native, below.below('native'))),
    ...(role.trunk ?? []).flatMap((written, index) => vlan(written, below.below('trunk', index))),
  ]);
  const managementVlan = settings.management?.vlan;
  return [
    ...roles,
    ...keyedByVlan.flatMap(keyed),
    ...deviceNames(context, device),
    ...radioNames(device),
    ...(managementVlan === undefined ? [] : vlan(managementVlan, places.below('management', 'vlan'))),
    ...trustedPorts(device),
    ...isolatedPorts(device),
    ...routingReferences(context, device),
    ...vrfReferences(device),
    ...exclusiveMenus(device),
  ];
}

function exclusiveMenus({ settings, places, name: device }: DeviceIntent): Diagnostic[] {
  return (settings.exclusive ?? []).flatMap((written, index) => {
    const menu = menuPath(written);
    if (menus.has(menu) || onlyNames(menu)) return [];
    const near = nearestName(written, menus.keys());
    return mistake('intent/unknown-name', {
      what: `rosc knows no menu \`${written}\``,
      at: places.at('exclusive', index),
      label: near ? `did you mean \`${near}\`?` : 'nothing is removed there',
      device,
      fix: near ? `write \`${near}\`` : 'write the path of a menu',
    });
  });
}

function isolatedPorts(device: DeviceIntent): Diagnostic[] {
  return Object.entries(device.settings.ports ?? {}).flatMap(([key, { isolation = [] }]) =>
    isolation.flatMap((written, index) =>
      portOrBond(written, device, device.places.at('ports', key, 'isolation', index)),
    ),
  );
}

function portOrBond(written: string, { settings, target, name }: DeviceIntent, at: Span): Diagnostic[] {
  if (settings.bonds?.[written]) return [];
  const expansion = expandPorts(written, target);
  return expansion.kind === 'ports' ? [] : [portProblem(written, expansion, { target, at, device: name })];
}

function trustedPorts(device: DeviceIntent): Diagnostic[] {
  return (device.settings['dhcp-snooping']?.trusted ?? []).flatMap((written, index) =>
    portOrBond(written, device, device.places.at('dhcp-snooping', 'trusted', index)),
  );
}

/** Interfaces that a routing protocol or VRF may name: routed VLANs, routed ports, routed bonds. */
function interfaceNames({ settings, ports }: DeviceIntent): ReadonlySet<string> {
  const routed = [...ports.values()].filter(({ settings: port }) => port.routed).map(({ name }) => name);
  const bonds = Object.entries(settings.bonds ?? {}).flatMap(([name, bond]) => (bond.routed ? [name] : []));
  const management = settings.management?.vlan ?? settings.management?.port;
  return new Set([
    ...Object.keys(settings.gateways ?? {}),
    ...routed,
    ...bonds,
    ...(management === undefined ? [] : [management]),
  ]);
}

function routingReferences({ declared, partial }: CheckContext, device: DeviceIntent): Diagnostic[] {
  const { settings, places, name } = device;
  const diagnostics: Diagnostic[] = [];
  for (const [index, written] of (settings.bgp?.advertise ?? []).entries()) {
    if (declared.vlans.has(written) || parsePrefix(written)) continue;
    const at = places.at('bgp', 'advertise', index);
    diagnostics.push(unknownName(written, { at, kind: 'VLAN or prefix', known: declared.vlans, device: name }));
  }
  if (partial) return diagnostics;
  const interfaces = interfaceNames(device);
  for (const [area, { interfaces: covered }] of Object.entries(settings.ospf?.areas ?? {})) {
    for (const written of Object.keys(covered)) {
      if (interfaces.has(written)) continue;
      const at = places.keyAt('ospf', 'areas', area, 'interfaces', written);
      const kind = 'gateway, routed port or routed bond';
      diagnostics.push(unknownName(written, { at, kind, known: interfaces, device: name }));
    }
  }
  return diagnostics;
}

function vrfReferences(device: DeviceIntent): Diagnostic[] {
  const { settings, places, name } = device;
  const vrfs = new Set(Object.keys(settings.vrfs ?? {}));
  const diagnostics: Diagnostic[] = [];
  const check = (written: string | undefined, at: Places) => {
    if (written === undefined || vrfs.has(written)) return;
    diagnostics.push(unknownName(written, { at: at.at(), kind: 'VRF', known: vrfs, device: name }));
  };
  for (const [index, route] of (settings.routes ?? []).entries())
    check(route.vrf, places.below('routes', index, 'vrf'));
  check(settings.bgp?.vrf, places.below('bgp', 'vrf'));
  check(settings.ospf?.vrf, places.below('ospf', 'vrf'));
  const interfaces = interfaceNames(device);
  const owners = new Map<string, Places>();
  for (const [vrf, { interfaces: members }] of Object.entries(settings.vrfs ?? {})) {
    for (const [index, written] of members.entries()) {
      const place = places.below('vrfs', vrf, 'interfaces', index);
      if (!interfaces.has(written)) {
        const kind = 'gateway, routed port or routed bond';
        diagnostics.push(unknownName(written, { at: place.at(), kind, known: interfaces, device: name }));
      }
      const owner = owners.get(written);
      if (owner) diagnostics.push(inTwoVrfs(written, { at: place, owner, device: name }));
      owners.set(written, place);
    }
  }
  return diagnostics;
}

function inTwoVrfs(written: string, { at, owner, device }: { at: Places; owner: Places; device: string }): Diagnostic {
  return mistake('intent/vrf-twice', {
    what: `\`${written}\` cannot be in two VRFs`,
    at: at.at(),
    label: 'again here',
    related: [{ at: owner.at(), text: 'first here' }],
    device,
  });
}

function hostReferences({ intent, declared }: CheckContext): Diagnostic[] {
  return Object.entries(intent.site.hosts ?? {}).flatMap(([name, host]) => {
    const places = intent.below('hosts', name);
    if (!declared.devices.has(host.device)) {
      return [unknownName(host.device, { at: places.at('device'), kind: 'device', known: declared.devices })];
    }
    const device = intent.devices.get(host.device);
    if (!device || device.target.ports.has(host.port)) return [];
    const expansion = { kind: 'unknown', missing: host.port } as const;
    return [portProblem(host.port, expansion, { target: device.target, at: places.at('port'), device: device.name })];
  });
}
