// A device of NetBox as a device of a site: ports and bonds with their roles, gateways, management.

import { parsePrefix } from '../../model/prefix.ts';
import type { Target } from '../../profile/target.ts';
import { nearestName } from '../../source/near-name.ts';
import { foldPorts } from '../fold-ports.ts';
import type { BondDraft, DeviceDraft, PortDraft, RoleDraft } from '../site-draft.ts';
import { oneOrMany } from '../site-draft.ts';
import { type NetboxIndex, type NotCarried, type SiteVlan, whyNotCarried } from './netbox-index.ts';
import type { NetboxAddress, NetboxDevice, NetboxInterface } from './objects.ts';

export interface DeviceContext {
  readonly target: Target;
  /** By id of NetBox. */
  readonly vlans: ReadonlyMap<number, SiteVlan>;
  /** As the platform says it. */
  readonly routeros: string | undefined;
  readonly notCarried: NotCarried[];
}

interface Cable {
  readonly port: string;
  readonly interfaceId: number;
  readonly deviceId: number;
  readonly mtu?: number;
}

export interface ConvertedDevice {
  readonly draft: DeviceDraft;
  readonly cables: readonly Cable[];
  /** Id of an interface → port. */
  readonly ends: ReadonlyMap<number, string>;
}

export function convertDevice(index: NetboxIndex, device: NetboxDevice, context: DeviceContext): ConvertedDevice {
  const { target, routeros } = context;
  const conversion = new DeviceConversion(index, device, context);
  for (const each of index.interfacesOf(device.id)) conversion.take(each);
  const { ports, bonds, gateways, management } = conversion;
  const order = [...target.ports.keys()];
  const sorted = [...ports].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return {
    draft: {
      model: target.model,
      ...(routeros !== undefined && { routeros }),
      ...(device.description && { description: device.description }),
      ...(management && { management }),
      ...(bonds.size > 0 && { bonds: Object.fromEntries(bonds) }),
      ...(sorted.length > 0 && { ports: foldPorts(Object.fromEntries(sorted), target) }),
      ...(gateways.size > 0 && {
        gateways: Object.fromEntries([...gateways].map(([vlan, own]) => [vlan, oneOrMany(own)])),
      }),
    },
    cables: conversion.cables,
    ends: conversion.ends,
  };
}

class DeviceConversion {
  readonly ports = new Map<string, PortDraft>();
  readonly bonds = new Map<string, BondDraft>();
  readonly gateways = new Map<string, string[]>();
  readonly cables: Cable[] = [];
  readonly ends = new Map<number, string>();
  management: DeviceDraft['management'];
  readonly #index: NetboxIndex;
  readonly #device: NetboxDevice;
  readonly #context: DeviceContext;

  constructor(index: NetboxIndex, device: NetboxDevice, context: DeviceContext) {
    this.#index = index;
    this.#device = device;
    this.#context = context;
  }

  take(each: NetboxInterface): void {
    const type = each.type?.value ?? '';
    const reason = whyNotCarried({ vrf: each.vrf });
    if (reason !== undefined) this.#refuse(each, reason);
    else if (type === 'lag') this.#takeBond(each);
    else if (type === 'virtual' || type === 'bridge') this.#takeVlanInterface(each);
    else this.#takePort(each);
  }

