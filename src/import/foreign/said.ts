// What a file says, with the line that says it.

export interface Said<T> {
  readonly value: T;
  readonly line: number;
}
