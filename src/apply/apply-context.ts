// What a commit needs from outside, and what comes of it.

import type { Clock, Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Plan } from '../plan/plan.ts';
import type { ScriptSyntax } from '../plan/script-command.ts';
import type { Observation } from './observe.ts';
import type { PostCheckReport } from './post-check.ts';

/** Steps of a commit, in order. */
export type CommitStep = 'preparing' | 'proving' | 'arming' | 'changing' | 'checking' | 'confirming' | 'undoing';

/** What is kept on this side before the device is touched. */
export interface JournalEntry {
  readonly transaction: string;
  readonly plan: Plan;
  /** As read; secrets are masked. */
  readonly prior: Observation['config'];
  /** The undo as commands for a person with a console, to be given twice; secrets are masked. */
  readonly undo: readonly string[];
}

/** How far a commit got; the last four are ends, `open` and `unknown` such that somebody has to look. */
export type CommitState =
  | 'prepared'
  | 'armed'
  | 'changing'
  | 'checking'
  | 'confirming'
  | 'undoing'
  | 'confirmed'
  | 'undone'
  | 'open'
  | 'unknown';

export interface JournalNote {
  readonly transaction: string;
  readonly state: CommitState;
  /** When the device undoes by itself, in ms of the clock; present once the undo was armed. */
  readonly undoAt?: number;
}

export interface Journal {
  /** Resolves once the entry is on the disk. */
  save(entry: JournalEntry): Promise<void>;
  /** Resolves once the note is on the disk, or could not be written: by then the device knows better than any file. */
  note(note: JournalNote): Promise<void>;
}

export interface ApplyContext {
  /** A new connection each time. Throws DeviceError. */
  connect(): Promise<Device>;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly syntax: ScriptSyntax;
  /** A few random hexadecimal digits. */
  readonly transaction: string;
  /** Who applies, for whoever finds the commit open: `ann@laptop`. */
  readonly owner: string;
  /** From arming to the end of the device's own undo, in ms; longer when the plan needs it. Default 120 s. */
  readonly confirmTimeoutMs?: number;
  /** How long the chip may take to show that it offloads, in ms. Default 30 s. */
  readonly settleMs?: number;
  /** `manually`: the commit stays open after the post-check, until `confirmOpen` or the device's own undo. */
  readonly confirm?: 'automatically' | 'manually';
  /** Removes foreign items that are in the way. */
  readonly displace?: boolean;
  /** Keeps a backup on the device, one for all commits. */
  readonly backup?: boolean;
  /** The device loads that backup when its undo has failed for its whole time. */
  readonly lastResort?: boolean;
  /** Aborted: the commit is undone. */
  readonly signal?: AbortSignal;
  onStep?(step: CommitStep, detail: string): void;
}

/** The lines of the undo and of what runs on the device, and of how many the device was seen to find every row. */
export interface ProvenLines {
  readonly lines: number;
  readonly proven: number;
}

export interface ApplyResult {
  /**
   * `prepared`: nothing was changed. `confirmed`: desired and checked. `open`: desired and
   * checked, and undone at `undoAt` unless somebody confirms it. `undone`: back in the prior state, read back.
   * `unknown`: rosc cannot tell; the device undoes by itself at `undoAt` unless it was confirmed.
   */
  readonly state: 'prepared' | 'confirmed' | 'open' | 'undone' | 'unknown';
  readonly diagnostics: readonly Diagnostic[];
  readonly report?: PostCheckReport;
  /** Present once the undo was proven on the device. */
  readonly proof?: ProvenLines;
  /** In ms of the clock; present once the undo was armed. */
  readonly undoAt?: number;
  readonly transaction: string;
}
