// What came back for one step, as it stands in the file of a probe.

import type { Row } from '../device/device.ts';

export type Answer =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string; readonly category?: number }
  /** What a script left. */
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'counted';
      readonly asked: number;
      readonly answered: number;
      /** Longest wait for one answer, in ms. */
      readonly slowestMs: number;
    }
  | {
      readonly kind: 'filled';
      readonly taken: number;
      readonly flagged: number;
      /** The device's words, where it refused one. */
      readonly refusal?: string;
    }
  /** Nobody knows what became of it. */
  | { readonly kind: 'lost'; readonly reason: string };

export type Answers = ReadonlyMap<string, Answer>;
