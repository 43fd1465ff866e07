// Hides what sentences say of a secret: `the wifi password (old) is "x"`, `PW x`, `admin/x1y2`, `recovery phrase: a b c`.
// There is a word that speaks of it, what leads from there to the value, and the value, unless that is a word as well.

import type { TextRange } from './location.ts';
import { isSecretName } from './secret-names.ts';
import { harmless, type Masking } from './secret-shapes.ts';
import { anyWords, foreignWords, harmlessWords, keyWords } from './secret-vocabulary.ts';

/** Whatever follows these is the secret, without any sign between. */
const plain = `${foreignWords.pattern}|pw|pwd|psk|passwd|passphrase|pass[ \\t]phrase|kennw(?:or)?t|${anyWords}`;
/** What follows these needs a sign between, or the look of a secret. */
const vague =
  `pass|password|passcode|p[@4a][s$5]{2}(?:w[o0]?r?d)?|s3cr[e3]t|secret|token|community|credential|cred|pre-shared-key|key-string|${keyWords}|${foreignWords.keys}|` +
  '(?:unlock|access|security|alarm|door|entry|gate|pairing|backup|recovery|reset|voucher)[ \\t]code|' +
  '(?:recovery|seed|backup|pass|key)[ \\t-]?phrase|(?:2fa|mfa|t?otp)[ \\t](?:seed|code|key)|pin|puk|t?otp|key|auth|priv';
const trigger = new RegExp(`(?<![A-Za-z])(?:[a-z\\d]{1,12}[-_])?(?:(${plain})|(?:${vague}))s?(?![A-Za-z])`, 'gi');

