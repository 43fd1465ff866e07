// A number, or the first and the last of several: `443` or `137-138`, as RouterOS and sites write ports, VLANs and marks.

export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** Undefined for what is no range. The last may be below the first. */
export function parseNumberRange(text: string): NumberRange | undefined {
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}

/** Of several, separated by commas; undefined where one is no range up to `max`, or ends before it begins. */
export function parseNumberRanges(text: string, max: number): readonly NumberRange[] | undefined {
  const ranges = text.split(',').flatMap((part) => parseNumberRange(part.trim()) ?? { from: 1, to: 0 });
  return ranges.every(({ from, to }) => from <= to && to <= max) ? ranges : undefined;
}
