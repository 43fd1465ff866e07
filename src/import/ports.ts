// Front ports and bonds with their roles, and what else a site says of a port.

import { bond as bondSchema, port as portSchema } from '../intent/schema-device.ts';
import { builtInQosProfile } from '../intent/schema-qos.ts';
import { type Config, enabledItemsOf, type Item, isYes, itemsOf, listValues, propertyValue } from '../model/config.ts';
import { effective } from '../model/menus.ts';
import { siteBitRate } from '../model/rates.ts';
import { canonical } from '../model/values.ts';
import type { Target } from '../profile/target.ts';
import { type Addresses, descriptionAmong } from './addresses.ts';
import type { Bridging } from './bridging.ts';
import { descriptionOf } from './comments.ts';
import { nameOf } from './names.ts';
import { type BondDraft, oneOrMany, type PortDraft, type RoleDraft } from './site-draft.ts';
import type { ImportedVlan } from './vlans.ts';

export interface Surroundings {
  readonly config: Config;
  readonly target: Target;
  readonly bridging: Bridging | undefined;
  readonly vlans: ReadonlyMap<number, ImportedVlan>;
  readonly addresses: Addresses;
}

export interface Attachments {
  /** In front-panel order; ports of which nothing is said are left out. */
  readonly ports: ReadonlyMap<string, PortDraft>;
  readonly bonds: ReadonlyMap<string, BondDraft>;
}

export function attachmentsOf(surroundings: Surroundings): Attachments {
  const { config, target } = surroundings;
  const bonds = new Map<string, BondDraft>();
  const slaves = new Map<string, string>();
  for (const item of enabledItemsOf(config, '/interface/bonding')) {
    const members = listValues(propertyValue(item, 'slaves'));
    const draft = bondDraft(surroundings, item);
    const areFree = members.every((port) => target.ports.has(port) && !slaves.has(port));
    if (!draft || members.length === 0 || !areFree) continue;
    bonds.set(nameOf(item), draft);
    for (const port of members) slaves.set(port, nameOf(item));
  }
  const ports = new Map<string, PortDraft>();
  for (const name of target.ports.keys()) {
    const bond = slaves.get(name);
    const role: PortDraft | undefined = bond === undefined ? roleOf(surroundings, name) : { bond };
    const draft = { ...role, ...ownSettings(surroundings, name, role) };
    const isSaid = Object.values(draft).some((value) => value !== undefined);
    if (isSaid && portSchema.safeParse(draft).success) ports.set(name, draft);
  }
  return { ports, bonds };
}

/** Undefined where the site's schema could not hold it. */
function bondDraft(surroundings: Surroundings, item: Item): BondDraft | undefined {
  const role = roleOf(surroundings, nameOf(item));
  if (!role) return undefined;
  const wanted = (name: string) => {
    const value = effective(item, name).value;
    return item.properties.has(name) && value !== '' ? value : undefined;
  };
  const { mode, 'hash-policy': hashPolicy, 'lacp-rate': lacpRate } = bondSchema.shape;
  const links = wanted('min-links');
  const written = mode.safeParse(effective(item, 'mode').value).data;
  if (written === undefined) return undefined;
  const draft = {
    mode: written === '802.3ad' ? undefined : written,
    'lacp-rate': lacpRate.safeParse(wanted('lacp-rate')).data,
    'hash-policy': hashPolicy.safeParse(wanted('transmit-hash-policy')).data,
    'min-links': links === undefined ? undefined : Number(links),
    ...role,
    description: descriptionIn(role, surroundings, item),
  };
  return bondSchema.safeParse(draft).success ? draft : undefined;
}

