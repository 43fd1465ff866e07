// What the chip and the kernel learn from traffic: MAC addresses and neighbours.

import { parseDuration } from '../../../model/duration.ts';

interface Learned {
  readonly port: string;
  readonly at: number;
}

/**
 * MAC addresses by bridge and VLAN (VLAN 0 on bridges that do not filter). Addresses age; a full table learns
 * nothing.
 */
export class ForwardingDatabase {
  readonly #entries = new Map<string, Learned>();

  learn(bridge: string, vlan: number, mac: string, port: string, at: number, capacity: number): void {
    const key = `${bridge} ${vlan} ${mac}`;
    if (!this.#entries.has(key) && this.#entries.size >= capacity) return;
    this.#entries.set(key, { port, at });
  }

  /** The port behind which the address was last seen; undefined when unknown or too old. */
  lookup(bridge: string, vlan: number, mac: string, now: number, ageingTime: string): string | undefined {
    const key = `${bridge} ${vlan} ${mac}`;
    const learned = this.#entries.get(key);
    if (!learned) return undefined;
    if (now - learned.at <= (parseDuration(ageingTime) ?? 300_000)) return learned.port;
    this.#entries.delete(key);
    return undefined;
  }

  /** As `/interface/bridge/host` lists them. */
  rows(): readonly { readonly bridge: string; readonly vlan: number; readonly mac: string; readonly port: string }[] {
    return [...this.#entries].map(([key, { port }]) => {
      const [bridge = '', vlan = '', mac = ''] = key.split(' ');
      return { bridge, vlan: Number(vlan), mac, port };
    });
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Something with an address that is plugged in somewhere and answers ARP and neighbour solicitations. */
export interface Host {
  readonly address: string;
  readonly mac: string;
  /** Front port, by its current name. */
  readonly port: string;
  /** The tag that it sends and expects; absent = untagged. */
  readonly vlan?: number;
  /** The device has resolved it before, whatever networks it has. */
  readonly isResolved?: true;
}

/** Resolved neighbours by interface and address. */
export class Neighbours {
  readonly #macs = new Map<string, string>();
  readonly #counts = { 4: 0, 6: 0 };

  resolve(name: string, address: string): string | undefined {
    return this.#macs.get(`${name} ${address}`);
  }

  add(name: string, address: string, mac: string): void {
    const key = `${name} ${address}`;
    if (!this.#macs.has(key)) this.#counts[address.includes(':') ? 6 : 4]++;
    this.#macs.set(key, mac);
  }

  rows(family: 4 | 6): readonly { readonly name: string; readonly address: string; readonly mac: string }[] {
    return [...this.#macs].flatMap(([key, mac]) => {
      const end = key.lastIndexOf(' ');
      const address = key.slice(end + 1);
      return address.includes(':') === (family === 6) ? [{ name: key.slice(0, end), address, mac }] : [];
    });
  }

  count(family: 4 | 6): number {
    return this.#counts[family];
  }

  clear(): void {
    this.#macs.clear();
    Object.assign(this.#counts, { 4: 0, 6: 0 });
  }
}
