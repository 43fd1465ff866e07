// What an item takes for itself on a device, so that no second item can have it: a port's membership, an address, a
// VLAN id of a bridge. Two items with one claim are in each other's way; whoever gives it up has to go first.

import { listValues, type MenuPath } from '../model/config.ts';
import { parseInterfaceAddress, printAddress } from '../model/prefix.ts';
import { parseVlanIds } from '../model/vlan-ids.ts';

export interface Claim {
  /** `port ether3`, `address 10.0.2.1`, `VLAN 20 of bridge1` */
  readonly resource: string;
  /** `shared`: it needs the resource free of others, but many may use it so: the addresses of one port. */
  readonly use: 'alone' | 'shared';
  /** The member of a list property that makes the claim; the rest of the list could stay. */
  readonly member?: { readonly property: string; readonly value: string };
}

/** Value of an item's property; undefined = not set, or not known. */
export type PropertyReader = (name: string) => string | undefined;

type Claimant = (property: PropertyReader) => readonly (Claim | undefined)[];

const claimants: ReadonlyMap<MenuPath, Claimant> = new Map<MenuPath, Claimant>([
  ['/interface/ethernet', interfaceName],
  ['/interface/bridge', interfaceName],
  ['/interface/vxlan', interfaceName],
  ['/interface/bonding', (property) => [...interfaceName(property), ...slaves(property)]],
  ['/interface/vlan', (property) => [...interfaceName(property), vlanInterface(property)]],
  ['/interface/bridge/port', (property) => [alone('port', property('interface'))]],
  ['/interface/bridge/vlan', bridgeVlans],
  ['/ip/address', address],
  ['/ipv6/address', address],
  ['/ip/dhcp-server', (property) => [alone('DHCP server on', property('interface'))]],
]);

export function claimsOf(menu: MenuPath, property: PropertyReader): readonly Claim[] {
  return (
    claimants
      .get(menu)?.(property)
      .filter((claim) => claim !== undefined) ?? []
  );
}

function alone(kind: string, value: string | undefined): Claim | undefined {
  return value ? { resource: `${kind} ${value}`, use: 'alone' } : undefined;
}

/** All interfaces share one name space. */
function interfaceName(property: PropertyReader): readonly (Claim | undefined)[] {
  return [alone('interface name', property('name'))];
}

function slaves(property: PropertyReader): readonly Claim[] {
  return listValues(property('slaves')).map((value) => ({
    resource: `port ${value}`,
    use: 'alone',
    member: { property: 'slaves', value },
  }));
}

function vlanInterface(property: PropertyReader): Claim | undefined {
  const parent = property('interface');
  const vid = property('vlan-id');
  return parent && vid ? alone('VLAN interface', `${vid} on ${parent}`) : undefined;
}

function bridgeVlans(property: PropertyReader): readonly Claim[] {
  const bridge = property('bridge');
  if (!bridge) return [];
  return parseVlanIds(property('vlan-ids')).map((vid) => ({
    resource: `VLAN ${vid} of ${bridge}`,
    use: 'alone',
    member: { property: 'vlan-ids', value: String(vid) },
  }));
}

/** An address needs its port outside of bridges and bonds. */
function address(property: PropertyReader): readonly (Claim | undefined)[] {
  const host = parseInterfaceAddress(property('address') ?? '')?.host;
  const port = property('interface');
  return [alone('address', host && printAddress(host)), port ? { resource: `port ${port}`, use: 'shared' } : undefined];
}
