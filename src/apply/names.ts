// Names of what a commit puts on the device. All begin with `rosc-`, so that a person and `rosc recover` know
// them; model/commit-rows.ts tells them from the rows of others.

/** A scheduler row that only proves that schedulers run. */
export const canaryName = 'rosc-0-canary';

export interface Names {
  /** Few hexadecimal digits. */
  readonly transaction: string;
  /** Its presence says: not confirmed. Confirming is removing it. */
  readonly pending: string;
  /** What `pending` is called once the undo has begun. */
  readonly undoing: string;
  readonly undo: string;
  /** Counts down apart from the clock. */
  readonly timer: string;
  readonly revert: string;
  readonly boot: string;
  /** A scheduler row that removes what is left of an arming that was cut off. */
  readonly cleaner: string;
  /** A script that tries on the device how rows are found. */
  proof(index: number): string;
  undoPart(index: number): string;
  run(index: number): string;
  runPart(index: number, part: number): string;
}

export function namesOf(transaction: string): Names {
  const stem = `rosc-${transaction}`;
  return {
    transaction,
    pending: `${stem}-pending`,
    undoing: `${stem}-undoing`,
    undo: `${stem}-undo`,
    timer: `${stem}-timer`,
    revert: `${stem}-revert`,
    boot: `${stem}-boot`,
    cleaner: `${stem}-cleaner`,
    proof: (index) => `${stem}-proof-${index}`,
    undoPart: (index) => `${stem}-undo-${index}`,
    run: (index) => `${stem}-run-${index}`,
    runPart: (index, part) => `${stem}-run-${index}-${part}`,
  };
}
