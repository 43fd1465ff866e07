// A conversion under way: what the file says, what the site has become so far, and the account of every line.

import type { Target } from '../../../profile/target.ts';
import { computeIfAbsent } from '../../../source/grouping.ts';
import { Names } from '../../names.ts';
import type { DeviceDraft, SiteDraft } from '../../site-draft.ts';
import type { ForeignConfig, ForeignInterface } from '../facts.ts';
import type { Ledger } from '../ledger.ts';
import { linesOf, type Said } from '../said.ts';
import { areaId, areaNumber, interfaceKey } from '../values.ts';

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Path in the site → lines that it comes from. */
export type Origins = Map<string, Set<number>>;

export const pathKey = (path: readonly (string | number)[]): string => path.join('\n');

export class Conversion {
  readonly config: ForeignConfig;
  readonly ledger: Ledger;
  readonly target: Target;
  readonly deviceName: string;
  readonly device: Mutable<Omit<DeviceDraft, 'model' | 'routeros'>> = {};
  readonly vlans: NonNullable<SiteDraft['vlans']> = {};
  readonly acls: NonNullable<SiteDraft['acls']> = {};
  readonly origins: Origins = new Map();
  readonly names: Names;
  /** VLAN id → name in the site. */
  readonly vlanNames = new Map<number, string>();
  /** Port, aggregate or VLAN interface of the file → port, bond or VLAN of the site. */
  readonly placed = new Map<ForeignInterface, string>();
  /** VRF of the file → of the site. */
  readonly vrfNames = new Map<string, string>();
  readonly #areaKeys = new Map<number, string>();

  constructor(config: ForeignConfig, ledger: Ledger, target: Target, deviceName: string) {
    this.config = config;
    this.ledger = ledger;
    this.target = target;
    this.deviceName = deviceName;
    this.names = new Names(target.ports.keys());
  }

  /** Its value, and the account that it stands in the site at a path of the device. */
  take<T>(said: Said<T>, ...path: readonly (string | number)[]): T {
    this.from([said.line], ...path);
    return said.value;
  }

  /** These lines are what the place in the device comes from. */
  from(lines: Iterable<number>, ...path: readonly (string | number)[]): void {
    this.fromAt(lines, 'devices', this.deviceName, ...path);
  }

  fromAt(lines: Iterable<number>, ...path: readonly (string | number)[]): void {
    const all = [...lines];
    this.ledger.carry(...all);
    const known = computeIfAbsent(this.origins, pathKey(path), () => new Set());
    for (const line of all) known.add(line);
  }

  /** The key of an OSPF area, in the spelling that was asked for first. */
  areaKey(written: string): string {
    return computeIfAbsent(this.#areaKeys, areaNumber(written), () => areaId(written));
  }

  refuse(said: Said<unknown> | undefined, reason: string): void {
    if (said) this.ledger.refuse(said.line, reason);
  }

  /** As `refuse`, where nothing else became of it. */
  refuseLeft(said: { readonly line: number } | undefined, reason: string): void {
    if (said && !this.ledger.isSettled(said.line)) this.ledger.refuse(said.line, reason);
  }

  /** The VLAN of a VLAN interface, where the device is the gateway of it. */
  routedVlan(each: ForeignInterface): string | undefined {
    const vlan = each.kind === 'vlan' ? this.placed.get(each) : undefined;
    return vlan !== undefined && this.device.gateways?.[vlan] ? vlan : undefined;
  }

  /** The places that have addresses of their own: VLANs with a gateway, routed ports and bonds. */
  routed(): readonly (readonly [ForeignInterface, string])[] {
    const { gateways = {}, ports = {}, bonds = {} } = this.device;
    return [...this.placed].filter(([{ kind }, place]) => {
      if (kind === 'vlan') return gateways[place] !== undefined;
      return (kind === 'aggregate' ? bonds : ports)[place]?.routed !== undefined;
    });
  }

  /** An interface by a name of the file. */
  interfaceNamed(name: string): ForeignInterface | undefined {
    return this.config.interfaces.get(interfaceKey(name));
  }
}

/** Every setting of an interface, one by one. */
export function settingsOf({ said }: ForeignInterface): readonly Said<unknown>[] {
  return Object.values(said).flatMap((value): readonly Said<unknown>[] => (Array.isArray(value) ? value : [value]));
}

export function refuseInterface(conversion: Conversion, each: ForeignInterface, reason: string): void {
  for (const line of [...each.heads, ...linesOf(settingsOf(each))]) conversion.ledger.refuse(line, reason);
}
