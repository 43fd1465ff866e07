// Hides what looks like a secret in text of any kind: comments, script code, messages, addresses, lines that nobody
// could read. The result has the same length and the same lines, so that places in it stay what they were.

import { memoized } from './memoized.ts';
import { redactAcross } from './redact-across.ts';
import { maskBlocks } from './redact-blocks.ts';
import { maskSayings } from './redact-saying.ts';
import { isSecretName } from './secret-names.ts';
import {
  address,
  anyText,
  authName,
  authValue,
  authWord,
  belowHead,
  communityHead,
  communityList,
  compared,
  cookieHeader,
  customerPath,
  deviceScheme,
  element,
  flagHead,
  harmless,
  hint,
  joined,
  known,
  lineEnd,
  mixedWord,
  nextPair,
  pairHead,
  pathToken,
  queryToken,
  random,
  randomWords,
  resolver,
  sayings,
  scheme,
  schemeName,
  secretValue,
  sessionName,
  shortSecret,
  speaking,
  tokenHint,
  toolFlag,
  userAndPassword,
  variableHead,
  variableUse,
} from './secret-shapes.ts';

/** Where those words stand, in order. */
export function secretHints(text: string): readonly number[] {
  return [...text.matchAll(hint)].map(({ index }) => index);
}

/** Variables of a whole script that end up in a secret: what is cut out of it does not show where they go. */
export function secretVariables(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!text.includes('$')) return found;
  for (const [, name = '', variable = ''] of text.matchAll(variableUse)) if (isSecretName(name)) found.add(variable);
  return found;
}

/** `variables`: of the script that the text is a part of. */
export function redactText(text: string, variables?: ReadonlySet<string>): string {
  hint.lastIndex = 0;
  if (!hint.test(text)) return text;
  const open = maskBlocks(text, stars);
  const secret = variables ?? secretVariables(open);
  const parts: string[] = [];
  let copied = 0;
  hint.lastIndex = 0;
  for (let found = hint.exec(open); found; ) {
    const start = open.lastIndexOf('\n', found.index - 1) + 1;
    const end = unitEnd(open, found.index);
    let kinds = 0;
    for (; found && found.index < end; found = hint.exec(open)) kinds |= kindOf(found[0]);
    const unit = open.slice(start, end);
    const redacted = redactUnit(unit, kinds, secret);
    if (redacted === unit) continue;
    parts.push(open.slice(copied, start), redacted);
    copied = end;
  }
  return parts.join('') + open.slice(copied);
}

/** The end of the line, and of those that belong to it: behind a backslash or `do={`, and below a name with a colon. */
function unitEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    const last = text[end - 1] === '\r' ? end - 2 : end - 1;
    if (!/[\\:|>]/.test(text[last] ?? '') && !text.startsWith('do={', last - 3)) return end + 1;
    at = end + 1;
  }
}

/** What a hint may be a part of. */
const [saying, token] = [1, 2];
const kindOfShort = memoized(10_000, judge);

/** Short hints come again and again; parts of addresses and keys are as many as there are of these. */
function kindOf(found: string): number {
  return found.length < 16 ? kindOfShort(found) : judge(found);
}

function judge(found: string): number {
  return (sayings.test(found) ? saying : 0) | (tokenHint.test(found) ? token : 0);
}

type Mask = (text: string, isVariable: IsSecret) => string;

/** In their order, each with the signs, or the kind of hint, one of which it cannot do without. */
const masks: readonly (readonly [signs: readonly string[] | number, mask: Mask])[] = [
  [['" .', '".'], maskJoined],
  [['ookie:'], (text) => text.replace(cookieHeader, maskSaid)],
  [saying, (text) => maskSayings(text, maskValue)],
  [['=', ':'], (text) => maskAfter(text, pairHead, isPaired)],
  [['-'], (text) => maskAfter(text, flagHead)],
  [['set ', 'al ', '->', 'foreach'], (text, isVariable) => maskAfter(text, variableHead, isVariable)],
  [['= $', '=$', '= \\$', '=\\$'], maskCompared],
  [['community'], (text) => maskAfter(text, communityHead)],
  [['communities'], (text) => text.replace(communityList, maskSaid)],
  [[':'], (text) => text.replace(belowHead, maskBelow)],
  [['@', 'curl'], (text) => text.replace(userAndPassword, maskSaid)],
  [['-', '/user:', 'echo', 'base64'], (text) => text.replace(toolFlag, stars)],
  [['</'], (text) => text.replace(element, maskElement)],
  [['earer', 'asic'], (text) => text.replace(scheme, maskEnd)],
  [['://'], (text) => text.replace(address, redactAddress)],
  [['?', '&'], (text) => text.replace(queryToken, stars)],
  [token, (text) => text.replace(known, stars)],
];

function redactUnit(unit: string, kind: number, variables: ReadonlySet<string>): string {
  return redactAcross(
    unit,
    (text) => redactLine(text, kind, variables),
    // What is a hint only there may be one of any kind.
    (text) => redactLine(text, saying | token, variables),
  );
}

/** Each pattern is tried only where the sign is that it cannot do without. */
function redactLine(given: string, kind: number, variables: ReadonlySet<string>): string {
  const isVariable: IsSecret = (name) =>
    isSecretName(name) ||
    name.split(',').some((each) => variables.has(each)) ||
    (shortSecret.test(name) ? anyText : mixedWord);
  let text = given;
  for (const [signs, mask] of masks) {
    const isTried = typeof signs === 'number' ? (kind & signs) !== 0 : signs.some((sign) => given.includes(sign));
    if (isTried) text = mask(text, isVariable);
  }
  return /\d/.test(text) && random.test(text) ? text.split(lineEnd).map(maskRandom).join('') : text;
}

