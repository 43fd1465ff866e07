// Keeps passwords and keys of an export away from every output; only the plan's digests may know them.

import type { Staged } from '../diagnostics/diagnostic.ts';
import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import type { SourceFile } from '../source/location.ts';
import { parseRsc } from './parser.ts';
import { type Argument, isScriptName, type Script, type Stretch } from './script.ts';

/** Names that are secret in whichever menu they stand, also in menus that rosc does not model. */
const secretEnding =
  /(?:^|[.-])(?:password|passphrase|secret|pre-?shared-key|(?:private|authentication|auth|encryption|md5)-key)$/;
const secretName = /^(?:[\w-]+\.)*(?:static-key-\d|wep-key|psk|cak|ckn|token|bot-token|pin|otp)$/;

/** True when the value of this property must not be shown. */
export function isSecret(menu: MenuPath, name: string): boolean {
  const spec = menus.get(menu)?.properties[name];
  if (spec?.secret) return true;
  return spec?.type !== 'bool' && (secretEnding.test(name) || secretName.test(name));
}

/** A secret name in running text: commands, script code, comments. Bounded, so that no text makes the search slow. */
const secretWord =
  '(?:password|passphrase|secret|shared-?key|private-key|auth(?:entication)?-key|encryption-key|md5-key|psk)[\\w-]{0,40}';
/** Quoted, also inside a string (`\"…\"`); quoted without end; or bare. Line breaks end it, continuations do not. */
const secretValue = [
  '\\\\?"(?:[^"\\\\\\r\\n]|\\\\\\r?\\n|\\\\[^"\\r\\n])*\\\\?"',
  '\\\\?"[^\\r\\n]*',
  '(?:[^\\s;"\\]})\\\\]|\\\\(?:[\\dA-F]{2}|[^\\sA-Za-z"]))+',
].join('|');
const secretPair = new RegExp(`(${secretWord}\\s{0,3}=\\s{0,3})(${secretValue})`, 'gi');

/** Text in which no value of a secret name is left, of the same length; quotes and line breaks stay. */
export function redactSecrets(text: string): string {
  return text.replace(secretPair, (_, before: string, value: string) => before + mask(value));
}

/** The file with every secret masked. It has the same length and lines, so spans of the one fit the other. */
export function maskSecrets(file: SourceFile, script: Script): SourceFile {
  const stretches: Stretch[] = [];
  for (const statement of script.statements) {
    if (statement.kind !== 'command') continue;
    for (const argument of statement.arguments)
      if (holdsSecret(statement.menu, argument)) stretches.push(argument.value);
  }
  let text = '';
  let at = 0;
  for (const { start, end } of stretches) {
    text += file.text.slice(at, start) + mask(file.text.slice(start, end));
    at = end;
  }
  text += file.text.slice(at);
  return { path: file.path, text: redactSecrets(text) };
}

/** Parses a file so that no secret is in the script, its values, or the file that its spans point into. */
export function parseWithoutSecrets(file: SourceFile): Staged<Script> {
  const parsed = parseRsc(file);
  const masked = maskSecrets(file, parsed.value);
  return masked.text === file.text ? parsed : parseRsc(masked);
}

function holdsSecret(menu: MenuPath, argument: Argument): argument is Argument & Required<Pick<Argument, 'value'>> {
  return argument.value !== undefined && !isScriptName(argument.name) && isSecret(menu, argument.name);
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
