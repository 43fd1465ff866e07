// What every site and device of NetBox asks: its objects by what they belong to.

import { groupBy } from '../../source/grouping.ts';
import type { SiteDraft } from '../site-draft.ts';
import type { Netbox, NetboxAddress, NetboxDevice, NetboxInterface } from './objects.ts';

/** What of NetBox stands in no site, and why. */
export interface NotCarried {
  /** `device sw1`, `VLAN 10 (office)` */
  readonly what: string;
  readonly reason: string;
}

type NetboxPrefixes = readonly Netbox['ipam/prefixes'][number][];

/** A VLAN of the site, under the name that it has there. */
export interface SiteVlan {
  readonly name: string;
  readonly draft: NonNullable<SiteDraft['vlans']>[string];
}

/** Why what NetBox knows has no place in a site: its state, or its VRF; undefined = it has. */
export function whyNotCarried({ status, vrf }: Pick<NetboxAddress, 'status' | 'vrf'>): string | undefined {
  if (vrf) return `it is in the VRF ${vrf.name ?? vrf.id}`;
  const state = status?.value ?? 'active';
  return state === 'active' ? undefined : `its status is ${state}`;
}

/** Indexes over all of NetBox that every site asks. */
export class NetboxIndex {
  readonly netbox: Netbox;
  readonly devices: ReadonlyMap<number, NetboxDevice>;
  readonly #devicesOf: ReadonlyMap<number, readonly NetboxDevice[]>;
  readonly #interfacesOf: ReadonlyMap<number, readonly NetboxInterface[]>;
  readonly #prefixesOf: ReadonlyMap<number | undefined, NetboxPrefixes>;
  readonly #addressesOf: ReadonlyMap<number | null | undefined, readonly NetboxAddress[]>;

  constructor(netbox: Netbox) {
    this.netbox = netbox;
    this.devices = new Map(netbox['dcim/devices'].map((each) => [each.id, each]));
    this.#devicesOf = groupBy(netbox['dcim/devices'], ({ site }) => site.id);
    this.#interfacesOf = groupBy(netbox['dcim/interfaces'], ({ device }) => device.id);
    this.#prefixesOf = groupBy(netbox['ipam/prefixes'], ({ vlan }) => vlan?.id);
    const own = netbox['ipam/ip-addresses'].filter((each) => each.assigned_object_type === 'dcim.interface');
    this.#addressesOf = groupBy(own, (each) => each.assigned_object_id);
  }

  devicesOf(site: number): readonly NetboxDevice[] {
    return this.#devicesOf.get(site) ?? [];
  }

  interfacesOf(device: number): readonly NetboxInterface[] {
    return this.#interfacesOf.get(device) ?? [];
  }

  prefixesOf(vlan: number): NetboxPrefixes {
    return this.#prefixesOf.get(vlan) ?? [];
  }

  addressesOf(networkInterface: number): readonly NetboxAddress[] {
    return this.#addressesOf.get(networkInterface) ?? [];
  }
}