function maskRandom(line: string): string {
  return speaking.test(line) ? line.replace(randomWords, stars) : line;
}

/** What is joined to a text that ends by what leads to a secret. */
function maskJoined(text: string): string {
  let out = '';
  let copied = 0;
  joined.lastIndex = 0;
  for (let found = joined.exec(text); found; found = joined.exec(text)) {
    const [all, name = ''] = found;
    if (!/^(?:bearer|basic|:\/\/.*)$/i.test(name) && !(isSecretName(name) && /[:=]|[ \t](?:is|was|to)\b/i.test(all)))
      continue;
    const rest = expressionAt(text, joined.lastIndex);
    out += text.slice(copied, joined.lastIndex) + rest.replace(literal, maskValue);
    copied = joined.lastIndex + rest.length;
    joined.lastIndex = copied;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function maskEnd(whole: string, value: string): string {
  return whole.slice(0, whole.length - value.length) + stars(value);
}

function maskElement(whole: string, name: string, value: string): string {
  return isSecretName(name) ? maskEnd(whole, value) : whole;
}

function maskBelow(whole: string, name: string, value: string): string {
  if (!isSecretName(name) || harmless.test(value)) return whole;
  const at = whole.lastIndexOf(value);
  return whole.slice(0, at) + stars(value) + whole.slice(at + value.length);
}

function maskSaid(whole: string, before: string, value: string): string {
  return harmless.test(value) ? whole : before + maskValue(value);
}

/** `("hunter2" . $end)`: to the end of the command, or as far as a secret is long. */
function expressionAt(text: string, at: number): string {
  const end = text[at] === '{' ? /^[^}]{0,300}/ : /^(?:\\\\(?:\\r)?\\n|(?!\\[rn])[^\r\n;]){0,300}/;
  return end.exec(text.slice(at, at + 300))?.[0] ?? '';
}

/** `"hunter2" = $password` */
function maskCompared(text: string, isVariable: IsSecret): string {
  return text.replace(compared, (whole, value: string, name: string) =>
    isVariable(name, whole) === true ? maskValue(value) + whole.slice(value.length) : whole,
  );
}

const literal = /(\\{0,7}")(?:[^"\\\r\n]|\\(?!\\{0,6}"))*\1/g;

/** Of a longer name the end says what it is. */
const nameMax = 64;

function afterScheme(text: string, at: number): number {
  schemeName.lastIndex = at;
  return schemeName.test(text) ? schemeName.lastIndex : at;
}

/** Of a name and what it stands in; a pattern: where the value looks like that. */
type IsSecret = (name: string, written: string) => boolean | RegExp;

/** `session=…` opens something, and `session: …` is said of anything. */
const isPaired: IsSecret = (name, written) => {
  if (authName.test(name)) return /^auth=/i.test(written) ? authWord : authValue;
  return isSecretName(name) && !(written.includes(':') && sessionName.test(name));
};

function valueAt(text: string, at: number): string {
  secretValue.lastIndex = at;
  return secretValue.exec(text)?.[0] ?? '';
}

/** Undefined where nothing there is one. `is`: what it has to look like. */
function secretAt(text: string, at: number, is: true | RegExp) {
  // What is judged by its look is short; the whole is cut out of a text for secrets alone.
  if (is !== true && !is.test(valueAt(text.slice(at, at + 300), 0))) return undefined;
  const written = valueAt(text, at);
  const isComputed = /[([{]/.test(text[at] ?? '');
  const value = isComputed ? expressionAt(text, at) : (nextPair.exec(written)?.[1] ?? written);
  if (value === '' || (!isComputed && harmless.test(value))) return undefined;
  return { length: value.length, masked: isComputed ? value.replace(literal, maskValue) : maskValue(value) };
}

/** Masks the values that follow secret names. What follows another name is searched itself. */
function maskAfter(text: string, head: RegExp, isSecret: IsSecret = isSecretName): string {
  let out = '';
  let copied = 0;
  head.lastIndex = 0;
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const is = isSecret((found[1] ?? '').slice(-nameMax), found[0]);
    if (is === false) continue;
    head.lastIndex = afterScheme(text, head.lastIndex);
    const secret = secretAt(text, head.lastIndex, is);
    if (!secret) continue;
    out += text.slice(copied, head.lastIndex) + secret.masked;
    copied = head.lastIndex + secret.length;
    head.lastIndex = copied;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function redactAddress(_: string, scheme: string, rest: string): string {
  const path = rest.search(/[/?#]/);
  const authority = path < 0 ? rest : rest.slice(0, path);
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(0, at));
  const colon = user.indexOf(':');
  const shown = deviceScheme.test(scheme) ? user.slice(0, colon < 0 ? user.length : colon + 1) : '';
  const tokens = resolver.test(authority.slice(at + 1)) ? customerPath : pathToken;
  const tail = path < 0 ? '' : rest.slice(path).replace(tokens, stars);
  return `${scheme}://${shown}${stars(user.slice(shown.length))}${authority.slice(user.length)}${tail}`;
}

/** Every character but the quotes around the value (`"`, or `\"` in a string), line breaks and continuations. */
export function maskValue(value: string): string {
  const quote = /^(?:\\{0,7}"|')/.exec(value)?.[0] ?? '';
  const end =
    quote !== '' && value.endsWith(quote) && value.length > quote.length ? value.length - quote.length : value.length;
  return quote + stars(value.slice(quote.length, end)) + value.slice(end);
}

function stars(text: string): string {
  const run = /(\\\r?\n[ \t]*)|[^\r\n\\]+|\\/g;
  return text.replace(run, (all, kept: string | undefined) => kept ?? '*'.repeat(all.length));
}
