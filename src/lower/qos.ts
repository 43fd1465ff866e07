// Quality of service in the switch chip: what markings mean, which ports trust them, and rate limits of ports.

import { builtInQosProfile, readMarkings } from '../intent/schema-qos.ts';
import { knowsProperty } from '../model/menus.ts';
import type { Span } from '../source/location.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { judgingAcls } from './policy/acl-layers.ts';
import { marksPackets, sayQosTooOld } from './qos-support.ts';
import { say, sayWithoutChip } from './say.ts';
import { tag } from './tag.ts';

const profileMenu = '/interface/ethernet/switch/qos/profile';

export function lowerQos(context: LowerContext): void {
  const { device } = context;
  lowerProfiles(context);
  const wishes = [...[...device.ports.keys()].flatMap((name) => lowerPort(context, name)), ...aclWishes(context)];
  const [wish] = wishes;
  if (wish) switchOn(context, wish);
  for (const name of device.ports.keys()) lowerRate(context, name);
}

function lowerProfiles(context: LowerContext): void {
  const { device, target } = context;
  const { profiles, map } = device.settings.qos ?? {};
  if (!profiles && !map) return;
  const places = device.places.below('qos');
  const at = places.keyAt(profiles ? 'profiles' : 'map');
  if (!target.offloadSwitch) {
    say(context, 'lower/qos-without-chip', {
      what: `\`${device.name}\` has no switch chip that routes, so it would give no packet a QoS profile`,
      at,
      fix: 'leave it out here, or write what the CPU is to do as a `raw:` line',
    });
    return;
  }
  if (!marksPackets(target)) {
    sayQosTooOld(context, at);
    return;
  }
  addProfiles(context);
  addMap(context);
  checkRoom(context, Object.keys(profiles ?? {}), at);
}

function addProfiles({ device, target, draft }: LowerContext): void {
  const places = device.places.below('qos');
  for (const [name, profile] of Object.entries(device.settings.qos?.profiles ?? {})) {
    const own = places.below('profiles', name);
    const origin = places.keyAt('profiles', name);
    // Later versions would map the markings of a profile to it by themselves: the site's map says all that is mapped.
    const maps = knowsProperty(profileMenu, 'automap', target.routeros);
    draft.add(profileMenu, origin, {
      name: said(name, origin),
      dscp: said(profile.dscp ?? 0, own.at('dscp')),
      pcp: said(profile.pcp ?? 0, own.at('pcp')),
      'traffic-class': said(profile['traffic-class'], own.at('traffic-class')),
      automap: maps ? said(false, origin) : undefined,
      comment: tag(['qos', name], origin),
    });
  }
}

function addMap({ device, draft }: LowerContext): void {
  const places = device.places.below('qos');
  for (const [kind, menu] of mapMenus) {
    for (const [values, profile] of Object.entries(device.settings.qos?.map?.[kind] ?? {})) {
      const origin = places.keyAt('map', kind, values);
      draft.add(menu, origin, {
        [kind]: said(printMarkings(values), origin),
        profile: said(profile, places.at('map', kind, values)),
        comment: tag(['qos', kind, values], origin),
      });
    }
  }
}

const mapMenus = [
  ['dscp', '/interface/ethernet/switch/qos/map/ip'],
  ['pcp', '/interface/ethernet/switch/qos/map/vlan'],
] as const;

