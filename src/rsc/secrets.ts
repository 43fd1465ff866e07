// Keeps passwords and keys of an export away from every output; only the plan's digests may know them.

import type { Diagnostic, Label, Staged } from '../diagnostics/diagnostic.ts';
import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import type { SourceFile } from '../source/location.ts';
import { parseRsc, scriptOf } from './parser.ts';
import { isScriptName, type Script, type Statement, type Stretch } from './script.ts';

/** Names that are secret in whichever menu they stand, also in menus that rosc does not model. */
const secretEnding =
  /(?:^|[.-])(?:password|passphrase|secret|pre-?shared-key|(?:private|authentication|auth|encryption|md5)-key)$/;
const secretName = /^(?:[\w-]+\.)*(?:static-key-\d|wep-key|psk|cak|ckn|token|bot-token|pin|otp)$/;

/** True when the value of this property must not be shown. */
export function isSecret(menu: MenuPath, name: string): boolean {
  return isSecretIn(menu, verdictsOf(menu), name);
}

/** By menu and name: an export asks of a few hundred pairs a million times. */
const verdicts = new Map<MenuPath, Map<string, boolean>>();

function verdictsOf(menu: MenuPath): Map<string, boolean> {
  const known = verdicts.get(menu) ?? new Map<string, boolean>();
  if (known.size === 0) verdicts.set(menu, known);
  return known;
}

function isSecretIn(menu: MenuPath, known: Map<string, boolean>, name: string): boolean {
  let verdict = known.get(name);
  if (verdict === undefined) {
    verdict = looksSecret(menu, name);
    known.set(name, verdict);
  }
  return verdict;
}

function looksSecret(menu: MenuPath, name: string): boolean {
  const spec = menus.get(menu)?.properties[name];
  if (spec?.secret) return true;
  return spec?.type !== 'bool' && (secretEnding.test(name) || secretName.test(name));
}

/** A secret name in running text: commands, script code, comments. Bounded, so that no text makes the search slow. */
const secretWord =
  '(?:(?:password|passphrase|secret|shared-?key|private-key|auth(?:entication)?-key|encryption-key|md5-key|psk)[\\w-]{0,40}|' +
  '(?<![\\w-])(?:cak|ckn|pin|otp|token|wep-key))';
/** Quoted, also inside a string (`\"…\"`); quoted without end; or bare. Line breaks end it, continuations do not. */
const secretValue = [
  '\\\\?"(?:[^"\\\\\\r\\n]|\\\\\\r?\\n|\\\\[^"\\r\\n])*\\\\?"',
  '\\\\?"[^\\r\\n]*',
  '(?:[^\\s;"\\]})\\\\]|\\\\(?:[\\dA-F]{2}|[^\\sA-Za-z"]))+',
].join('|');
const secretPair = new RegExp(`(${secretWord}\\s{0,3}=\\s{0,3})(${secretValue})`, 'gi');
const pairName = /([\w./-]{1,60})=/g;
const value = new RegExp(secretValue, 'y');

/** Text in which no value of a secret name is left, of the same length; quotes and line breaks stay. */
export function redactSecrets(text: string): string {
  return text.replace(secretPair, (_, before: string, value: string) => before + mask(value));
}

/**
 * Parses a file so that no secret is in the script, its values, or the file that its spans point into: a copy of the
 * same length and lines, so that spans of the one fit the other. Without secrets that is the file itself, and what
 * `visit` saw on the way is the script.
 */
export function parseWithoutSecrets(file: SourceFile, visit?: (statement: Statement) => void): Staged<Script> {
  const stretches: Stretch[] = [];
  const { value, diagnostics } = parseRsc(file, {
    statement(statement) {
      collect(file.text, statement, stretches);
      // With the first secret it is clear that there will be another reading.
      if (stretches.length === 0) visit?.(statement);
    },
    lost: (menu, at) => collectLost(file.text, menu, at, stretches),
  });
  const masked = maskStretches(file, stretches);
  if (masked === file) return { value, diagnostics };
  return { value: scriptOf(masked, value.size), diagnostics: diagnostics.map((each) => movedTo(masked, each)) };
}

/** Where the values of secrets are that a statement sets. */
function collect(text: string, statement: Statement, stretches: Stretch[]): void {
  if (statement.kind === 'code') {
    collectLost(text, '', statement, stretches);
    return;
  }
  const { menu, positional } = statement;
  const known = verdictsOf(menu);
  for (const word of positional) collectLost(text, menu, word, stretches);
  for (const { name, value } of statement.arguments) {
    if (value && isSecretIn(menu, known, name) && !isScriptName(name)) stretches.push(value);
  }
}

/** In text that could not be read, and in code: whatever looks like the value of a secret, quoted or not. */
function collectLost(text: string, menu: MenuPath | '', { start, end }: Stretch, stretches: Stretch[]): void {
  pairName.lastIndex = start;
  for (let found = pairName.exec(text); found && pairName.lastIndex <= end; found = pairName.exec(text)) {
    const [, name = ''] = found;
    if (menu === '' ? !isSecretAnywhere(name) : !isSecret(menu, name)) continue;
    value.lastIndex = pairName.lastIndex;
    const length = value.exec(text)?.[0].length ?? 0;
    if (length > 0) stretches.push({ start: pairName.lastIndex, end: pairName.lastIndex + length });
    pairName.lastIndex += length;
  }
}

/** True where some menu keeps the name secret: what a line sets whose menu is unknown. */
function isSecretAnywhere(name: string): boolean {
  secretNames ??= new Set(
    [...menus.values()].flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([property, { secret }]) => (secret ? [property] : [])),
    ),
  );
  return secretNames.has(name) || looksSecret('/', name);
}

let secretNames: ReadonlySet<string> | undefined;

function maskStretches(file: SourceFile, stretches: readonly Stretch[]): SourceFile {
  let text = '';
  let at = 0;
  for (const { start, end } of stretches) {
    text += file.text.slice(at, start) + mask(file.text.slice(start, end));
    at = end;
  }
  text = redactSecrets(text + file.text.slice(at));
  return text === file.text ? file : { path: file.path, text };
}

/** A diagnostic about the file that was read, at the same places of the masked one. */
function movedTo(file: SourceFile, diagnostic: Diagnostic): Diagnostic {
  const move = ({ at, text }: Label): Label => ({ at: at.kind === 'source' ? { ...at, file } : at, text });
  return { ...diagnostic, primary: move(diagnostic.primary), related: diagnostic.related.map(move) };
}

/** Every character but the quotes around the value (`"`, or `\"` in a string), line breaks and continuations. */
function mask(value: string): string {
  const quote = /^\\?"/.exec(value)?.[0] ?? '';
  const end =
    quote !== '' && value.endsWith(quote) && value.length > quote.length ? value.length - quote.length : value.length;
  const inner = value.slice(quote.length, end);
  const masked = inner.replace(/(\\\r?\n[ \t]*)|[^\r\n]/g, (_, kept: string | undefined) => kept ?? '*');
  return quote + masked + value.slice(end);
}
