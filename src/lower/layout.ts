// What a device of the site consists of, before it becomes menus: VLANs with their members, L3 interfaces, bonds. Every
// feature reads it, so that "the ports of VLAN x" has one answer.

import type { DeviceIntent, Intent, Places } from '../intent/intent.ts';
import type { VlanSettings } from '../intent/schema.ts';
import type { BondSettings, PortRole } from '../intent/schema-device.ts';
import type { InterfaceAddress } from '../intent/schema-values.ts';
import { containsPrefix, type Prefix } from '../model/prefix.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import type { Location, Span } from '../source/location.ts';

export const bridgeName = 'bridge';
export const mtuDefault = 1500;

/** A port or a bond, with the role that the site gives it. */
export interface Attachment {
  /** Interface name. */
  readonly name: string;
  readonly kind: 'port' | 'bond';
  /** Front ports below it, in front-panel order. */
  readonly ports: readonly string[];
  readonly role: PortRole;
  readonly places: Places;
  readonly origin: Span;
}

export interface BondLayout {
  readonly name: string;
  readonly settings: BondSettings;
  readonly slaves: readonly string[];
  readonly places: Places;
  readonly origin: Span;
}

export interface VlanLayout {
  readonly name: string;
  readonly settings: VlanSettings;
  readonly mtu: number;
  /** Ports and bonds that carry it without a tag. */
  readonly untagged: readonly Attachment[];
  readonly tagged: readonly Attachment[];
  /** The device has an interface in it, named after it. */
  readonly isRouted: boolean;
  readonly origin: Span;
}

export interface PlacedAddress extends InterfaceAddress {
  readonly origin: Location;
}

/** An interface with addresses: a VLAN's, a routed port or a routed bond. */
export interface L3Layout {
  readonly name: string;
  readonly kind: 'vlan' | 'port' | 'bond';
  readonly addresses: readonly PlacedAddress[];
  /** Ports and bonds by which its packets enter. */
  readonly attachments: readonly Attachment[];
  readonly zone: string | undefined;
  readonly mtu: number;
  readonly isManagement: boolean;
  readonly origin: Span;
}

export interface Layout {
  readonly attachments: readonly Attachment[];
  readonly bonds: readonly BondLayout[];
  /** VLANs that the device has a port or an interface in, in the site's order. */
  readonly vlans: ReadonlyMap<string, VlanLayout>;
  readonly l3: ReadonlyMap<string, L3Layout>;
  /** Ports and bonds in the bridge. */
  readonly bridged: readonly Attachment[];
  /** What the device calls an interface of the site. */
  readonly onDevice: (name: string) => string;
}

const known = new WeakMap<DeviceIntent, Layout>();

/** The layout of one device; made once per device of an intent. */
export function layOut(intent: Intent, device: DeviceIntent): Layout {
  return computeIfAbsent(known, device, () => makeLayout(intent, device));
}

function makeLayout(intent: Intent, device: DeviceIntent): Layout {
  const bonds = bondsOf(device);
  const attachments = attachmentsOf(device, bonds);
  const vlans = vlansOf(intent, device, attachments);
  const l3 = [...vlanInterfaces(intent, device, vlans), ...routedInterfaces(intent, device, attachments)];
  return {
    attachments,
    bonds,
    vlans,
    l3: new Map(l3.map((each) => [each.name, each])),
    bridged: attachments.filter(isBridged),
    onDevice: (name) => device.settings.names?.[name] ?? name,
  };
}

/** A role that puts a port or bond into the bridge. */
export function isBridged({ role }: Attachment): boolean {
  return role.vlan !== undefined || role.trunk !== undefined || role.native !== undefined || role.bridged === true;
}

function bondsOf(device: DeviceIntent): BondLayout[] {
  return Object.entries(device.settings.bonds ?? {}).map(([name, settings]) => ({
    name,
    settings,
    slaves: [...device.ports.values()].filter((port) => port.settings.bond === name).map((port) => port.name),
    places: device.places.below('bonds', name),
    origin: device.places.keyAt('bonds', name),
  }));
}

