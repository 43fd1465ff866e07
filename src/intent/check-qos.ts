// Quality of service: every profile that is named exists where it is needed, and a marking means one thing.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { NumberRange } from '../model/number-range.ts';
import { type Check, type CheckContext, unknownName } from './check.ts';
import { rolesOf } from './check-names.ts';
import type { DeviceIntent, Places } from './intent.ts';
import type { Acl } from './schema-policy.ts';
import { builtInQosProfile, readMarkings } from './schema-qos.ts';

export const checkQos: Check = (context) =>
  [...context.intent.devices.values()].flatMap((device) => [
    builtInTaken(device),
    ...namedProfiles(context, device),
    ...meanTwoThings(device),
  ]);

function builtInTaken({ settings, places, name }: DeviceIntent): Found {
  if (!settings.qos?.profiles?.[builtInQosProfile]) return [];
  return mistake('intent/name-taken', {
    what: `\`${builtInQosProfile}\` cannot be a name here, because every switch chip has a profile of that name`,
    at: places.keyAt('qos', 'profiles', builtInQosProfile),
    device: name,
    fix: 'choose another name',
  });
}

/** What ports, maps and the ACLs that judge here name. */
function namedProfiles({ intent, partial }: CheckContext, device: DeviceIntent): readonly Diagnostic[] {
  // The schema may have refused the profile that is meant.
  if (partial) return [];
  const { settings, places, name } = device;
  const known = new Set([builtInQosProfile, ...Object.keys(settings.qos?.profiles ?? {})]);
  const unknown = (written: string | undefined, at: Places) =>
    written === undefined || known.has(written)
      ? []
      : [unknownName(written, { at: at.at(), kind: 'QoS profile', known, device: name })];
  const ports = Object.entries(settings.ports ?? {}).flatMap(([port, { qos }]) =>
    unknown(qos?.profile, places.below('ports', port, 'qos', 'profile')),
  );
  const maps = mapsOf(device).flatMap(({ kind, entries }) =>
    entries.flatMap(([values, profile]) => unknown(profile, places.below('qos', 'map', kind, values))),
  );
  const acls = Object.entries(intent.site.acls ?? {}).flatMap(([label, acl]) => {
    if (!judgesAt(acl, device)) return [];
    return acl.rules.flatMap(({ qos }, index) => unknown(qos, intent.below('acls', label, 'rules', index, 'qos')));
  });
  return [...ports, ...maps, ...acls];
}

function mapsOf({ settings }: DeviceIntent) {
  const { map } = settings.qos ?? {};
  return (['dscp', 'pcp'] as const).map((kind) => ({ kind, entries: Object.entries(map?.[kind] ?? {}) }));
}

/** An ACL judges where a gateway of one of its VLANs is, and at the ports of its zones. */
function judgesAt({ from, devices }: Acl, device: DeviceIntent): boolean {
  if (devices && !devices.includes(device.name)) return false;
  const { gateways = {} } = device.settings;
  return from.some((label) => label in gateways || rolesOf(device).some(({ role }) => role.zone === label));
}

function meanTwoThings(device: DeviceIntent): readonly Diagnostic[] {
  const { places, name } = device;
  return mapsOf(device).flatMap(({ kind, entries }) => {
    const seen: { readonly values: string; readonly marking: NumberRange }[] = [];
    return entries.flatMap(([values]): Found => {
      const markings = readMarkings(values) ?? [];
      const earlier = seen.find(({ marking }) =>
        markings.some(({ from, to }) => from <= marking.to && marking.from <= to),
      );
      seen.push(...markings.map((marking) => ({ values, marking })));
      if (!earlier) return [];
      return mistake('intent/qos-map-twice', {
        what: `a ${kind.toUpperCase()} of \`${values}\` would mean two things`,
        at: places.keyAt('qos', 'map', kind, values),
        label: 'again here',
        related: [{ at: places.keyAt('qos', 'map', kind, earlier.values), text: 'already here' }],
        device: name,
        fix: 'leave it out in one of the two',
      });
    });
  });
}
