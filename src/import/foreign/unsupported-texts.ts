// What a text is that rosc makes no site of: captures of other commands, and configurations of other devices, each by
// what only they print at the beginning of a line.

import texts from '../../../profiles/foreign/unsupported-texts.json' with { type: 'json' };

export interface UnsupportedText {
  readonly seems: string;
  /** All are in the text. */
  readonly patterns: readonly RegExp[];
  readonly instead: string;
}

export const running = 'save the running configuration alone (`show running-config`, `display current-configuration`)';
export const other = 'rosc reads the layer-3 switches of H3C (Comware) and Cisco (IOS, IOS-XE)';

interface Known {
  readonly beginnings: readonly string[];
  readonly also?: readonly string[] | undefined;
  readonly ignoresCase?: boolean | undefined;
}

function patternsOf({ beginnings, also, ignoresCase = false }: Known): readonly RegExp[] {
  const flags = ignoresCase ? 'im' : 'm';
  return [beginnings, also ?? []].flatMap((each) =>
    each.length > 0 ? new RegExp(`^(?:${each.join('|')})`, flags) : [],
  );
}

/** In this order: the first that fits says what it is. */
export const unsupportedTexts: readonly UnsupportedText[] = [
  ...texts.captures.map((each) => ({ seems: each.seems, instead: running, patterns: patternsOf(each) })),
  ...texts.configurations.map((each) => ({
    seems: `a configuration of ${each.of}`,
    instead: other,
    patterns: patternsOf(each),
  })),
];
