// What every site and device of NetBox asks: its objects by what they belong to.

import type { SiteDraft } from '../site-draft.ts';
import type { Netbox, NetboxAddress, NetboxDevice, NetboxInterface } from './objects.ts';

/** What of NetBox stands in no site, and why. */
export interface NotCarried {
  /** `device sw1`, `VLAN 10 (office)` */
  readonly what: string;
  readonly reason: string;
}

/** A VLAN of the site, under the name that it has there. */
export interface SiteVlan {
  readonly name: string;
  readonly vid: number;
  readonly draft: NonNullable<SiteDraft['vlans']>[string];
}

/** Indexes over all of NetBox that every site asks. */
export class NetboxIndex {
  readonly addresses = new Map<number, NetboxAddress[]>();
  readonly interfaces = new Map<number, NetboxInterface[]>();
  readonly devices = new Map<number, NetboxDevice>();
  readonly #prefixes = new Map<number, Netbox['ipam/prefixes']>();

  readonly netbox: Netbox;

  constructor(netbox: Netbox) {
    this.netbox = netbox;
    for (const each of netbox['dcim/devices']) this.devices.set(each.id, each);
    for (const each of netbox['dcim/interfaces']) push(this.interfaces, each.device.id, each);
    for (const each of netbox['ipam/prefixes']) if (each.vlan) push(this.#prefixes, each.vlan.id, each);
    for (const each of netbox['ipam/ip-addresses']) {
      const { assigned_object_type: type, assigned_object_id: id } = each;
      if (type === 'dcim.interface' && typeof id === 'number') push(this.addresses, id, each);
    }
  }

  prefixesOf(vlan: number): Netbox['ipam/prefixes'] {
    return this.#prefixes.get(vlan) ?? [];
  }
}

function push<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