function attachmentsOf(device: DeviceIntent, bonds: readonly BondLayout[]): Attachment[] {
  const ports = [...device.ports.values()]
    .filter(({ settings }) => settings.bond === undefined)
    .map(
      ({ name, settings, places, written }): Attachment => ({
        name,
        kind: 'port',
        ports: [name],
        role: settings,
        places,
        origin: written,
      }),
    );
  const bonded = bonds.map(
    ({ name, settings, slaves, places, origin }): Attachment => ({
      name,
      kind: 'bond',
      ports: slaves,
      role: settings,
      places,
      origin,
    }),
  );
  return [...ports, ...bonded];
}

function vlansOf(
  intent: Intent,
  device: DeviceIntent,
  attachments: readonly Attachment[],
): ReadonlyMap<string, VlanLayout> {
  const vlans = new Map<string, VlanLayout>();
  const { gateways = {}, management } = device.settings;
  for (const [name, settings] of Object.entries(intent.site.vlans ?? {})) {
    const untagged = attachments.filter(({ role }) => role.vlan === name || role.native === name);
    const tagged = attachments.filter(({ role }) => role.trunk?.includes(name) && role.native !== name);
    const isRouted = gateways[name] !== undefined || management?.vlan === name;
    if (untagged.length + tagged.length === 0 && !isRouted) continue;
    const mtu = settings.mtu ?? intent.site.defaults?.mtu ?? mtuDefault;
    vlans.set(name, { name, settings, mtu, untagged, tagged, isRouted, origin: intent.keyAt('vlans', name) });
  }
  return vlans;
}

function vlanInterfaces(intent: Intent, device: DeviceIntent, vlans: Layout['vlans']): L3Layout[] {
  return [...vlans.values()]
    .filter(({ isRouted }) => isRouted)
    .map((vlan): L3Layout => {
      const isManagement = device.settings.management?.vlan === vlan.name;
      return {
        name: vlan.name,
        kind: 'vlan',
        addresses: [...gatewayAddresses(device, vlan), ...(isManagement ? managementAddress(device) : [])],
        attachments: [...vlan.untagged, ...vlan.tagged],
        zone: undefined,
        mtu: vlan.mtu,
        isManagement,
        origin: intent.keyAt('vlans', vlan.name),
      };
    });
}

/** Gateways are written without a length; the VLAN's subnet that holds one has it. */
function gatewayAddresses(device: DeviceIntent, vlan: VlanLayout): PlacedAddress[] {
  const subnets = subnetsOf(vlan.settings);
  return (device.settings.gateways?.[vlan.name] ?? []).flatMap((host, index): PlacedAddress[] => {
    const network = subnets.find((subnet) => containsPrefix(subnet, host));
    return network ? [{ host, network, origin: device.places.at('gateways', vlan.name, index) }] : [];
  });
}

function managementAddress(device: DeviceIntent): PlacedAddress[] {
  const { management } = device.settings;
  return management ? [{ ...management.address, origin: device.places.at('management', 'address') }] : [];
}

function routedInterfaces(intent: Intent, device: DeviceIntent, attachments: readonly Attachment[]): L3Layout[] {
  const inherited = intent.site.defaults?.mtu ?? mtuDefault;
  const routed = attachments
    .filter(({ role }) => role.routed !== undefined)
    .map((attachment): L3Layout => {
      const { name, kind, role, places, origin } = attachment;
      const addresses = (role.routed ?? []).map((each, index) => ({ ...each, origin: places.at('routed', index) }));
      const mtu = role.mtu ?? inherited;
      return { name, kind, addresses, attachments: [attachment], zone: role.zone, mtu, isManagement: false, origin };
    });
  const port = device.settings.management?.port;
  if (port === undefined) return routed;
  const origin = device.places.at('management', 'port');
  const places = device.places.below('management');
  const attachment: Attachment = { name: port, kind: 'port', ports: [port], role: {}, places, origin };
  const management: L3Layout = {
    name: port,
    kind: 'port',
    addresses: managementAddress(device),
    attachments: [attachment],
    zone: undefined,
    mtu: mtuDefault,
    isManagement: true,
    origin,
  };
  return [...routed, management];
}

export function subnetsOf({ ipv4 = [], ipv6 = [] }: Pick<VlanSettings, 'ipv4' | 'ipv6'>): readonly Prefix[] {
  return [...ipv4, ...ipv6];
}
