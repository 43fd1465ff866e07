// The devices that the page may read: one open connection each, kept while it is used, and what was read last.

import { type Clock, type Device, DeviceError } from '../device/device.ts';
import { deviceDiagnostic } from '../device/device-diagnostic.ts';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { type Config, menusOf } from '../model/config.ts';
import type { DeviceAccess } from '../pipeline/device/open-device.ts';
import type { Prior } from '../pipeline/plan/plan-device.ts';
import { readLive } from '../pipeline/plan/read-prior.ts';
import type { Progress } from './api/device-schema.ts';

export interface DeviceRegistryOptions {
  readonly clock: Clock;
  /** By name in the site. */
  readonly accesses: ReadonlyMap<string, DeviceAccess>;
}

export interface PriorOptions {
  /** What the device shall be: its menus are read too. */
  readonly desired: Config;
  /** Even when it was read a moment ago. */
  readonly fresh: boolean;
}

/** Menus between two words about the progress. */
const toldEvery = 10;

/** Whoever types a draft asks for a plan at every key; the device is not read for each of them. */
const priorMs = 15_000;
/** A connection that nobody used for so long is closed: every open one is a login that others see. */
const idleMs = 30_000;

interface Reading {
  readonly atMs: number;
  readonly menus: string;
  readonly prior: Promise<Staged<Prior | undefined>>;
}

interface Connection {
  readonly device: Promise<Device>;
  usedAtMs: number;
  /** Ends the wait for idleness. */
  readonly idle: AbortController;
}

export class DeviceRegistry {
  readonly #clock: Clock;
  readonly #accesses: DeviceRegistryOptions['accesses'];
  readonly #connections = new Map<string, Connection>();
  readonly #readings = new Map<string, Reading>();
  readonly #listeners = new Set<(progress: Progress) => void>();

  constructor({ clock, accesses }: DeviceRegistryOptions) {
    this.#clock = clock;
    this.#accesses = accesses;
  }

  /** By device, where it is, without password. */
  get places(): ReadonlyMap<string, string> {
    return new Map([...this.#accesses].map(([name, { url }]) => [name, url.text]));
  }

  has(name: string): boolean {
    return this.#accesses.has(name);
  }

  /** Ends with what it gives back. */
  onProgress(listener: (progress: Progress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Everything that is configured there; at most a few seconds old unless `fresh`. */
  async prior(name: string, { desired, fresh }: PriorOptions): Promise<Staged<Prior | undefined>> {
    const menus = [...menusOf(desired)].sort().join(' ');
    const known = this.#readings.get(name);
    if (!fresh && known?.menus === menus && this.#clock.now() - known.atMs < priorMs) return known.prior;
    let count = 0;
    const onMenu = () => {
      count += 1;
      if (count % toldEvery === 0) for (const tell of this.#listeners) tell({ device: name, menus: count });
    };
    const prior = this.use(name, (device) => readLive(device, name, desired, onMenu)).then(
      (read): Staged<Prior | undefined> => ({
        value: read.value?.value,
        diagnostics: [...read.diagnostics, ...(read.value?.diagnostics ?? [])],
      }),
    );
    this.#readings.set(name, { atMs: this.#clock.now(), menus, prior });
    return prior;
  }

  /** Reads by the open connection, or by a new one; a failure of the device becomes a diagnostic. */
  async use<T>(name: string, read: (device: Device) => Promise<T>): Promise<Staged<T | undefined>> {
    const access = this.#accesses.get(name);
    if (!access) return { value: undefined, diagnostics: [] };
    const connection = this.#connections.get(name) ?? this.#open(name, access);
    connection.usedAtMs = this.#clock.now();
    try {
      return { value: await read(await connection.device), diagnostics: [] };
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      await this.#drop(name, connection);
      this.#readings.delete(name);
      return { value: undefined, diagnostics: [deviceDiagnostic(error, name)] };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections].map(([name, connection]) => this.#drop(name, connection)));
    await Promise.all([...this.#accesses.values()].map((access) => access.close()));
  }

  #open(name: string, access: DeviceAccess): Connection {
    const connection = { device: access.connect(), usedAtMs: this.#clock.now(), idle: new AbortController() };
    this.#connections.set(name, connection);
    void this.#closeWhenIdle(name, connection);
    return connection;
  }

  async #closeWhenIdle(name: string, connection: Connection): Promise<void> {
    while (this.#connections.get(name) === connection) {
      const leftMs = connection.usedAtMs + idleMs - this.#clock.now();
      if (leftMs <= 0) await this.#drop(name, connection);
      else await this.#clock.sleep(leftMs, connection.idle.signal).catch(() => undefined);
    }
  }

  async #drop(name: string, connection: Connection): Promise<void> {
    if (this.#connections.get(name) === connection) this.#connections.delete(name);
    connection.idle.abort();
    const device = await connection.device.catch(() => undefined);
    await device?.close().catch(() => undefined);
  }
}
