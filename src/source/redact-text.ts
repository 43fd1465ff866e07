// Hides what looks like a secret in text of any kind: comments, script code, messages, addresses, lines that nobody
// could read. The result has the same length and the same lines, so that places in it stay what they were.

import { isSecretName } from './secret-names.ts';

/** Quoted, also inside a string (`\"…\"`); quoted without end; or bare. Line breaks end it, continuations do not. */
const secretValue =
  /\\?"(?:[^"\\\r\n]|\\\r?\n|\\[^"\r\n])*\\?"|\\?"[^\r\n]*|'[^'\r\n]*'|(?:[^\s;"'\]})\\]|\\(?:[\dA-F]{2}|[^\sA-Za-z"]))+/y;

/** What a password is called in comments by people who write no English. */
const foreignWords =
  'passwort|kennwort|contrase[nñ]a|clave|senha|mot de passe|parola|has[lł]o|heslo|' +
  'wachtwoord|l[oö]senord|парол[ья]|密码|密碼|口令|パスワード';

/** What cannot hold a secret is not searched: most text has none of these. */
const hint = new RegExp(
  [
    'pass|pwd|pw|psk|secret|key|token|pin|puk|otp|cak|ckn|communit|cookie|cred|auth|bearer|jwt|hmac|curl',
    ':\\/\\/|eyJ|BEGIN|gh[a-z]_|xox|AKIA|ASIA|AIza|glpat|npm_|hf_|dop_v|[sr]k_|bot\\d|:[^\\s:@/"]{3,60}@',
    foreignWords,
  ].join('|'),
  'gi',
);

/** True where the text has a word or a shape that might stand beside a secret. */
function mayHoldSecret(text: string): boolean {
  hint.lastIndex = 0;
  return hint.test(text);
}

/** Where those words stand, in order. */
export function secretHints(text: string): readonly number[] {
  return [...text.matchAll(hint)].map(({ index }) => index);
}

/**
 * What a value follows. `name=value`, `name: value`, `"name":"value"`, with blanks around: what follows an empty value is
 * the next pair (`password= service=any`), and a line's end ends it.
 */
const pairHead =
  /(?<![\w.-])([\w.-]+)\\?["']?[ \t]{0,3}(?:=>?|:(?![/:]))(?:[ \t]{1,3}(?![\w.-]{1,60}=(?:[^\s="\\]|\\?"(?!\s|$))))?/g;
/** In a bare value: `Authorization: x,X-Other: y`. */
const nextPair = /^([^"'\\,][^,]*),[\w.-]{1,60}[:=]/;
/** `:local password "…"`, `:set pw …`, `:set pw value=…` */
const variableHead = /\b(?:local|global|set)[ \t]{1,3}\$?([\w-]{1,64})[ \t]{1,3}(?:value=)?/g;
/** The name of an SNMP community is what lets people in. */
const communityHead = /\b(community)\b[^\r\n;{}]{0,200}?\bname=/g;
/** `password hunter2`, `the pw of the router is "x"`: what stands there is a secret if no sentence would hold it. */
const said = new RegExp(
  `((?:password|passwd|passphrase|passcode|pwd|pw|psk|secret|token|community|pre-shared-key|key-string|${foreignWords})s?` +
    '(?:[ \\t]{1,3}(?:\\([^)\\r\\n]{1,30}\\)|(?:for|of|on|at)[ \\t][\\w .-]{1,30}?))?' +
    '(?:[ \\t]{0,3}(?:[:=：]|->|→)[ \\t]{0,3}|[ \\t]{1,3}[–-][ \\t]{1,3}|' +
    '[ \\t]{1,3}(?:(?:is|was)[ \\t]{1,3})?)(?:[0578][ \\t])?)' +
    `("[^"\\r\\n]{1,200}"|'[^'\\r\\n]{1,200}'|` +
    '(?=\\S{0,200}[\\d!@#$%^&*])(?=\\S{0,200}[A-Za-z])(?!\\S{0,200}=|\\*)[^\\s"\';,\\\\]{4,200})',
  'gi',
);
/** Where the word stands beside a name, or in a tongue that has no other meaning for it: anything. */
const saidOf = new RegExp(
  '((?:\\b(?:user|login|admin)\\b[^\\r\\n;]{0,40}\\bpass[ \\t]{1,3}' +
    `|(?:${foreignWords})[ \\t]{0,3}[:=：][ \\t]{0,3}|\\bsshpass[ \\t]{1,3}-p[ \\t]{0,3}))([^\\s"';,]{3,200})`,
  'gi',
);
/** `<password>…</password>` */
const element = /<([\w.:-]{1,60})>([^<\r\n]{1,200})(?=<\/)/g;
/** `admin:hunter2@host`, `curl -u admin:hunter2`; no address has such letters. */
const userAndPassword =
  /(\b(?:curl\b[^\r\n;]{0,80}?-u[ \t]{0,3}[^\s:]{1,60}:)|\b[a-z][\w.-]{0,40}:(?=[^\s:@/"]{0,60}[g-z!#$%^&*][^\s:@/"]{0,60}@[\w.-]))([^\s:@/"]{3,60})/gi;
const scheme = /\b(?:Bearer|Basic)[ \t]{1,3}(?=\S{0,200}[\d=])([\w+/.~=-]{6,})/gi;
/** What stands before the secret of an `Authorization:`. */
const schemeName = /(?:Bearer|Basic|Digest|Token)[ \t]{1,3}/iy;
const address = /\b([a-z][a-z\d+.-]{1,20}):\/\/([^\s"'\\]{1,2000})/gi;
/** A part of an address's path that no person would type. */
const pathToken =
  /(?<=\/)bot\d{6,}:[\w-]+|(?<=\/)(?=\w{0,64}\d)(?=\w{0,64}[A-Za-z])\w{12,}(?![\w.-])|(?<=\/)[\w:-]{32,}/g;
/** `?sig=…`: of an address what follows these is a secret, elsewhere hardly ever. */
const queryToken = /(?<=[?&](?:sig|signature|auth|session|sid|code|hash|access)=)[^&#\s"'\\]+/gi;
/** Resolvers and hooks tell their customers apart by the path; there only the usual one is no secret. */
const resolver = /^(?:dns|doh)\d*\.|hook/i;
const customerPath = /(?<=\/)(?!(?:dns-query|resolve|query)(?:[/?#]|$))[^/?#]+/g;
/** Tokens that say whose they are. */
const known = new RegExp(
  [
    '\\beyJ[\\w-]{8,}(?:\\.[\\w-]+){1,2}',
    '\\bgh[a-z]_\\w{16,}|\\bgithub_pat_\\w{16,}',
    '\\bxox[a-z]-[\\w-]{10,}',
    '\\b(?:AKIA|ASIA)[A-Z\\d]{12,}',
    '\\bbot\\d{6,}:[\\w-]{20,}',
    '\\b[sr]k_(?:live|test)_\\w{10,}',
    '\\bglpat-[\\w-]{16,}|\\bnpm_\\w{20,}|\\bhf_\\w{20,}|\\bdop_v1_\\w{20,}',
    '\\bAIza[\\w-]{30,}|\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  ].join('|'),
  'g',
);
const privateBlock = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)([\s\S]*?)(?=-----END|$)/g;
/** Lines that speak of a secret: a long random word there is one. */
const speaking = /^.*(?:passw|passphrase|pwd|psk|secret|token|\bkeys?\b|-key\b|credential).*$/gim;
const random =
  /(?<![\w+/.:-])(?=[A-Za-z+/]*\d)(?=[\d+/]*[A-Za-z])(?:[A-Za-z\d+/]{22,}={1,2}|[A-Za-z\d+]{16,})(?![\w:-])/g;

/** Not the secret itself: where it comes from, what is hidden already or for the reader to fill in, and switches. */
const harmless =
  /^(?:\$|\(|\[|!env|!file|@env:|@file:|sha256:|<|%|(?:\\?["'])?(?:\**|…|\.{3}|(?:yes|no|true|false|none|null|auto|default|required|optional|disabled|enabled))(?:\\?["'])?[,;.]?$)/i;

/** Schemes of rosc's own addresses, whose users are no secret. */
const deviceScheme = /^(?:api|apis|rest|rests|sim)$/i;

export function redactText(text: string): string {
  if (!mayHoldSecret(text)) return text;
  const paired = [pairHead, variableHead, communityHead].reduce(maskAfter, text.replace(privateBlock, maskBlock));
  return paired
    .replace(said, maskSaid)
    .replace(saidOf, maskSaid)
    .replace(userAndPassword, maskSaid)
    .replace(element, (whole, name: string, value: string) =>
      isSecretName(name) ? whole.slice(0, -value.length) + stars(value) : whole,
    )
    .replace(scheme, (whole, value: string) => whole.slice(0, whole.length - value.length) + stars(value))
    .replace(address, redactAddress)
    .replace(queryToken, stars)
    .replace(known, stars)
    .replace(speaking, (line) => line.replace(random, stars));
}

function maskSaid(whole: string, before: string, value: string): string {
  return harmless.test(value) ? whole : before + maskValue(value);
}

function maskBlock(_: string, head: string, body: string): string {
  return head + stars(body);
}

/** `("hunter2" . $end)`: to the end of the command, or as far as a secret is long. */
function expressionAt(text: string, at: number): string {
  return /^[^\r\n;]{0,300}/.exec(text.slice(at, at + 300))?.[0] ?? '';
}

const literal = /\\?"(?:[^"\\]|\\[^"])*\\?"/g;

/** Of a longer name the end says what it is. */
const nameMax = 64;

function afterScheme(text: string, at: number): number {
  schemeName.lastIndex = at;
  return schemeName.test(text) ? schemeName.lastIndex : at;
}

/** Masks the values that follow secret names. What follows another name is searched itself. */
function maskAfter(text: string, head: RegExp): string {
  let out = '';
  let copied = 0;
  head.lastIndex = 0;
  for (let found = head.exec(text); found; found = head.exec(text)) {
    if (!isSecretName((found[1] ?? '').slice(-nameMax))) continue;
    head.lastIndex = afterScheme(text, head.lastIndex);
    secretValue.lastIndex = head.lastIndex;
    const written = secretValue.exec(text)?.[0] ?? '';
    const isComputed = text[head.lastIndex] === '(';
    const value = isComputed ? expressionAt(text, head.lastIndex) : (nextPair.exec(written)?.[1] ?? written);
    if (value === '' || (!isComputed && harmless.test(value))) continue;
    out += text.slice(copied, head.lastIndex) + (isComputed ? value.replace(literal, maskValue) : maskValue(value));
    copied = head.lastIndex + value.length;
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
  const quote = /^(?:\\?"|')/.exec(value)?.[0] ?? '';
  const end =
    quote !== '' && value.endsWith(quote) && value.length > quote.length ? value.length - quote.length : value.length;
  return quote + stars(value.slice(quote.length, end)) + value.slice(end);
}

function stars(text: string): string {
  return text.replace(/(\\\r?\n[ \t]*)|[^\r\n]/g, (_, kept: string | undefined) => kept ?? '*');
}