const leads = new RegExp(
  [
    '[ \\t]{1,3}(?:\\([^)\\r\\n]{1,30}\\)|(?:for|of|on|at|f[uü]r|de)[ \\t][\\w.-]{1,30}(?:[ \\t][\\w.-]{1,30}(?=[ \\t]{0,3}[:=]))?)',
    '[ \\t]{1,3}(?:(?:has[ \\t]been|is|was)[ \\t](?:set|changed|reset)[ \\t]to|is|was|ist|war|lautet|es|est|jest|now|still|(?:set|changed|reset)[ \\t]to)(?=[ \\t:=])',
    '[ \\t]{0,3}\\\\?\\?(?=[ \\t]{0,3}:)',
    '[ \\t]{0,3}(?::(?![/:])|=>?|：|\\\\{1,7}EF\\\\{1,7}BC\\\\{1,7}9A|->|→)',
    '\\\\{1,7}t|[ \\t](?:wifi|wi-fi|wlan|vpn|ssid|guest|gast|admin|root|router|ssh|web|pppoe|office)(?=[ \\t]{0,3}[:=])',
    '[ \\t]{1,3}[–|-](?=[ \\t])',
    '[ \\t](?:file|string|text|value)(?=[ \\t]{0,3}[:=])|[\\]),](?=[ \\t])',
  ].join('|'),
  'y',
);
/** A lead that says that the value comes. */
const telling = /[:=\uff1a\u2192]|->|9A$|[ \t](?:is|was|ist|lautet|es|est|jest|to)$|[\u2013-]$/;
const blanks = /[ \t]{0,3}(?:[0578][ \t])?/y;
const quoted = /(\\{0,7}["'])(?:(?!\1)[^\r\n]){1,200}\1/y;
const word = /(?:[^\s"';,\\()]|\\[^"\snrt]){1,200}/y;
const clauseEnd = /[ \t]{0,40}(?:$|[\r\n"';,.)\]}]|\\[nr"])/y;

/** Letters with a digit or a sign in one word of four characters and more. */
const strange = /^(?=.*[\d!@#$%^&*])(?=.*[A-Za-z])(?!.*=|\*).{4,}$/;
const digits = /^\d{4,32}$/;
/** Said of much else as well. */
const faint = /^(?:key|auth|priv)s?$/i;
/** Names of things in a network look strange as well: `ether12`, `SW-3`; nobody mixes case in one. */
const numbered = /^(?:[a-z]{2,12}|[A-Z][A-Za-z]?[a-z]{0,10}|[A-Z]{2,12})[-_.]?\d{1,4}(?:[-./]\d{1,4}){0,3}$/;
const terms = new RegExp(
  [
    '^(?:(?:sfp|qsfp|vlan|ether|bridge|wpa|sha|md|aes|eap|ipv|tls)[\\w-]{0,20}',
    '[\\da-f:./]+|\\d+[a-z]{1,4}|https?:.*|[\\w-]+(?:\\.[\\w-]+){2,})$',
  ].join('|'),
  'i',
);

function isName(word: string): boolean {
  return numbered.test(word) || terms.test(word);
}

export function maskSayings(text: string, mask: Masking): string {
  return maskAccounts(maskAfterTriggers(text, mask), mask);
}

function maskAfterTriggers(text: string, mask: Masking): string {
  let out = '';
  let copied = 0;
  trigger.lastIndex = 0;
  for (let found = trigger.exec(text); found; found = trigger.exec(text)) {
    const [all, isPlain] = found;
    // `public-key`
    if (/[-_]keys?$/i.test(all) && !isSecretName(all)) continue;
    for (const { start, end } of secretsAfter(text, trigger.lastIndex, { isPlain: isPlain !== undefined, all })) {
      out += text.slice(copied, start) + mask(text.slice(start, end));
      copied = end;
      trigger.lastIndex = end;
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

interface Said {
  readonly isPlain: boolean;
  readonly all: string;
}

function secretsAfter(text: string, from: number, said: Said): readonly TextRange[] {
  const { at, isTold } = lead(text, from);
  const start = matchAt(blanks, text, at);
  if (start === from && !isTold) return [];
  const end = Math.max(matchAt(quoted, text, start), matchAt(word, text, start));
  const value = text.slice(start, end);
  if (end === start || !isSecret(value, { ...said, isTold, isLast: isEnd(text, end) })) return [];
  const first = { start, end };
  const isSentence = (isTold || said.isPlain) && !/^[\\"']/.test(value);
  return isSentence ? [first, ...moreWords(text, end)] : [first];
}

/** Past what leads to the value. */
function lead(text: string, from: number): { readonly at: number; readonly isTold: boolean } {
  let at = from;
  let isTold = false;
  for (let count = 0; count < 4; count++) {
    const end = matchAt(leads, text, at);
    if (end === at) break;
    isTold ||= telling.test(text.slice(at, end));
    at = end;
  }
  return { at, isTold };
}

function isSecret(
  value: string,
  { isPlain, isTold, isLast, all }: Said & { readonly isTold: boolean; readonly isLast: boolean },
): boolean {
  const bare = value.replace(/^[\\"']+|[\\"'.]+$/g, '');
  if (bare === '' || harmless.test(value) || harmlessWords.has(bare.toLowerCase())) return false;
  if (/^["'\\]/.test(value)) return true;
  if (/^[\d.:/-]+$/.test(bare)) return digits.test(bare) && !/^(?:token|communit)/i.test(all);
  // In backquotes stand names, as rosc writes them.
  if (faint.test(all)) return strange.test(bare) && !isName(bare) && !bare.startsWith('`');
  if (isTold || isPlain) return !isPair(bare);
  return strange.test(bare)
    ? !isName(bare) || /^pass|^secret/i.test(all)
    : isLast && /^\w{4,}$/.test(bare) && !/^(?:pass$|pin|puk|t?otp)/i.test(all);
}

/** `service=any` is the next thing that is said. */
function isPair(value: string): boolean {
  return /^[\w.-]{1,60}=/.test(value);
}

/** A passphrase has more than one word, as long as they are none of the language around it. */
function moreWords(text: string, from: number): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let at = from; ranges.length < 23; ) {
    const start = matchAt(blanks, text, at);
    const end = matchAt(word, text, start);
    const value = text.slice(start, end);
    if (start === at || end === start || isOrdinary(value)) break;
    ranges.push({ start, end });
    at = end;
  }
  return ranges;
}

function isOrdinary(value: string): boolean {
  const bare = value.toLowerCase().replace(/[.:!?]+$/, '');
  return harmlessWords.has(bare) || harmless.test(value) || /[=:]|^[^\w]|^\d/.test(value) || isName(bare);
}

function isEnd(text: string, at: number): boolean {
  clauseEnd.lastIndex = at;
  return clauseEnd.test(text);
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** `admin/x1y2`, `root:x1y2`, `login: me / x1y2`, `user/pass: me/x`, `user me pass x`, `creds me:x`. */
const accounts = new RegExp(
  '((?<![\\w.-])(?:(?:admin|root|administrator|ubnt|guest)[ \\t]{0,2}[/:][ \\t]{0,2}|' +
    '(?:login|user|username)[ \\t:=]{1,3}[\\w.@-]{1,60}(?:[ \\t]{0,2}[/|,:][ \\t]{0,2}|[ \\t])))([^\\s"\';,\\\\()]{4,200})',
  'gi',
);
const both = new RegExp(
  '((?<![\\w.-])(?:(?:user(?:name)?|login|admin)[ \\t]{0,2}[/:&+|,][ \\t]{0,2}(?:pass(?:word|wd)?|pwd|pw)' +
    '[ \\t]{0,3}[:=][ \\t]{0,3}[\\w.@-]{1,60}[ \\t]{0,3}[/:|, ][ \\t]{0,3}|' +
    'login(?:[ \\t]{0,2}[:=][ \\t]{0,2}[\\w.@-]{1,60}|[ \\t]{1,3}(?:admin|root|administrator|ubnt|guest))[ \\t]{0,2}/[ \\t]{0,2}|' +
    'cred(?:ential)?s?[ \\t:=]{1,3}[\\w.@-]{1,60}[ \\t]{0,2}[/:][ \\t]{0,2}|' +
    '(?:user|login|admin)\\b[^\\r\\n;]{0,40}\\bpass[ \\t]{1,3}))([^\\s"\';,\\\\]{3,200})',
  'gi',
);

function maskAccounts(text: string, mask: Masking): string {
  const masked = (whole: string, before: string, value: string) =>
    harmless.test(value) || harmlessWords.has(value.toLowerCase()) ? whole : before + mask(value);
  const strangely = (whole: string, before: string, value: string) =>
    strange.test(value) && !isName(value) ? masked(whole, before, value) : whole;
  return text.replace(both, masked).replace(accounts, strangely);
}
