// The account of a configuration: what became of each of its lines. A line that nobody enters is unknown, so nothing
// can be forgotten; what was refused stays refused, whoever else used a part of the line.

import { computeIfAbsent } from '../../source/grouping.ts';

export type LineOutcome = 'carried' | 'refused' | 'irrelevant' | 'unknown';

export interface Entry {
  readonly line: number;
  readonly outcome: LineOutcome;
  /** Why it was refused. */
  readonly reasons: readonly string[];
}

export interface Remark {
  readonly line: number;
  readonly text: string;
}

export class Ledger {
  readonly #carried = new Set<number>();
  readonly #ignored = new Set<number>();
  readonly #refused = new Map<number, Set<string>>();
  readonly #remarks: Remark[] = [];

  carry(...lines: readonly number[]): void {
    for (const line of lines) this.#carried.add(line);
  }

  /** Known to mean nothing for the site. */
  ignore(...lines: readonly number[]): void {
    for (const line of lines) this.#ignored.add(line);
  }

  refuse(line: number, reason: string): void {
    computeIfAbsent(this.#refused, line, () => new Set()).add(reason);
  }

  /** What a reader should know of a line that is carried. */
  remark(line: number, text: string): void {
    if (!this.#remarks.some((each) => each.line === line && each.text === text)) this.#remarks.push({ line, text });
  }

  isCarried(line: number): boolean {
    return this.#carried.has(line) && !this.#refused.has(line);
  }

  isSettled(line: number): boolean {
    return this.#carried.has(line) || this.#ignored.has(line) || this.#refused.has(line);
  }

  entries(count: number): readonly Entry[] {
    return Array.from({ length: count }, (_, index) => {
      const line = index + 1;
      const reasons = [...(this.#refused.get(line) ?? [])];
      const outcome: LineOutcome =
        reasons.length > 0
          ? 'refused'
          : this.#carried.has(line)
            ? 'carried'
            : this.#ignored.has(line)
              ? 'irrelevant'
              : 'unknown';
      return { line, outcome, reasons };
    });
  }

  remarks(): readonly Remark[] {
    return [...this.#remarks].sort((a, b) => a.line - b.line);
  }
}
