// What changed at the source between two imports, by key: `+ vlans.voice`, `- devices.sw1.ports.ether3`,
// `~ vlans.office.ipv4: 10.1.10.0/24 → 10.1.20.0/24`.

import { jsonText } from '../../source/json-text.ts';
import { isRecord } from '../../source/plain-data.ts';

/** Both as read from YAML; a list is one value. */
export function sourceChanges(before: unknown, after: unknown, path: readonly string[] = []): readonly string[] {
  const name = path.join('.');
  if (isMapping(before) && isMapping(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => sourceChanges(before[key], after[key], [...path, key]));
  }
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  if (old === now) return [];
  if (before === undefined) return [`+ ${name}${isMapping(after) ? '' : `: ${plain(after)}`}`];
  if (after === undefined) return [`- ${name}`];
  return [`~ ${name}: ${plain(before)} → ${plain(after)}`];
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value);
}
