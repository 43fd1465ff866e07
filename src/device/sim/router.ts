// The simulated router as its commands, scripts and sessions see it.

import type { MenuPath } from '../../model/config.ts';
import type { Clock, Row } from '../device.ts';
import type { Effort } from './effort.ts';
import type { FaultName, Faults } from './faults.ts';
import type { ForwardingPlane } from './forwarding-plane.ts';
import type { ForwardingRouter } from './forwarding-router.ts';
import type { Random } from './random.ts';
import type { Readings } from './readings.ts';
import type { Releases } from './releases.ts';
import type { Answer, Login, Request } from './request.ts';
import type { ScheduledTimes } from './router-state.ts';
import type { Vocabulary } from './script/parser-scope.ts';
import type { Value } from './script/values.ts';
import type { StoredRow, StoreImage } from './store/store.ts';
import type { Jobs } from './system/jobs.ts';
import type { Journal } from './system/journal.ts';
import type { Task, Tasks, Work } from './task.ts';

export interface Router extends ForwardingRouter {
  readonly clock: Clock;
  readonly random: Random;
  /** Draws the order and the length of commands side by side, so that it shifts no draw of a fault. */
  readonly turns: Random;
  /** What a tagged command takes at most before it runs, in ms. */
  readonly answerMs: number;
  faults: Faults;
  /** What it does where nothing published says what a device does. */
  readonly readings: Readings;
  /** What `/system/health` shows, by name. */
  readonly sensors: Map<string, { readonly value: string; readonly type: string }>;
  /** What has gone wrong so far, in order. */
  readonly struck: FaultName[];
  /** Time that one command of a script takes, in ms. */
  readonly commandMs: number;
  readonly effort: Effort;
  /** What starts and downloads take, as a multiple of what they usually do. */
  readonly pace: number;
  /** What there is to be had outside the device. */
  readonly releases: Releases;
  readonly tasks: Tasks;
  readonly jobs: Jobs;
  readonly journal: Journal;
  readonly schedulers: Schedulers;
  readonly forwarding: ForwardingPlane;
  /** Menus, commands and arguments of its version, for the parser of scripts. */
  readonly vocabulary: Vocabulary;
  /** Global variables of scripts: gone after a reboot. */
  readonly globals: Map<string, { readonly value: Value; readonly owner: string }>;
  readonly onReboot: Set<() => void>;
  readonly sessions: Set<{ notify(): void; close(reason: string): void }>;
  /** What other administrators did, as commands. */
  readonly foreignEdits: string[];
  readonly isUp: boolean;
  /** No fault strikes now. */
  readonly isQuiet: boolean;
  /** When something happens next by itself, in simulator time; undefined when nothing will. */
  nextEventAt(): number | undefined;
  /** Lets everything happen that is due at the clock's time, in order. */
  advance(): void;
  /** Tells listening sessions what has changed. */
  afterCommand(): void;
  /** Whether sessions get through; always when they are out of band. */
  isReachable(): boolean;
  start(work: Work<void>, delayMs?: number): Task;
  /** Runs one command for a login. Throws a Trap when the device refuses it. */
  execute(request: Request, login: Login): Work<Answer>;
  /** Executes work that does not wait, outside sessions: loading, foreign edits. Faults keep out. */
  quietly<T>(work: () => T): T;
  /** Starts from what was saved: like a boot, without the wait. */
  bootFrom(image: DeviceImage): void;
  /** Power is cut, or `/system/reboot`: RAM is lost, flash stays. */
  reboot(): void;
  /** A menu's rows as the API prints them. */
  rows(menu: MenuPath): readonly Row[];
}

/** Everything that survives a reboot. */
export interface DeviceImage extends StoreImage {
  /** Versions of RouterOS and RouterBOOT; absent = what the device was made with. */
  readonly software?: { readonly routeros: string; readonly firmware: string };
}

/** `/system/scheduler`: when its rows fire. */
export interface Schedulers extends ScheduledTimes {
  /** To be called when a row was added or changed. */
  plan(row: StoredRow): void;
  forget(row: StoredRow): void;
  /** Counters start again; rows with `startup` get their moment. */
  boot(): void;
  clockChanged(): void;
  nextAt(): number | undefined;
  /** Several rows that are due at the same time run in list order. */
  runDue(): void;
}
