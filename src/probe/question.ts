// A question to a device, as data: what is sent, how the answer is read, and what follows from it. The words for all of
// that are closed, so that a question can be judged by reading it, and holds no code.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import type { MenuPath } from '../model/config.ts';
import type { FactKey } from '../profile/fact.ts';
import type { Beyond } from './beyond.ts';
import type { Frame } from './frame.ts';
import type { StatementKey } from './statements.ts';

export interface Question {
  /** Kebab-case; the file has its name. */
  readonly id: string;
  /** One sentence with its question mark. */
  readonly asks: string;
  readonly settles: Settles;
  /**
   * `reading`: nothing is changed. `rows`: rows that touch no port. `ports`: rows that name a scratch port. `cable`: a
   * cable between two scratch ports besides, and frames over it. `restart`: rows, and a restart of the device, by which
   * it undoes all rows: the last question.
   */
  readonly needs: 'reading' | 'rows' | 'ports' | 'cable' | 'restart';
  /** What else has to be so; otherwise the question does not apply to the device. */
  readonly where?: {
    /** First RouterOS version. */
    readonly since?: string;
    /** Of the chip: the fact is true, or a number above zero. */
    readonly chip?: FactKey;
    /** The number is no higher: a table that takes too long to fill is left alone. */
    readonly most?: number;
  };
  /** L3 offloading of this family has to be on, as it is on the device; otherwise the question stays open. */
  readonly offload?: 4 | 6;
  /** Menus that have to be without rows of others; otherwise the question stays open. */
  readonly alone?: readonly MenuPath[];
  /** What is done to scratch ports and with rows; one sentence without a full stop. Absent = nothing. */
  readonly disturbs?: string;
  /** What else of the device notices it; absent = nothing. */
  readonly beyond?: Beyond;
  /** At most, on a device that answers in 20 ms. */
  readonly seconds: number;
  /** In this order; what comes later may depend on what came earlier. */
  readonly steps: Readonly<Record<string, Step>>;
  /** What leaves it open whatever else was answered: the first whose conditions all hold. */
  readonly unclear?: readonly { readonly when: readonly Condition[]; readonly reason: string }[];
  /** The first whose conditions all hold; none = open. */
  readonly conclusions: readonly Conclusion[];
}

export interface Settles {
  readonly facts?: readonly FactKey[];
  /** Codes whose evidence it settles. */
  readonly codes?: readonly EvidencedCode[];
  readonly statements?: readonly StatementKey[];
}

interface Refusable {
  /** The answer counts although it is a refusal; otherwise a refusal leaves the question open. */
  readonly mayRefuse?: true;
}

/**
 * In texts `{port}` is the first scratch port, `{switch}` its switch, `{near}` the scratch port that frames leave by and
 * `{far}` the one that they enter by, `{n}` the number of the row, `{host}` and `{gateway}` addresses of that number,
 * `{name}` what the names of this question's scripts and schedulers begin with, `{date}` and `{time}` the device's clock
 * in three seconds.
 */
export type Step =
  /** Rows; only of these properties, so that nothing else leaves the device. */
  | (Refusable & {
      readonly print: MenuPath;
      readonly properties: readonly string[];
      readonly query?: readonly string[];
    })
  /** The same print so many times, as fast as rosc ever sends. */
  | { readonly print: MenuPath; readonly properties: readonly string[]; readonly times: number }
  | (Refusable & { readonly monitor: MenuPath })
  /** A row with the comment of the probe. */
  | (Refusable & { readonly add: MenuPath; readonly set: Readonly<Record<string, string>> })
  /** So many rows, as fast as rosc ever sends. */
  | { readonly add: MenuPath; readonly set: Readonly<Record<string, string>>; readonly times: number }
  /**
   * Rows until one is refused or finds no place, but no more than half as many again as the chip should take. Those
   * that find none are flagged as invalid, or missing among what the driver counts.
   */
  | {
      readonly fill: MenuPath;
      readonly set: Readonly<Record<string, string>>;
      readonly size: FactKey;
      readonly counts?: readonly string[];
    }
  /** Of a scratch port: it is set back after the question. */
  | {
      readonly setPort: PortMenu;
      readonly port: '{near}' | '{far}';
      readonly property: string;
      readonly value: string;
    }
  /** Another command on rows of the probe; `of` = the step that added it. */
  | (Refusable & {
      readonly command: 'set' | 'run';
      readonly menu: MenuPath;
      readonly of?: string;
      readonly arguments: Readonly<Record<string, string>>;
      readonly cleared?: readonly string[];
    })
  /** Starts a job that goes on by itself. */
  | (Refusable & { readonly execute: string })
  /** What a script leaves in `$p`, run on the device. */
  | { readonly script: string }
  /** So many times this frame leaves by the one scratch port, and enters by the other; `backwards` = the other way. */
  | { readonly send: Frame; readonly times: number; readonly backwards?: true }
  /** The device restarts, and is waited for. */
  | { readonly restart: true }
  /** The connection is closed and opened anew. */
  | { readonly reconnect: true }
  | { readonly waitMs: number };

/** Menus in which every port has a row. */
export type PortMenu = '/interface/ethernet/switch/port' | '/interface/ethernet/switch/port-isolation';

/** Every one is about the answer to one step. */
export type Condition = { readonly of: string } & (
  | { readonly is: 'done' | 'refused' }
  /** The device's words of refusal hold these. */
  | { readonly refusal: string }
  | { readonly category: 'given' | 'missing' }
  | { readonly rows: 'some' | 'none' | number }
  /** How many rows have the property, whatever its value. */
  | { readonly property: string; readonly on: 'every' | 'some' | 'none' }
  /** Rows that have the property have one of these values; there are such rows. */
  | { readonly property: string; readonly among: readonly string[] }
  /** The values in this property rise from row to row. */
  | { readonly rising: string }
  /** As numbers: the property of the first row is so much less than that of the first row of another step. */
  | { readonly property: string; readonly below: string; readonly by: number }
  /** The counter of the first row is so much higher than in another step. */
  | { readonly counter: string; readonly since: string; readonly atLeast: number }
  | { readonly counter: string; readonly since: string; readonly atMost: number }
  | { readonly text: readonly string[] }
  | { readonly answered: number }
  | { readonly unanswered: 'some' }
  /** Ports as the factory names them: all of the model's and no other, or each on the switch that the profile says. */
  | { readonly ports: 'named' | 'wired' }
  /** Some row was refused or flagged. */
  | { readonly filled: 'refused' | 'flagged' }
);

export type Measured =
  | boolean
  /** Of the first row; `since` = how much more than in that step. */
  | { readonly of: string; readonly number: string; readonly since?: string }
  /** Of all rows. */
  | { readonly of: string; readonly largest: string }
  /** Rows that were taken and not flagged. */
  | { readonly of: string; readonly taken: true };

export interface Conclusion {
  readonly when: readonly Condition[];
  /** One sentence without a full stop; `{l3.next-hops}` stands for a measured fact. */
  readonly says: string;
  readonly facts?: { readonly [Key in FactKey]?: Measured };
}
