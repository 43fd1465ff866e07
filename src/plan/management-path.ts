// The way by which a session reaches the device, from its address down to the ports, so that a plan can say when it
// saws off the branch that it sits on.

import { type Config, type Item, itemsOf, listValues, type MenuPath, propertyValue } from '../model/config.ts';
import { isSamePrefix, parseInterfaceAddress, parsePrefix } from '../model/prefix.ts';
import { parseVlanIds } from '../model/vlan-ids.ts';
import type { Change } from './plan.ts';

export interface ManagementPath {
  /** The device's address that the session uses, without length. */
  readonly address: string;
  /** Interfaces that carry it: `vlan99`, `bridge1`, `ether23`. */
  readonly interfaces: readonly string[];
  readonly bridge?: { readonly name: string; readonly vid: number };
  /** `10.99.0.2 on vlan99` */
  readonly text: string;
}

/** Undefined when no address of the device is the session's: it comes through a translation, or nobody knows. */
export function managementPath(config: Config, address: string): ManagementPath | undefined {
  const wanted = parsePrefix(address);
  const row = (['/ip/address', '/ipv6/address'] as const)
    .flatMap((menu) => itemsOf(config, menu))
    .find((item) => {
      const host = parseInterfaceAddress(propertyValue(item, 'address') ?? '')?.host;
      return wanted && host && isSamePrefix(host, wanted);
    });
  const name = row && propertyValue(row, 'interface');
  if (!name) return undefined;
  const vlan = find(config, '/interface/vlan', 'name', name);
  const parent = vlan ? (propertyValue(vlan, 'interface') ?? '') : name;
  const filtering = find(config, '/interface/bridge', 'name', parent);
  const text = `${address} on ${name}`;
  if (!filtering) return { address, interfaces: expand(config, [name, parent]), text };
  const vid = Number((vlan && propertyValue(vlan, 'vlan-id')) ?? propertyValue(filtering, 'pvid') ?? 1);
  const members = membersOf(config, parent, vid);
  return { address, interfaces: expand(config, [name, parent, ...members]), bridge: { name: parent, vid }, text };
}

/** Whether a change touches the path, or who may use it. */
export function isOnManagementPath(path: ManagementPath, change: Change): boolean {
  const value = (name: string) => propertyOf(change, name);
  const carries = (name: string | undefined) => name !== undefined && path.interfaces.includes(name);
  switch (change.menu) {
    case '/interface/bridge/vlan':
      return value('bridge') === path.bridge?.name && touchesVlan(change, path.bridge?.vid);
    case '/interface/bridge/port':
      return carries(value('interface'));
    case '/ip/address':
    case '/ipv6/address':
      return carries(value('interface')) || value('address')?.split('/')[0] === path.address;
    case '/ip/vrf':
      return change.properties.some(({ before, after }) => [...listValues(before), ...listValues(after)].some(carries));
    case '/interface/ethernet/switch/rule':
      return !value('ports') || listValues(value('ports')).some(carries);
    case '/ip/firewall/filter':
    case '/ipv6/firewall/filter':
      return (value('chain') ?? 'input') === 'input';
    case '/ip/firewall/raw':
    case '/ipv6/firewall/raw':
      return (value('chain') ?? 'prerouting') === 'prerouting';
    case '/ip/service':
      return ['api', 'api-ssl'].includes(value('name') ?? change.key);
    case '/user':
    case '/user/group':
      return true;
    default:
      return isInterfaceMenu(change.menu) && (carries(value('name')) || carries(change.key));
  }
}

/** What the change says of the property, else what its selector does. */
function propertyOf({ properties, selector }: Change, name: string): string | undefined {
  const named = properties.find((property) => property.name === name);
  return named?.after ?? named?.before ?? selector?.match[name];
}

function touchesVlan(change: Change, vid: number | undefined): boolean {
  const named = change.properties.find(({ name }) => name === 'vlan-ids');
  const lists = [named?.before, named?.after, change.selector?.match['vlan-ids']];
  return vid !== undefined && lists.some((list) => parseVlanIds(list).includes(vid));
}

function isInterfaceMenu(menu: MenuPath): boolean {
  return /^\/interface\/[a-z0-9]+$/.test(menu) && menu !== '/interface/list';
}

/** Ports by which a VLAN of a bridge enters and leaves. */
function membersOf(config: Config, bridge: string, vid: number): readonly string[] {
  const rows = itemsOf(config, '/interface/bridge/vlan').filter(
    (item) => propertyValue(item, 'bridge') === bridge && parseVlanIds(propertyValue(item, 'vlan-ids')).includes(vid),
  );
  const listed = rows.flatMap((item) =>
    ['tagged', 'untagged'].flatMap((name) => listValues(propertyValue(item, name))),
  );
  const untagged = itemsOf(config, '/interface/bridge/port')
    .filter((item) => propertyValue(item, 'bridge') === bridge && Number(propertyValue(item, 'pvid') ?? 1) === vid)
    .flatMap((item) => propertyValue(item, 'interface') ?? []);
  return [...listed, ...untagged];
}

/** Bonds bring their slaves along. */
function expand(config: Config, names: readonly string[]): readonly string[] {
  const slaves = names.flatMap((name) => {
    const bond = find(config, '/interface/bonding', 'name', name);
    return bond ? listValues(propertyValue(bond, 'slaves')) : [];
  });
  return [...new Set([...names, ...slaves])].filter((name) => name !== '');
}

function find(config: Config, menu: MenuPath, name: string, value: string): Item | undefined {
  return itemsOf(config, menu).find((item) => propertyValue(item, name) === value);
}
