// Data of which nothing is known yet, as YAML and JSON are read.

export function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null;
}

/** Undefined where it is no record, or has no such field. */
export function fieldOf(data: unknown, key: PropertyKey): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
}

/** Undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