function printMarkings(values: string): string {
  const markings = [...(readMarkings(values) ?? [])].sort((a, b) => a.from - b.from);
  return markings.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** The built-in profile takes one place. */
function checkRoom(context: LowerContext, names: readonly string[], at: Span): void {
  const { device, target } = context;
  const room = target.offloadSwitch?.fact('qos.profiles');
  if (!room || names.length < room.value) return;
  const says = room.says(`${target.offloadSwitch?.chip} holds ${room.value} QoS profiles`);
  say(context, 'lower/qos-profiles-full', {
    what: `\`${device.name}\` has ${names.length} QoS profiles, and its chip has room for ${room.value - 1} beside the built-in one`,
    at,
    fix: 'use one profile for all packets that are treated alike',
    evidence: [says],
  });
}

/** Returns what asks for QoS in the chip. */
function lowerPort(context: LowerContext, name: string): readonly Span[] {
  const { device, target, draft } = context;
  const port = device.ports.get(name);
  const own = port?.settings.qos;
  const trust = own?.trust ?? device.settings.qos?.trust;
  if (!port || (trust === undefined && own?.profile === undefined)) return [];
  const profileAt = port.places.at('qos', 'profile');
  const trustAt = own?.trust === undefined ? device.places.at('qos', 'trust') : port.places.at('qos', 'trust');
  const at = trust === undefined ? profileAt : trustAt;
  if (!target.offloadSwitch || target.switchOf(name) !== target.offloadSwitch) {
    // A setting for the whole device concerns the chip's ports; one for a port was meant for that port.
    const ownAt = own?.trust === undefined ? profileAt : trustAt;
    if (own) sayWithoutChip(context, { name, at: ownAt, key: 'qos' });
    return [];
  }
  if (!marksPackets(target)) {
    sayQosTooOld(context, at);
    return [];
  }
  // All of it, so that what the site no longer says goes back to what it was.
  const keep = (kind: 'pcp' | 'dscp') => said(trust === kind || trust === 'both' ? 'keep' : 'ignore', at);
  draft.set('/interface/ethernet/switch/qos/port', name, port.written, {
    name: said(name, port.written),
    profile: own?.profile === undefined ? said(builtInQosProfile, at) : said(own.profile, profileAt),
    'trust-l2': keep('pcp'),
    'trust-l3': keep('dscp'),
  });
  return [at];
}

/** Rules of ACLs that give profiles; those that no chip carries out are `acl-marks.ts`'s to say. */
function aclWishes(context: LowerContext): readonly Span[] {
  if (!marksPackets(context.target)) return [];
  return judgingAcls(context).flatMap(({ acl, places }) =>
    acl.rules.flatMap(({ qos }, index) => (qos === undefined ? [] : [places.at('rules', index, 'qos')])),
  );
}

function switchOn(context: LowerContext, wish: Span): void {
  const { device, target, draft } = context;
  const chip = target.offloadSwitch;
  if (!chip) return;
  const model = device.places.at('model');
  const settings = { name: said(chip.name, model), 'qos-hw-offloading': said(true, wish) };
  draft.set('/interface/ethernet/switch', chip.name, model, settings);
  // Lines of the author's own may say what the other ports do.
  if (device.settings.qos?.trust !== undefined || device.settings.raw?.includes('switch/qos/port')) return;
  const own = [...device.ports.values()].filter(({ name }) => target.switchOf(name) === chip);
  const silent = own.filter(({ settings: { qos } }) => qos?.trust === undefined && qos?.profile === undefined);
  const [first] = silent;
  // Where no port says anything, `ops/qos-untrusted-default` does.
  if (!first || silent.length === own.length) return;
  say(context, 'lower/qos-clears-markings', {
    what: `what enters by ${listed(silent.map(({ name }) => name))} leaves with DSCP 0 and PCP 0`,
    at: first.written,
    label: 'does not say which markings it trusts',
    related: [{ at: wish, text: 'switches QoS in the chip on' }],
    severity: 'warning',
    why: 'With QoS in the chip, a port that trusts no marking gives everything its own profile, which is the built-in one.',
    fix: 'write `qos: { trust: both }` on the device, or `trust: none` where this is meant',
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}

function lowerRate(context: LowerContext, name: string): void {
  const { device, target, draft } = context;
  const port = device.ports.get(name);
  const limit = port?.settings.rate;
  if (!port || !limit) return;
  const at = port.places.at('rate');
  if (!target.offloadSwitch || target.switchOf(name) !== target.offloadSwitch) {
    sayWithoutChip(context, { name, at, key: 'rate' });
    return;
  }
  draft.set('/interface/ethernet/switch/port', name, port.written, {
    name: said(name, port.written),
    'ingress-rate': said(limit.in, port.places.at('rate', 'in')),
    'egress-rate': said(limit.out, port.places.at('rate', 'out')),
  });
}