/** Undefined for ports that neither switch a known VLAN nor route. */
function roleOf({ config, bridging, vlans, addresses }: Surroundings, name: string): RoleDraft | undefined {
  if (bridging?.ports.has(name)) {
    const tagged = [...vlans.values()].filter(({ members }) => members.tagged.has(name));
    const [untagged] = [...vlans.values()].filter(({ members }) => members.untagged.has(name));
    if (tagged.length === 0) return untagged ? { vlan: untagged.name } : { bridged: true };
    const frames = propertyValue(bridging.ports.get(name) ?? { properties: new Map() }, 'frame-types');
    const takesUntagged = !untagged && frames !== 'admit-only-vlan-tagged';
    return {
      trunk: oneOrMany(tagged.map((vlan) => vlan.name)),
      native: untagged?.name,
      ...(takesUntagged && { bridged: true as const }),
    };
  }
  const own = addresses.get(name);
  if (!own || isBridged(config, name)) return undefined;
  const row = rowOf(config, '/interface/ethernet', name) ?? rowOf(config, '/interface/bonding', name);
  const mtu = Number(row ? effective(row, 'mtu').value : 1500);
  return {
    routed: oneOrMany(own.map(({ text }) => text)),
    mtu: mtu !== 1500 && mtu >= 576 && mtu <= 10218 ? mtu : undefined,
  };
}

function isBridged(config: Config, name: string): boolean {
  return enabledItemsOf(config, '/interface/bridge/port').some((item) => propertyValue(item, 'interface') === name);
}

const vlanTagBytes = 4;

function ownSettings(surroundings: Surroundings, name: string, role: PortDraft | undefined): PortDraft {
  const { config, target, bridging, vlans } = surroundings;
  const row = rowOf(config, '/interface/ethernet', name);
  const written = Number(row && propertyValue(row, 'l2mtu'));
  // What the largest VLAN needs comes by itself.
  const needed = Math.max(1500, ...[...vlans.values()].map(({ draft }) => draft.mtu ?? 1500)) + vlanTagBytes;
  const l2mtu = written === needed ? Number.NaN : written;
  const guard = bridging?.ports.get(name);
  return {
    l2mtu: l2mtu >= 1500 && l2mtu <= 10222 ? l2mtu : undefined,
    ...(target.offloadSwitch && target.switchOf(name) === target.offloadSwitch && chipSettings(config, name)),
    'bpdu-guard': guard && isYes(propertyValue(guard, 'bpdu-guard')) ? true : undefined,
    enabled: row && isYes(propertyValue(row, 'disabled')) ? false : undefined,
    description: descriptionIn(role, surroundings, row),
  };
}

/** A routed interface that says nothing of itself is what its address says. */
function descriptionIn(role: PortDraft | undefined, { addresses }: Surroundings, row: Item | undefined) {
  const routed = role?.routed === undefined || !row ? [] : (addresses.get(nameOf(row)) ?? []);
  return descriptionOf(row) ?? descriptionAmong(routed);
}

function chipSettings(config: Config, name: string): PortDraft {
  const port = rowOf(config, '/interface/ethernet/switch/port', name);
  const marks = rowOf(config, '/interface/ethernet/switch/qos/port', name);
  const rate = { in: rateOf(port, 'ingress-rate'), out: rateOf(port, 'egress-rate') };
  const keeps = (layer: 'trust-l2' | 'trust-l3') => marks !== undefined && propertyValue(marks, layer) === 'keep';
  const trust = keeps('trust-l2') ? (keeps('trust-l3') ? 'both' : 'pcp') : keeps('trust-l3') ? 'dscp' : undefined;
  const flag = port && propertyValue(port, 'l3-hw-offloading');
  const profile = profileOf(config, marks);
  return {
    'l3-offload': flag !== undefined && !isYes(flag) ? false : undefined,
    rate: rate.in !== undefined || rate.out !== undefined ? rate : undefined,
    qos: trust || profile !== undefined ? { trust, profile } : undefined,
  };
}

/** A profile of the device's own. */
function profileOf(config: Config, marks: Item | undefined): string | undefined {
  const profile = marks && propertyValue(marks, 'profile');
  const own = enabledItemsOf(config, '/interface/ethernet/switch/qos/profile');
  return own.some((item) => nameOf(item) === profile) && profile !== builtInQosProfile ? profile : undefined;
}

/** `2Gbps`; undefined where there is no limit. */
function rateOf(item: Item | undefined, name: 'ingress-rate' | 'egress-rate'): string | undefined {
  const value = item && propertyValue(item, name);
  const bps = value === undefined ? Number.NaN : Number(canonical({ type: 'number', offload: 'neutral' }, value));
  return bps > 0 ? siteBitRate(bps) : undefined;
}

function rowOf(config: Config, menu: Item['menu'], name: string): Item | undefined {
  return itemsOf(config, menu).find((item) => nameOf(item) === name);
}
