// Every network that a site declares, with its place: VLAN subnets, links, management networks.

import { containsPrefix, parseInterfaceAddress } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import type { DeviceIntent, Intent } from './intent.ts';
import type { InterfaceAddress } from './schema-values.ts';

export interface OwnAddress extends InterfaceAddress {
  readonly device: string;
  /** A VLAN's name, or the port or bond as the site writes it. */
  readonly owner: string;
  readonly kind: 'vlan' | 'link' | 'management';
  /** Undefined = the main one. */
  readonly vrf: string | undefined;
  readonly at: Span;
}

/**
 * Two of one kind may be the same network: both ends of a link, the same management network on two devices. Networks of
 * different VRFs never meet.
 */
export interface DeclaredNetwork extends Pick<OwnAddress, 'network' | 'kind' | 'vrf' | 'at'> {
  /** `VLAN left`, `link of core/ether24`, `management of core` */
  readonly label: string;
  readonly device?: string;
}

export function vlanNetworks(intent: Intent): DeclaredNetwork[] {
  return Object.entries(intent.site.vlans ?? {}).flatMap(([name, vlan]) =>
    (['ipv4', 'ipv6'] as const).flatMap((key) =>
      (vlan[key] ?? []).map(
        (network, index): DeclaredNetwork => ({
          network,
          label: `VLAN \`${name}\``,
          kind: 'vlan',
          vrf: vrfOfVlan(intent, name),
          at: intent.at('vlans', name, key, index),
        }),
      ),
    ),
  );
}

/** The VRF of a VLAN, port or bond of the device; undefined = the main table. */
export function vrfOf({ vrfs = {} }: DeviceIntent['settings'], owner: string): string | undefined {
  return Object.entries(vrfs).find(([, { interfaces }]) => interfaces.includes(owner))?.[0];
}

/** The VRF that the management network is in. */
export function managementVrf(settings: DeviceIntent['settings']): string | undefined {
  return vrfOf(settings, settings.management?.vlan ?? settings.management?.port ?? '');
}

/** A VLAN is in the VRF that the devices with a gateway in it put it in. */
function vrfOfVlan(intent: Intent, vlan: string): string | undefined {
  return [...intent.devices.values()].map(({ settings }) => vrfOf(settings, vlan)).find((vrf) => vrf !== undefined);
}

/** By device, in the site that it was asked of. */
const known = new WeakMap<DeviceIntent, { readonly site: Intent['site']; readonly own: readonly OwnAddress[] }>();

/**
 * The device's own addresses. Gateways outside of every subnet of their VLAN are left out. Many checks ask, and finding
 * the place of each address is the most of it: the answer is kept.
 */
export function ownAddresses(intent: Intent, device: DeviceIntent): readonly OwnAddress[] {
  const before = known.get(device);
  if (before?.site === intent.site) return before.own;
  const own = [...gatewayAddresses(intent, device), ...linkAddresses(device), ...managementAddress(device)];
  known.set(device, { site: intent.site, own });
  return own;
}

function gatewayAddresses(intent: Intent, { settings, places, name: device }: DeviceIntent): OwnAddress[] {
  return Object.entries(settings.gateways ?? {}).flatMap(([owner, hosts]) => {
    const { ipv4 = [], ipv6 = [] } = intent.site.vlans?.[owner] ?? {};
    return hosts.flatMap((host, index): OwnAddress[] => {
      const network = [...ipv4, ...ipv6].find((subnet) => containsPrefix(subnet, host));
      if (!network) return [];
      const at = places.at('gateways', owner, index);
      return [{ host, network, device, owner, kind: 'vlan', vrf: vrfOf(settings, owner), at }];
    });
  });
}

function linkAddresses({ settings, places, name: device }: DeviceIntent): OwnAddress[] {
  return (['ports', 'bonds'] as const).flatMap((key) =>
    Object.entries(settings[key] ?? {}).flatMap(([owner, { routed = [] }]) =>
      [...routed.entries()].map(([index, address]): OwnAddress => {
        const at = places.at(key, owner, 'routed', index);
        return { ...address, device, owner, kind: 'link', vrf: vrfOf(settings, owner), at };
      }),
    ),
  );
}

/** Addresses that stand in rows of RouterOS's properties, on whichever interface. */
export function rowAddresses({ settings, places, name: device }: DeviceIntent): OwnAddress[] {
  return (settings.addresses ?? []).flatMap((row, index): OwnAddress[] => {
    const { address, interface: owner } = row;
    const own = row.enabled === false ? undefined : parseInterfaceAddress(String(address));
    if (!own || typeof owner !== 'string') return [];
    return [{ ...own, device, owner, kind: 'link', vrf: vrfOf(settings, owner), at: places.at('addresses', index) }];
  });
}

/** Networks that nobody knows before the device is told them, or that stand where a site is not read. */
export function hasUnknownNetworks({ settings: { dhcp, interfaces, raw } }: DeviceIntent): boolean {
  const told = [dhcp?.clients, dhcp?.['ipv6-clients'], interfaces?.pppoe, interfaces?.l2tp, interfaces?.ovpn];
  return told.some((rows) => rows !== undefined) || /\/(?:address|[\w-]{1,40}-client)\b/.test(raw ?? '');
}

function managementAddress({ settings, places, name: device }: DeviceIntent): OwnAddress[] {
  const { management } = settings;
  if (!management) return [];
  const owner = management.vlan ?? management.port ?? '';
  const kind = management.vlan === undefined ? 'management' : 'vlan';
  const at = places.at('management', 'address');
  return [{ ...management.address, device, owner, kind, vrf: managementVrf(settings), at }];
}

export function linkNetworks(intent: Intent): DeclaredNetwork[] {
  return [...intent.devices.values()].flatMap((device) =>
    ownAddresses(intent, device)
      .filter(({ kind }) => kind !== 'vlan')
      .map(({ network, owner, kind, vrf, at }): DeclaredNetwork => {
        const label = kind === 'link' ? `link \`${device.name}/${owner}\`` : `management of \`${device.name}\``;
        return { network, label, kind, device: device.name, vrf, at };
      }),
  );
}
