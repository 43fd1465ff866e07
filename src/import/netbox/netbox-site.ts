// A site of NetBox as a site of rosc: its MikroTik devices with VLANs, ports, bonds, gateways and management, the hosts
// that cables lead to, and what custom fields add. What comes to nothing is said, with the reason.

import { parsePrefix } from '../../model/prefix.ts';
import type { Target } from '../../profile/target.ts';
import { legalised, Names } from '../names.ts';
import type { DeviceDraft, SiteDraft } from '../site-draft.ts';
import { oneOrMany } from '../site-draft.ts';
import { convertDevice } from './netbox-device.ts';
import { type NetboxIndex, type NotCarried, type SiteVlan, whyNotCarried } from './netbox-index.ts';
import type { NetboxDevice, NetboxSite, NetboxVlan } from './objects.ts';

export interface NetboxSiteDraft {
  /** The slug of the site. */
  readonly slug: string;
  readonly draft: SiteDraft;
  readonly notCarried: readonly NotCarried[];
  /** `DEVICE/PORT` of this site, and the interface of another site that its cable leads to. */
  readonly cables: readonly { readonly end: string; readonly interfaceId: number }[];
  /** Id of an interface → `SITE/DEVICE/PORT`. */
  readonly ends: ReadonlyMap<number, string>;
}

export interface NetboxOptions {
  /** The target of a device, or why there is none. */
  targetOf(model: string, routeros: string | undefined): Target | string;
}

/** States of devices whose configuration somebody wants. */
const wanted: ReadonlySet<string> = new Set(['active', 'staged']);

/** Undefined where no device of the site is one of MikroTik. */
export function netboxSite(index: NetboxIndex, site: NetboxSite, options: NetboxOptions): NetboxSiteDraft | undefined {
  const own = index.devicesOf(site.id).filter(isMikrotik);
  if (own.length === 0) return undefined;
  const notCarried: NotCarried[] = [];
  const vlans = siteVlans(index, site, own, notCarried);
  const names = new Names([]);
  const devices: Record<string, DeviceDraft> = {};
  const hosts: NonNullable<SiteDraft['hosts']> = {};
  const cables: { end: string; interfaceId: number }[] = [];
  const ends = new Map<number, string>();
  for (const device of own) {
    const label = labelOf(device);
    const machine = machineOf(device, options);
    if (typeof machine === 'string') {
      notCarried.push({ what: label, reason: machine });
      continue;
    }
    const name = names.claim(nameOf(device));
    const made = convertDevice(index, device, { ...machine, vlans, notCarried });
    devices[name] = { ...made.draft, ...ownWords(device.custom_fields, made.draft, label, notCarried) };
    for (const [id, port] of made.ends) ends.set(id, `${legalised(site.slug)}/${name}/${port}`);
    for (const { port, interfaceId, deviceId, mtu } of made.cables) {
      const other = index.devices.get(deviceId);
      if (other && isMikrotik(other)) cables.push({ end: `${name}/${port}`, interfaceId });
      else if (other?.name) hosts[names.claim(other.name)] = hostAt(other, name, port, mtu);
    }
  }
  const draft = draftOf(site, { vlans, devices, hosts });
  const more = ownWords(site.custom_fields, draft, `site ${site.slug}`, notCarried);
  return { slug: site.slug, draft: { ...draft, ...more }, notCarried, cables, ends };
}

function nameOf({ name, id }: NetboxDevice): string {
  return name ?? `device-${id}`;
}

function labelOf({ name, id }: NetboxDevice): string {
  return `device ${name ?? id}`;
}

interface Parts {
  readonly vlans: ReadonlyMap<number, SiteVlan>;
  readonly devices: Record<string, DeviceDraft>;
  readonly hosts: NonNullable<SiteDraft['hosts']>;
}

function draftOf({ slug, description }: NetboxSite, { vlans, devices, hosts }: Parts): SiteDraft {
  return {
    version: 1,
    site: legalised(slug),
    ...(description && { description }),
    vlans: Object.fromEntries([...vlans.values()].map(({ name, draft }) => [name, draft])),
    devices,
    ...(Object.keys(hosts).length > 0 && { hosts }),
  };
}

