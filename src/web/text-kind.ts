// What a text is: a site, or an export of a device.

import type { SourceFile } from '../source/location.ts';

export type TextKind = 'site' | 'export';

/** By what the first telling line looks like; where that is no help, by the name. */
export function kindOfText({ path, text }: SourceFile): TextKind {
  const telling = text.split(/\r?\n/, 200).find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  if (telling !== undefined && /^[/:]/.test(telling)) return 'export';
  if (telling !== undefined && /^(?:---|[a-z]+:(?:\s|$))/.test(telling)) return 'site';
  return /\.ya?ml$/i.test(path) ? 'site' : 'export';
}
