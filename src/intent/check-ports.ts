// What ports, bonds and VLANs say of each other: one role per port, bonds and VLANs with members, MTUs that fit.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { isRecord } from '../source/plain-data.ts';
import type { Check, CheckContext } from './check.ts';
import { unknownName } from './check.ts';
import { rolesOf } from './check-names.ts';
import type { DeviceIntent, Places } from './intent.ts';
import type { PortSettings } from './schema-device.ts';

export const checkPorts: Check = (context) => [
  ...[...context.intent.devices.values()].flatMap((device) => [
    ...deviceRoles(device),
    managementPort(device),
    ...bondMembers(device, context),
    ...mtuLimits(device),
    ...speedLimits(device),
  ]),
  ...(areMembersKnown(context) ? [vlansWithoutMembers(context), ...gatewaysWithoutPorts(context)] : []),
];

const roleKeys = ['vlan', 'trunk', 'bridged', 'routed', 'bond'] as const;

function deviceRoles(device: DeviceIntent): Diagnostic[] {
  return rolesOf(device).flatMap(({ name, role, places }) => roleProblems(role, { name, places, device: device.name }));
}

function roleProblems(
  port: Pick<PortSettings, 'vlan' | 'trunk' | 'native' | 'bridged' | 'routed' | 'bond' | 'zone' | 'mtu'>,
  { name, places, device }: { name: string; places: Places; device: string },
): Diagnostic[] {
  // A trunk may leave what is untagged to the bridge.
  const isHybrid = port.trunk !== undefined && port.native === undefined;
  const roles = roleKeys.filter((key) => port[key] !== undefined && !(key === 'bridged' && isHybrid));
  const [first, ...others] = roles;
  const twoRoles = (one: keyof typeof port, another: keyof typeof port) =>
    mistake('intent/port-roles', {
      what: `\`${name}\` has two roles, and a port can have one`,
      at: places.keyAt(another),
      label: `\`${others.join('`, `')}\` besides \`${one}\``,
      related: [{ at: places.keyAt(one), text: 'the first role' }],
      device,
      fix: 'keep one of `vlan`, `trunk`, `bridged`, `routed` and `bond`',
    });
  const needs = (key: 'native' | 'zone' | 'mtu', role: 'trunk' | 'routed', help: string): Found => {
    if (port[key] === undefined || port[role] !== undefined) return [];
    return mistake('intent/port-roles', {
      what: `\`${key}\` means nothing for \`${name}\`, which is not ${role === 'trunk' ? 'a trunk' : 'routed'}`,
      at: places.keyAt(key),
      device,
      fix: help,
    });
  };
  return [
    first && others[0] ? twoRoles(first, others[0]) : [],
    needs('native', 'trunk', 'write `vlan:` for an access port, or add `trunk:`'),
    needs('zone', 'routed', 'give the port an address with `routed:`, or put the VLAN itself into the rule'),
    needs('mtu', 'routed', 'a switched port follows the MTU of its VLANs; `l2mtu` sets its frame size'),
  ].flat();
}

function managementPort({ settings, ports, target, places, name }: DeviceIntent): Found {
  const port = settings.management?.port;
  if (port === undefined) return [];
  const at = places.at('management', 'port');
  if (!target.ports.has(port))
    return [unknownName(port, { at, kind: 'port', known: target.ports.keys(), device: name })];
  const other = ports.get(port);
  const role = other && roleKeys.find((key) => other.settings[key] !== undefined);
  if (!other || !role) return [];
  return mistake('intent/port-roles', {
    what: `\`${port}\` is the management port and cannot carry \`${role}\` as well`,
    at: other.written,
    label: `\`${role}\` here`,
    related: [{ at, text: 'the management port' }],
    why: 'A management port is in no bridge and no transit network, so that a mistake elsewhere cannot cut it off.',
    device: name,
    fix: 'take the port out of this entry, or manage the device by a VLAN',
  });
}

function bondMembers({ settings, ports, places, name }: DeviceIntent, { partial }: CheckContext): Diagnostic[] {
  const bonds = settings.bonds ?? {};
  const diagnostics: Diagnostic[] = [];
  const told = new Set<number>();
  for (const port of ports.values()) {
    const { bond } = port.settings;
    const at = port.places.at('bond');
    if (bond === undefined || bonds[bond] || told.has(at.start) || partial) continue;
    told.add(at.start);
    diagnostics.push(unknownName(bond, { at, kind: 'bond', known: Object.keys(bonds), device: name }));
  }
  for (const [bond, role] of Object.entries(bonds)) {
    const place = { at: places.keyAt('bonds', bond), device: name };
    if (!partial && ![...ports.values()].some((port) => port.settings.bond === bond)) {
      const what = `bond \`${bond}\` has no member, so nothing can pass it`;
      diagnostics.push(mistake('intent/bond-without-members', { what, ...place, fix: `give ports \`bond: ${bond}\`` }));
    }
    if (roleKeys.some((key) => key !== 'bond' && role[key] !== undefined)) continue;
    const what = `bond \`${bond}\` carries nothing: it has no role`;
    const fix = 'add `vlan:`, `trunk:` or `routed:` to the bond';
    diagnostics.push(mistake('intent/bond-without-role', { what, ...place, fix }));
  }
  return diagnostics;
}