  #takePort(each: NetboxInterface): void {
    const { target } = this.#context;
    if (target.ports.has(each.name)) this.#takeKnownPort(each);
    else {
      const near = nearestName(each.name, target.ports.keys());
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      this.#refuse(each, `a ${target.model} has no such port${hint}`);
    }
  }

  #takeKnownPort(each: NetboxInterface): void {
    this.ends.set(each.id, each.name);
    const plugged = each.connected_endpoints_type === 'dcim.interface' ? each.connected_endpoints?.[0] : undefined;
    if (plugged?.device) {
      const far = this.#index.interfacesOf(plugged.device.id).find(({ id }) => id === plugged.id);
      const mtu = far?.mtu ?? undefined;
      const cable = { port: each.name, interfaceId: plugged.id, deviceId: plugged.device.id };
      this.cables.push({ ...cable, ...(mtu !== undefined && { mtu }) });
    }
    const own = this.#addressesOf(each);
    if (this.#isManagement(each, own)) {
      this.management = { port: each.name, address: own[0]?.address ?? '' };
      return;
    }
    const bond = each.lag?.name;
    const draft: PortDraft = {
      ...(bond ? { bond } : this.#roleOf(each, own)),
      ...(each.description && { description: each.description }),
      ...(!each.enabled && { enabled: false }),
    };
    if (Object.keys(draft).length > 0) this.ports.set(each.name, draft);
  }

  #takeBond(each: NetboxInterface): void {
    this.bonds.set(each.name, {
      ...this.#roleOf(each, this.#addressesOf(each)),
      ...(each.description && { description: each.description }),
    });
  }

  /** An interface of a VLAN: its untagged VLAN, or the number at the end of its name, or the VLAN's name. */
  #takeVlanInterface(each: NetboxInterface): void {
    const own = this.#addressesOf(each);
    if (own.length === 0) return;
    const vlan = this.#vlanOf(each);
    if (!vlan) this.#refuse(each, 'it belongs to no VLAN of the site');
    else if (this.#isManagement(each, own)) this.management = { vlan: vlan.name, address: own[0]?.address ?? '' };
    else {
      const more = own.map(({ address }) => address.replace(/\/\d+$/, ''));
      this.gateways.set(vlan.name, [...(this.gateways.get(vlan.name) ?? []), ...more]);
    }
  }

  #vlanOf(each: NetboxInterface): SiteVlan | undefined {
    const { vlans } = this.#context;
    if (each.untagged_vlan) return vlans.get(each.untagged_vlan.id);
    const number = Number(/(\d+)$/.exec(each.name)?.[1]);
    const all = [...vlans.values()];
    return all.find(({ name }) => name === each.name) ?? all.find(({ draft }) => draft.id === number);
  }

  #isManagement(each: NetboxInterface, own: readonly NetboxAddress[]): boolean {
    return each.mgmt_only && own.length > 0 && !this.management;
  }

  #roleOf(each: NetboxInterface, own: readonly NetboxAddress[]): RoleDraft {
    const mode = each.mode?.value;
    const untagged = each.untagged_vlan ? this.#name(each, each.untagged_vlan) : undefined;
    if (mode === 'access') return untagged === undefined ? {} : { vlan: untagged };
    if (mode === 'tagged' || mode === 'tagged-all') {
      const all = [...this.#context.vlans.values()].map(({ name }) => name);
      const tagged = (each.tagged_vlans ?? []).flatMap((vlan) => this.#name(each, vlan) ?? []);
      const trunk = (mode === 'tagged-all' ? all : tagged).filter((name) => name !== untagged);
      return { trunk, ...(untagged !== undefined && { native: untagged }) };
    }
    if (mode) {
      this.#refuse(each, `a site has no word for its mode ${mode}`);
      return {};
    }
    if (own.length === 0) return {};
    return { routed: oneOrMany(own.map(({ address }) => address)), ...(each.mtu && { mtu: each.mtu }) };
  }

  #name(each: NetboxInterface, { id, vid }: { readonly id: number; readonly vid: number }): string | undefined {
    const found = this.#context.vlans.get(id);
    if (!found) this.#refuse(each, `its VLAN ${vid} is not carried`);
    return found?.name;
  }

  #addressesOf(each: NetboxInterface): readonly NetboxAddress[] {
    return this.#index.addressesOf(each.id).filter((own) => {
      const reason = parsePrefix(own.address) ? whyNotCarried(own) : 'it is no address';
      if (reason !== undefined) {
        this.#context.notCarried.push({ what: `address ${own.address} of ${this.#label(each)}`, reason });
      }
      return reason === undefined;
    });
  }

  #label(each: NetboxInterface): string {
    return `interface ${this.#device.name ?? this.#device.id}/${each.name}`;
  }

  #refuse(each: NetboxInterface, reason: string): void {
    this.#context.notCarried.push({ what: this.#label(each), reason });
  }
}
