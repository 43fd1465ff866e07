// Whose configuration a text is, by what only that maker prints: a switch that rosc can read, or what it seems to be
// instead.

import makers from '../../../profiles/foreign/makers.json' with { type: 'json' };
import type { Maker } from './clean.ts';
import { pattern } from './pattern.ts';
import { other, running, unsupportedTexts } from './unsupported-texts.ts';

export type Recognised =
  | { readonly kind: 'switch'; readonly maker: Maker }
  | { readonly kind: 'refused'; readonly seems: string; readonly instead: string }
  /** Nothing of another maker's: a RouterOS export, or no configuration at all. */
  | { readonly kind: 'none' };

function lineWith(beginnings: readonly string[], indent: string, flags: string): RegExp {
  return pattern(['^', indent, `(?:${beginnings.join('|')})`], flags);
}

const comwareSign = lineWith(makers.comware.signs, ' ?', 'm');
const iosSign = lineWith(makers.ios.signs, '', 'm');

export function recogniseMaker(text: string): Recognised {
  if (/^# .* by RouterOS|^\/(?:interface|ip|system|routing)\b/m.test(text)) return { kind: 'none' };
  for (const { patterns, seems, instead } of unsupportedTexts) {
    if (patterns.every((each) => each.test(text))) return { kind: 'refused', seems, instead };
  }
  const isComware = /^ ?sysname \S/m.test(text) && (/^return\s*$/m.test(text) || comwareSign.test(text));
  if (isComware || (comwareSign.test(text) && /^#\s*$/m.test(text))) return ofSwitch(text, 'comware');
  const isIos = (/^hostname \S/m.test(text) || /^version \d+\.\d+/m.test(text)) && iosSign.test(text);
  if (isIos || (iosSign.test(text) && /^!\s*$/m.test(text))) return ofSwitch(text, 'ios');
  return { kind: 'none' };
}

/** A router has no switch ports: what it does is done by its CPU, and not in the words of a switch. */
function ofSwitch(text: string, maker: Maker): Recognised {
  const hasSwitching = lineWith(makers[maker].switching, '[ \\t]*', 'im').test(text);
  if (hasSwitching) return { kind: 'switch', maker };
  const isRouter = lineWith(makers.routing, '[ \\t]*', 'im').test(text);
  const name = maker === 'comware' ? 'Comware' : 'IOS';
  return isRouter
    ? { kind: 'refused', seems: `a configuration of a router with ${name}, not of a switch`, instead: other }
    : { kind: 'refused', seems: `a part of a configuration of ${name}, without ports and VLANs`, instead: running };
}