/** A frame carries the packet and up to one VLAN tag. */
function mtuLimits({ target, ports, name }: DeviceIntent): Diagnostic[] {
  const told = new Set<number>();
  return [...ports.values()].flatMap(({ name: port, settings, places }) => {
    const own = target.ports.get(port)?.l2mtuMax;
    const limit = own ?? target.fact('l2mtu.max');
    if (!limit) return [];
    const owner = own ? `\`${port}\` of ${target.model}` : target.model;
    return (['mtu', 'l2mtu'] as const).flatMap((key) => {
      const value = settings[key];
      const at = places.at(key);
      if (value === undefined || value <= limit.value || told.has(at.start)) return [];
      told.add(at.start);
      return mistake('intent/mtu-too-large', {
        what: `${owner} cannot carry ${value} bytes, so the device refuses the setting`,
        at,
        device: name,
        fix: `use at most ${limit.value}`,
        evidence: [
          limit.says(
            `${own ? owner : `each front port of ${target.model}`} has an L2MTU of at most ${limit.value} bytes`,
          ),
        ],
      });
    });
  });
}

/** A fixed speed above what the port can do. */
function speedLimits({ target, ports, name }: DeviceIntent): Diagnostic[] {
  const told = new Set<number>();
  return [...ports.values()].flatMap(({ name: port, settings: { speed }, places }): Found => {
    const mbps = target.ports.get(port)?.mbps;
    const at = places.at('speed');
    if (speed === undefined || mbps === undefined || megabits(speed) <= mbps || told.has(at.start)) return [];
    told.add(at.start);
    return mistake('intent/speed-too-high', {
      what: `\`${port}\` has no link: it cannot do \`${speed}\``,
      at,
      label: `the port has ${mbps} Mbit/s at most`,
      device: name,
      fix: 'choose a speed that both ends have',
    });
  });
}

/** `2.5G-baseT` is 2500. */
function megabits(mode: string): number {
  const [, number = '', unit] = /^([\d.]+)([MG])/.exec(mode) ?? [];
  return Number(number) * (unit === 'G' ? 1000 : 1);
}

/** A port in a VLAN that is not declared is most likely in a misspelt one. */
function areMembersKnown({ intent, declared, partial }: CheckContext): boolean {
  const used = carriedVlans(intent);
  return !partial && [...used].every((name) => name === undefined || declared.vlans.has(name));
}

function vlansWithoutMembers({ intent }: CheckContext): Found {
  const used = carriedVlans(intent);
  const [first, ...others] = Object.keys(intent.site.vlans ?? {}).filter((name) => !used.has(name));
  if (first === undefined) return [];
  const more = others.length === 0 ? ', so nobody is in it' : ` and ${others.length} more, so nobody is in them`;
  return mistake('intent/vlan-without-members', {
    what: `no port carries VLAN \`${first}\`${more}`,
    at: intent.keyAt('vlans', first),
    related: others.map((name) => ({ at: intent.keyAt('vlans', name), text: 'nor this one' })),
    severity: 'warning',
    fix: `give a port \`vlan: ${first}\` or a trunk that includes it, or remove the VLAN`,
  });
}

/** A gateway that none of the device's ports leads to, in a VLAN that exists elsewhere. */
function gatewaysWithoutPorts({ intent }: CheckContext): Diagnostic[] {
  const used = carriedVlans(intent);
  return [...intent.devices.values()].flatMap((device) => {
    const carried = carriedVlans(intent, [device]);
    return Object.keys(device.settings.gateways ?? {})
      .filter((vlan) => used.has(vlan) && !carried.has(vlan))
      .map((vlan) =>
        mistake('intent/gateway-without-port', {
          what: `nobody can reach the gateway of VLAN \`${vlan}\`: no port of \`${device.name}\` carries the VLAN`,
          at: device.places.keyAt('gateways', vlan),
          severity: 'warning',
          device: device.name,
          fix: 'give a port of the device the VLAN, or move the gateway to a device that has it',
        }),
      );
  });
}

function carriedVlans(
  intent: CheckContext['intent'],
  devices: Iterable<DeviceIntent> = intent.devices.values(),
): ReadonlySet<string | undefined> {
  const names = new Map(Object.entries(intent.site.vlans ?? {}).map(([name, { id }]) => [id, name]));
  return new Set(
    [...devices].flatMap((device) => [
      ...rolesOf(device).flatMap(({ role }) => [role.vlan, role.native, ...(role.trunk ?? [])]),
      ...vlansOfRows(device.settings).map((id) => names.get(id)),
    ]),
  );
}

const vlanWords = ['pvid', 'vlan-id', 'datapath.vlan-id'];

/** VLANs that radios and other members of bridges are put in, by id. */
function vlansOfRows({ interfaces, wifi, wireless }: DeviceIntent['settings']): readonly number[] {
  const rows = [interfaces?.['bridge-ports'], ...Object.values(wifi ?? {}), ...Object.values(wireless ?? {})];
  return rows
    .flatMap((each) => Object.values(each ?? {}))
    .flatMap((row) => (isRecord(row) ? vlanWords.map((word) => Number(row[word])) : []));
}
