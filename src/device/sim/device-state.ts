// What the device has besides its configuration: links, the clock's error, what the chip refused, who is logged in.

import { printId, type StoredRow } from './store/store.ts';
import { parseDate, parseTimeOfDay, startOfDay } from './system/device-clock.ts';
import { traps } from './trap.ts';

export interface ActiveSession {
  readonly id: number;
  readonly user: string;
  readonly group: string;
  readonly address: string;
  readonly via: string;
  /** Simulator time in ms. */
  readonly since: number;
}

export class DeviceState {
  /** Add to simulator time to get the device's own clock. */
  clockOffsetMs = 0;
  /** Ports whose cable is out, by factory name. */
  readonly unplugged = new Set<string>();
  /** Ports that a cable joins, by factory name, both ways. */
  readonly cables = new Map<string, string>();
  /** Until this simulator time all switch ports are down, after a disruptive change. */
  portsDownUntil = 0;
  /** Why the driver gave up L3 offloading; `ok` when it did not. */
  l3hwState = 'ok';
  /** Rows of bridge ports and switch rules that the chip did not take, by `MENU ID`. */
  readonly refusedByChip = new Set<string>();
  readonly sessions = new Map<number, ActiveSession>();
  /**
   * What becomes of the rights of a session, and of what a user's scripts and schedulers may do, when the user's own
   * rights change. No manual says it.
   */
  rights: {
    readonly ofSessions: 'kept' | 'followed';
    readonly ofOwners: 'followed' | 'forgotten';
  } = { ofSessions: 'kept', ofOwners: 'followed' };
  /** Files under `flash/` survive a reboot, others do not. */
  readonly hasFlashFolder = true;
  /** device-mode may forbid schedulers. */
  allowsScheduler = true;
  freeBytes = 4_300_800;
  /** Packages besides RouterOS itself; all have its version. */
  readonly extraPackages = new Set<string>();
  /** Version of RouterBOOT that runs, and of one that the next start brings. */
  firmware = '';
  readyFirmware: string | undefined;
  /** What `/system/package/update` knows of the newest version, and says that it does. */
  update: { readonly latest?: string; readonly status: string } = { status: '' };
  /** RouterOS version that it has downloaded for the next start. */
  downloaded: string | undefined;
  readonly serial: string;

  constructor(serial: string) {
    this.serial = serial;
  }

  loseRam(): void {
    this.portsDownUntil = 0;
    this.sessions.clear();
    this.update = { status: '' };
  }

  /** All factory addresses share their first five octets. */
  factoryMac(id: number): string {
    return `02:53:49:4D:00:${(id & 0xff).toString(16).toUpperCase().padStart(2, '0')}`;
  }

  /** `date` and `time` as `/system/clock/set` takes them; `now` is simulator time. Throws a Trap for malformed ones. */
  setClock(now: number, date: string | undefined, time: string | undefined): void {
    const current = now + this.clockOffsetMs;
    const day = date === undefined ? startOfDay(current) : parseDate(date);
    const timeOfDay = time === undefined ? current - startOfDay(current) : parseTimeOfDay(time);
    if (day === undefined) throw traps.invalid('date');
    if (timeOfDay === undefined) throw traps.invalid('time');
    this.clockOffsetMs = day + timeOfDay - now;
  }
}

/** How the chip remembers a row that it has refused. */
export function refusalKey(row: StoredRow): string {
  return `${row.menu} ${printId(row.id)}`;
}
