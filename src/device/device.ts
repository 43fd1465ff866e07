// The only connection to a router. Every wait has a time-out, no command is repeated when its outcome is unknown.

import type { MenuPath } from '../model/config.ts';

/** One row as the device prints it: property → value, `.id` included. Booleans are `true`/`false`. */
export type Row = Readonly<Record<string, string>>;

/** How much a device may say in one reading, counted while it says it. */
export interface Allowance {
  /** Why it is too much with this, too; undefined = it is not. */
  take(said: { readonly rows: number; readonly bytes: number }): string | undefined;
}

export interface ReadOptions {
  /** Properties to ask for; absent = all. */
  readonly proplist?: readonly string[];
  /** RouterOS query words without the leading `?`. */
  readonly query?: readonly string[];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** That this answer is a part of; a connection of the API ends where it is more. */
  readonly allowance?: Allowance | undefined;
}

/** One sentence that changes something. */
export interface Command {
  readonly menu: MenuPath;
  /** `add`, `set`, `remove`, `move`, `unset`, `enable`, `disable`, or a menu's own command such as `run`. */
  readonly verb: string;
  /** Words in order; `.id` and `numbers` are ordinary arguments. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Properties to clear on `set` (`=!name=`). */
  readonly cleared?: readonly string[];
}

export type Reply =
  | { readonly kind: 'done' /** `=ret=`: the id of an added item, a job id. */; readonly ret?: string }
  | { readonly kind: 'refused'; readonly message: string; readonly category?: number }
  /** It may or may not have run: the caller must look. */
  | { readonly kind: 'lost'; readonly reason: string };

export interface Identity {
  readonly name: string;
  readonly model: string;
  readonly serial: string;
  /** `7.14.3` */
  readonly routeros: string;
}

/** Why a read failed. Reads throw it, because a caller cannot go on without the rows; commands answer with `Reply`. */
export class DeviceError extends Error {
  readonly kind:
    | 'unreachable'
    | 'not-routeros'
    | 'login-refused'
    | 'permission'
    | 'refused'
    | 'connection-lost'
    | 'timed-out'
    | 'aborted'
    | 'certificate'
    | 'nonsense';

  constructor(kind: DeviceError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeviceError';
    this.kind = kind;
  }
}

/** Whether a read failed because this RouterOS, or this model, has no such menu. */
export function isMissingMenu(error: unknown): boolean {
  return error instanceof DeviceError && error.kind === 'refused' && /(^|: )no such command\b/.test(error.message);
}

/** Whether the login, or this RouterOS, does not show it, or not in time; the connection goes on. */
export function isNotShown(error: unknown): error is DeviceError {
  return error instanceof DeviceError && notShown.has(error.kind);
}

const notShown: ReadonlySet<DeviceError['kind']> = new Set(['permission', 'refused', 'timed-out']);

/** What a read gives; undefined where this RouterOS, or this model, has no such menu. */
export async function unlessMissing(rows: Promise<readonly Row[]>): Promise<readonly Row[] | undefined> {
  return unlessFailed(rows, isMissingMenu, undefined);
}

/** What a read gives; nothing where the device has no such command, or this login may not run it. */
export async function rowsOrNothing(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  return unlessFailed(rows, isRefused, []);
}

/** Whether the device has no such command, or this login may not run it. */
export function isRefused(error: unknown): error is DeviceError {
  return error instanceof DeviceError && (error.kind === 'refused' || error.kind === 'permission');
}

/** What a read gives, or `otherwise` where it fails in a way that `isExpected`; other errors go on. */
export async function unlessFailed<T, Otherwise>(
  read: Promise<T>,
  isExpected: (error: unknown) => boolean,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await read;
  } catch (error) {
    if (isExpected(error)) return otherwise;
    throw error;
  }
}

/** For what fails when the device does, or the way there; other errors go on. */
export function asDeviceError(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error;
  throw error;
}

export interface Device {
  /** How a person addressed it, without password: `api://admin@192.0.2.1:8728`. */
  readonly url: string;
  /** Why nothing can be changed over this connection; such a device refuses every command. Absent = it can. */
  readonly readOnlyBecause?: string;
  /** The address that this connection goes to, where there is one: tells which path the own session takes. */
  readonly peerAddress?: string;
  /** For one reading of many menus. Absent = what this device says needs no bound. */
  allowance?(): Allowance;
  identity(): Promise<Identity>;
  /** All rows of a menu in device order. Throws DeviceError. A menu that the device does not have: `refused`. */
  print(menu: MenuPath, options?: ReadOptions): Promise<readonly Row[]>;
  /** A monitor command, once: `/interface/ethernet/switch/l3hw-settings/monitor`. */
  monitor(path: MenuPath, words?: Readonly<Record<string, string>>, options?: ReadOptions): Promise<readonly Row[]>;
  /** Echo requests from the device itself, until they are answered or given up. Throws DeviceError. */
  ping(words: Readonly<Record<string, string>>, options?: ReadOptions): Promise<readonly Row[]>;
  run(command: Command, options?: ReadOptions): Promise<Reply>;
  /**
   * Sends the commands without waiting between them; the device may run them in any order. Replies in the commands'
   * order. After the first refusal no further one is sent; those already on their way keep their own replies, and the
   * replies end with that of the last command that was sent.
   */
  pipeline(commands: readonly Command[], options?: ReadOptions): Promise<readonly Reply[]>;
  /** Runs a script as a background job on the device, detached from this connection. */
  execute(script: string, options?: ReadOptions): Promise<Reply>;
  close(): Promise<void>;
}

/** Time comes in by this interface, so that tests can turn the clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
