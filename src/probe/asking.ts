// What it takes to ask a device: a connection, a clock, and for questions that need rows where these may be.

import type { ReconnectingSession } from '../apply/reconnecting-session.ts';
import type { Clock } from '../device/device.ts';
import type { Target } from '../profile/target.ts';
import type { Question } from './question.ts';

export interface Asking {
  readonly session: ReconnectingSession;
  readonly clock: Clock;
  readonly target: Target;
  /** Of the pseudonyms: secret, and used for one file. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** For questions that need rows. */
  readonly scratch?: Scratch;
}

export interface Scratch {
  /** Few hexadecimal digits. */
  readonly transaction: string;
  /** Free ports, as the device calls them. */
  readonly ports: readonly string[];
  readonly switchName: string;
  /** Two of them that a cable joins: frames leave by the first and enter by the second. */
  readonly loop?: readonly [near: string, far: string];
  /** The device may be restarted. */
  readonly mayRestart?: boolean;
}

/** One question that is being asked. */
export interface StepContext {
  readonly question: Question;
  readonly asking: Asking;
  /** Of rows that steps added, by step. */
  readonly ids: Map<string, string>;
}

/** In the comment of every row of a probe. */
export const probeComment = 'rosc-probe';

/** What the names of a probe's scripts and schedulers begin with; they go with all that a commit leaves. */
export function probeName({ transaction }: Pick<Scratch, 'transaction'>): string {
  return `rosc-${transaction}-probe`;
}
