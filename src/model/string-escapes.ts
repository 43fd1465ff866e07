// Escapes in strings of scripts: `\n` and its like, and bytes written as `\XX`. A byte that is no UTF-8 is the lone
// surrogate U+DC00 + byte, as in the API codec, so that it can be written back unchanged.

/** By the letter after the backslash. Source: manual, scripting, "Constant escape sequences". */
const namedEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  _: ' ',
  '"': '"',
  '\\': '\\',
  $: '$',
  '?': '?',
};

/** A backslash with what follows: the end of a line with the next one's blanks, bytes, or a character. */
const oneEscape = /\\(?:(\r\n|\n|\r)[ \t]*|([\dA-F]{2}(?:\\(?:(?:\r\n|\n|\r)[ \t]*\\)?[\dA-F]{2})*)|([\s\S]))/;
const everyEscape = new RegExp(oneEscape, 'g');
/** At one place, for readers that go on from there. */
export const escapeHere = new RegExp(oneEscape, 'y');

/** What an escape stands for; undefined = RouterOS knows none with this character. */
export function resolveEscape(written: string): string | undefined {
  const [, newline, hex, character] = oneEscape.exec(written) ?? [];
  return meaningOf(newline, hex, character);
}

/**
 * Resolves escapes and drops continuations; an unknown escape is its character. `\E4\F6` are bytes of the device's code
 * page or of UTF-8.
 */
export function unescapeText(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    everyEscape,
    (_, newline?: string, hex?: string, character = '') => meaningOf(newline, hex, character) ?? character,
  );
}

function meaningOf(newline: string | undefined, hex: string | undefined, character = ''): string | undefined {
  if (newline !== undefined) return '';
  return hex === undefined ? namedEscapes[character] : bytesToText(hex.match(/[\dA-F]{2}/g) ?? []);
}

/** `['C3', 'BC']` → `ü` */
function bytesToText(hex: readonly string[]): string {
  return textOfBytes(Uint8Array.from(hex, (digits) => Number.parseInt(digits, 16)));
}

/** Valid UTF-8 sequences as text; every other byte 0x80..0xff as the lone surrogate U+DC80..U+DCFF. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const length = utf8Length(first);
    const character = first < 0x80 ? String.fromCharCode(first) : decodeOne(bytes.subarray(at, at + length));
    text += character ?? String.fromCharCode(0xdc00 + first);
    at += character === undefined ? 1 : length;
  }
  return text;
}

/** Bytes of the character that begins with this one. */
function utf8Length(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** `ü` → `\C3\BC` */
export function textToBytes(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = code >= 0xdc80 && code <= 0xdcff ? [code - 0xdc00] : [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeOne(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