/** What the device is and runs, or why it is not carried. */
function machineOf(
  { status, platform, device_type: { model } }: NetboxDevice,
  options: NetboxOptions,
): { readonly target: Target; readonly routeros: string | undefined } | string {
  const state = status?.value ?? 'active';
  if (!wanted.has(state)) return `its status is ${state}`;
  const routeros = /\b7(?:\.\d+)+/.exec(platform?.name ?? '')?.[0];
  const target = options.targetOf(model, routeros);
  return typeof target === 'string' ? target : { target, routeros };
}

function hostAt(
  { primary_ip4, primary_ip6 }: NetboxDevice,
  device: string,
  port: string,
  mtu: number | undefined,
): NonNullable<SiteDraft['hosts']>[string] {
  const ips = [primary_ip4, primary_ip6].flatMap((ip) => ip?.address.replace(/\/\d+$/, '') ?? []);
  return { device, port, ...(ips.length > 0 && { address: oneOrMany(ips) }), ...(mtu !== undefined && { mtu }) };
}

function isMikrotik({ device_type: { manufacturer } }: NetboxDevice): boolean {
  return /^mikrotik$/i.test(manufacturer.slug ?? manufacturer.name ?? '');
}

/** By id of NetBox: those that belong to the site, and those that its interfaces use. */
function siteVlans(
  index: NetboxIndex,
  site: NetboxSite,
  devices: readonly NetboxDevice[],
  notCarried: NotCarried[],
): ReadonlyMap<number, SiteVlan> {
  const interfaces = devices.flatMap(({ id }) => index.interfacesOf(id));
  const used = new Set(
    interfaces.flatMap((each) => [each.untagged_vlan, ...(each.tagged_vlans ?? [])]).map((vlan) => vlan?.id),
  );
  const names = new Names([]);
  const byVid = new Map<number, NetboxVlan>();
  const vlans = new Map<number, SiteVlan>();
  for (const vlan of index.netbox['ipam/vlans']) {
    if (vlan.site?.id !== site.id && !used.has(vlan.id)) continue;
    const what = `VLAN ${vlan.vid} (${vlan.name})`;
    const twin = byVid.get(vlan.vid);
    const reason =
      whyNotCarried({ status: vlan.status }) ?? (twin && `the site has VLAN ${vlan.vid} already, as ${twin.name}`);
    if (reason !== undefined) {
      notCarried.push({ what, reason });
      continue;
    }
    byVid.set(vlan.vid, vlan);
    const networks = networksOf(index, vlan, what, notCarried);
    vlans.set(vlan.id, {
      name: names.claim(vlan.name, `vlan${vlan.vid}`),
      draft: { id: vlan.vid, ...networks, ...(vlan.description && { description: vlan.description }) },
    });
  }
  return vlans;
}

function networksOf(index: NetboxIndex, vlan: NetboxVlan, what: string, notCarried: NotCarried[]) {
  const families: { ipv4: string[]; ipv6: string[] } = { ipv4: [], ipv6: [] };
  for (const each of index.prefixesOf(vlan.id)) {
    const { prefix } = each;
    const parsed = parsePrefix(prefix);
    const reason = parsed ? whyNotCarried(each) : 'it is no prefix';
    if (parsed && reason === undefined) families[parsed.family === 4 ? 'ipv4' : 'ipv6'].push(prefix);
    else notCarried.push({ what: `prefix ${prefix} of ${what}`, reason: reason ?? '' });
  }
  return {
    ...(families.ipv4.length > 0 && { ipv4: oneOrMany(families.ipv4) }),
    ...(families.ipv6.length > 0 && { ipv6: oneOrMany(families.ipv6) }),
  };
}

/** The custom field `rosc`: JSON in the words of a site, for what NetBox has no field for. It replaces nothing. */
function ownWords(
  fields: Readonly<Record<string, unknown>> | null | undefined,
  made: object,
  what: string,
  notCarried: NotCarried[],
): Readonly<Record<string, never>> {
  const words = fields?.rosc;
  if (words === null || words === undefined) return {};
  if (typeof words !== 'object' || Array.isArray(words)) {
    notCarried.push({ what: `custom field rosc of ${what}`, reason: 'it is no JSON object' });
    return {};
  }
  const free = Object.entries(words).filter(([key]) => {
    const isFree = !(key in made);
    if (!isFree)
      notCarried.push({ what: `${key} in the custom field rosc of ${what}`, reason: 'NetBox says it itself' });
    return isFree;
  });
  return Object.fromEntries(free) as Readonly<Record<string, never>>;
}
