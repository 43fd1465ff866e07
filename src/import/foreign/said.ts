// What a file says, with the line that says it.

export interface Said<T> {
  readonly value: T;
  readonly line: number;
}

type WithLine = Pick<Said<unknown>, 'line'>;

/** Of all that is there. */
export function linesOf(...said: readonly (WithLine | readonly WithLine[] | undefined)[]): readonly number[] {
  return said.flatMap((one) => (one === undefined ? [] : 'line' in one ? [one.line] : one.map(({ line }) => line)));
}
