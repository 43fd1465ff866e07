// What a secret looks like in text, and what stands before one. The order in which these are tried is
// `redact-text.ts`; what sentences say of one is `redact-saying.ts`.

import { groupBy } from './grouping.ts';
import { foreignWords } from './secret-vocabulary.ts';

/** Hides a value, quotes and all. */
export type Masking = (value: string) => string;

/**
 * Quoted, also inside strings of strings (`\"…\"`, `\\\"…\\\"`); quoted without end; or bare. Line breaks end it.
 */
export const secretValue =
  /\\?"(?:[^"\\\r\n]|\\[^"\r\n])*\\?"|(\\{2,7}")[^\r\n]*?(?<!\\)\1|\\{0,7}"[^\r\n]*|'[^'\r\n]*'|(?:[^\s;"'\]})\\]|\\(?:[\dA-F]{2}|[^\sA-Za-z"]))+/y;

/** `p4ss`, `pa$s`: `pass` in other signs. */
const odd = 'p[@4][s$5]|pa[$5]';

/** What cannot hold a secret is not searched: most text has none of these. */
const hintWords =
  'pass pw pwd psk secret key tok tkn psw vault pin puk otp cak ckn communit cookie cred code auth bearer basic jwt hmac sess ' +
  'csrf xsrf p/w phrase seed root admin login curl snmp mysql openssl &p= base64 redis-cli ldap ipmitool smbclient sig= s3cr ' +
  'eyJ BEGIN xox AKIA ASIA AIza glpat npm_ hf_ dop_v SG\\. tskey- dckr_pat glsa_ hvs\\. gh[a-z]_ bot\\d LPA:1 AT\\+C wifi:';
export const hint = new RegExp(
  [
    ...byFirstLetter([...hintWords.split(' '), ...odd.split('|'), ...foreignWords.hintWords]),
    '/user:|:\\/\\/|[sr]k[_-]|:[^\\s:@/"]{3,60}@|:(?:local|global|set)[ \\t]',
    '\\$(?:[1-9y]|2[aby]|apr1)\\\\{0,7}\\$|"[ \\t]?\\.[ \\t]?\\\\{0,7}"',
    foreignWords.hints,
  ].join('|'),
  'gi',
);

/** Behind a letter that none of them begins with no word is tried: found so, they take a third less time. */
function byFirstLetter(words: readonly string[]): readonly string[] {
  const groups = groupBy(words, (word) => word.charAt(0).toLowerCase());
  return [...groups].map(([letter, alike]) => `${letter}(?:${alike.map((word) => word.slice(1)).join('|')})`);
}

/**
 * What a value follows. `name=value`, `name: value`, `"name":"value"`, with blanks around: what follows an empty value is
 * the next pair (`password= service=any`), and a line's end ends it.
 */
export const pairHead =
  /(?<![\w.-])([\w.-]+)\\{0,7}["']?(?:[ \t]{0,3}|\\?\?)(?:=>?|:(?![/:]))(?:[ \t]{1,3}(?![\w.-]{1,60}=(?:[^\s="\\]|\\?"(?!\s|$))))?/g;
/** `--password x`, `-pw x`: what follows is the value, whatever it looks like. */
export const flagHead = /(?<![\w-])--?([\w-]{1,60})[ \t]{1,3}(?=[^\s-])/g;
/** `password:` and the value on a line of its own. */
export const belowHead =
  /([\w.-]{1,60})["']?[ \t]{0,3}:[ \t]{0,3}(?:[|>][+-]?[ \t]{0,3})?(?:\r?\n|(?:\\r)?\\n)[ \t]{0,40}(?:#[ \t]{0,40})?(?![#/:[{-]|!env|!file|add\b|set\b)([^\s=:"\\]{3,200})(?=[ \t]{0,40}(?:\r?\n|\\[rn]|"|$))/g;
/** The whole of such a header. */
export const cookieHeader = /\b((?:Set-)?Cookie:[ \t]{0,3})([^"\r\n]+)/gi;
/** Variables that end up in a secret: `password=$p1`. */
export const variableUse = /([\w.-]{1,60})=\\?"?\(?[ \t]{0,3}\\?\$\\?"?([A-Za-z][\w-]{0,63})/g;
/** Names of variables that say little, and that nobody gives to anything else. */
export const shortSecret = /^(?:p|pp|sec|login|wpa|wifi)\d*$/i;
export const anyText = /^\\?"[^"\\]{4,}/;
/** `auth=` opens something, unless it names a method or an outcome. */
export const authWord =
  /^(?!\\{0,7}"?(?:md5|sha\d*|null|none|plain|simple|hmac|[mw]?s?chap\w*|pap|e?a?p?ttls|p?eap[\w-]*|radius|local|ldap|tls|ssl|open|shared|basic|digest|oauth\w*|psk|wpa[\w-]*|wep|login|required|optional|user\w*|pass\w*|token|keys?|cert\w*|pre-shared-key|rsa\w*|dsa|ecdsa|ed25519|kerberos|ntlm|saml|sso|[m2]fa|dot1x|mac[\w-]*|any|all|ok|fail\w*|success\w*|timeout|error|denied|aes\w*|des|trap|yes|no|on|off)\b)\\{0,7}"?[^\s"&]{4,}/i;
/** These open something where it looks like that: `auth=sha256` names a method. */
export const authName = /^(?:auth|p|pp|code)$/i;
export const authValue =
  /^(?!\\{0,7}"?(?:md5|sha\d*|null|none|plain|simple|hmac|chap|pap|mschap\w*)\b)\\{0,7}"?(?=[^\s"]*\d)(?=[^\s"]*[A-Za-z])[^\s"]{6,}/i;
export const sessionName = /^(?:session(?:id)?|sid|csrf|xsrf)$/i;
/** Letters, digits and signs in one word. */
export const mixedWord = /^\\?"(?=[^"]*\d)(?=[^"]*[A-Za-z])(?=[^"]*[!@#$%^&*?+])[^\s":/\\]{6,64}\\?"$/;
/** Hints that may begin a word without which nothing is said of a secret. */
export const sayings = new RegExp(
  `pass|${odd}|s3cr|pwd|pw|psk|secret|tok|communit|cred|auth|priv|pin|puk|otp|key|phrase|seed|code|root|admin|login|p/w|${foreignWords.hint}`,
  'i',
);
/** The beginnings of tokens that say whose they are. */
export const tokenHint =
  /^(?:eyJ|gh[a-z]_|xox|AKIA|ASIA|AIza|glpat|npm_|hf_|dop_v|[sr]k[_-]|SG\.|bot\d|tskey|dckr|glsa|hvs|LPA|AT|\$|wifi:)/i;
/** In a bare value: `Authorization: x,X-Other: y`. */
export const nextPair = /^([^"'\\,][^,]*),[\w.-]{1,60}[:=]/;
/** `("X-Auth-Token: " . "…")`, `("{\"key\":\"" . "…")`, `("https://a/?key=" . "…")`, `("password is " . "…")`: the rest of the expression. */
export const joined = new RegExp(
  '([\\w.-]{1,60}|Bearer|Basic|://[^\\s"@/:]{0,60}(?=:))(?:\\\\{1,7}["\'])?' +
    '(?:[:=]|(?:[ \\t](?:is|was|has|been|now|set|changed|reset|to)){1,5})?[ \\t]{0,3}(?:\\\\{1,7}["\'])?' +
    '\\\\{0,7}"[ \\t]{0,3}\\.[ \\t]{0,3}(?=\\\\{0,7}["(])',
  'gi',
);
/** `:local password "…"`, `:local password do={ :return "…" }`, `:set pw …`, `:set pw value=…`, `:foreach pw in=…`, `:set ($all->"password") …` */
export const variableHead =
  /(?:\b(?:local|global|set|foreach)[ \t]{1,3}\$?|->)(?:\\{0,7}")?([\w,-]{1,64})(?:\\{0,7}")?\)?[ \t]{1,3}(?:value=|in=|do=\{[^{}]{0,300}?:return[ \t]{1,3})?/g;
export const compared = /(\\{0,7}"[^"\\\r\n]{1,200}\\{0,7}")[ \t]{0,3}!?=[ \t]{0,3}\\?\$([A-Za-z][\w-]{0,63})/g;
/** The name of an SNMP community is what lets people in. */
export const communityHead = /\b(community)\b[^\r\n;{}]{0,200}?\bname=/g;
/** `snmp: { communities: … }`; those of BGP are numbers, or names that everybody knows. */
export const communityList =
  /((?<![\w.-])communities["']?[ \t]{0,3}[:=][ \t]{0,3}\[?[ \t]{0,3}["']?)(?!no-|internet\b|large\b|extended\b|standard\b|both\b|local-as|graceful|blackhole|accept-own|list\b)([A-Za-z][^\s"',;\]}:=]{2,60}(?:,[ \t]{0,3}[A-Za-z][^\s"',;\]}:=]{2,60}){0,20})(?=[ \t]{0,3}(?:$|[\]}"',;\r\n#]))/g;
/** `<password>…</password>` */
export const element = /<([\w.:-]{1,60})>([^<\r\n]{1,200})(?=<\/)/g;
/** `admin:hunter2@host`, `curl -u admin:hunter2`; no address has such letters. */
export const userAndPassword =
  /(\b(?:curl\b[^\r\n;]{0,80}?-u[ \t]{0,3}[^\s:]{1,60}:)|\b[a-z][\w.-]{0,40}:(?=[^\s:@/"]{0,60}[g-z!#$%^&*][^\s:@/"]{0,60}@[\w.-]))([^\s:@/"]{3,60})/gi;
export const scheme =
  /(?:(?<=["'=:,][ \t]{0,3})Bearer[ \t]{1,3}|\b(?:Bearer|Basic)[ \t]{1,3}(?=\S{0,200}[\d=]))([\w+/.~=-]{6,})/gi;
/** What stands before the secret of an `Authorization:`. */
export const schemeName = /(?:Bearer|Basic|Digest|Token)[ \t]{1,3}/iy;
export const address = /\b([a-z][a-z\d+.-]{1,20}):\/\/([^\s"'\\]{1,2000})/gi;
/** A part of an address's path that no person would type. */
export const pathToken = new RegExp(
  [
    '(?<=\\/(?:keys?|tokens?|secrets?|apikey|api-key)\\/)(?![a-z-]{1,14}(?:[/?#]|$))[^/?#\\s]+',
    '(?<=\\/(?:hooks?|webhooks?)\\/)[^?#\\s]+',
    '(?<=\\?)(?=\\w{0,64}\\d)(?=\\w{0,64}[A-Za-z])[\\w-]{8,}$',
    '(?<=\\/)bot\\d{6,}:[\\w-]+',
    '(?<=\\/)(?=\\w{0,64}\\d)(?=\\w{0,64}[A-Za-z])\\w{12,}(?![\\w.-])',
    '(?<=\\/)[\\w:-]{32,}',
  ].join('|'),
  'g',
);
/** `?sig=…`: of an address what follows these is a secret, elsewhere hardly ever. */
export const queryToken = new RegExp(
  '(?<=(?:[?&]|\\\\26)(?:sig|signature|auth|session|sid|code|hash|access)=|' +
    '\\bu(?:ser|name|id)?=[^&\\s"]{1,60}&p(?:ass)?=)[^&#\\s"\'\\\\]+',
  'gi',
);
/** Resolvers and hooks tell their customers apart by the path; there only the usual one is no secret. */
export const resolver = /^(?:dns|doh)\d*\.|hook/i;
export const customerPath = /(?<=\/)(?!(?:dns-query|resolve|query)(?:[/?#]|$))[^/?#]+/g;
/** Tokens that say whose they are. */
export const known = new RegExp(
  [
    '\\beyJ[\\w-]{8,}(?:\\.[\\w-]+){1,2}',
    '\\bgh[a-z]_\\w{16,}|\\bgithub_pat_\\w{16,}',
    '\\bxox[a-z]-[\\w-]{10,}',
    '\\b(?:AKIA|ASIA)[A-Z\\d]{12,}(?:[ \\t]{0,2}[/:,][ \\t]{0,2}[\\w/+=]{6,60})?',
    '\\bbot\\d{6,}:[\\w-]{20,}',
    '\\b[sr]k_(?:live|test)_\\w{10,}|\\bsk-[\\w-]{20,}',
    '\\$(?:[1-9y]|2[aby]|apr1)\\\\{0,7}\\$[^\\s:"\';]{8,}',
    '(?<=\\bWIFI:[^\\r\\n"]{0,200}\\bP:)[^;\\r\\n"]+',
    '\\bglpat-[\\w-]{16,}|\\bnpm_\\w{20,}|\\bhf_\\w{20,}|\\bdop_v1_\\w{20,}',
    '\\bAIza[\\w-]{30,}|\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}',
    '\\btskey-[\\w-]{8,}|\\bdckr_pat_[\\w-]{8,}|\\bglsa_\\w{8,}|\\bhvs\\.[\\w-]{8,}',
    '(?<=\\bLPA:1\\\\{0,7}\\$[^\\s$"\\\\]{1,100}\\\\{0,7}\\$)[\\w-]+',
    '(?<=\\bAT\\+(?:CPIN|CLCK|CPWD|CGAUTH|QICSGP)=)[^\\r\\n;]{1,200}',
  ].join('|'),
  'g',
);
/** `password: |`, `passwords:`: what stands below, further in, is the value. */
export const blockHead =
  /^([ \t]*)(?:-[ \t]{1,8})?["']?([\w.-]{1,60})["']?[ \t]{0,3}:[ \t]{0,3}([|>][\d+-]{0,3})?[ \t]{0,3}(?:#[^\r\n]*)?\r?\n/gm;
export const privateBlock = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)([\s\S]*?)(?=-----END|$)/g;
/** Lines that speak of a secret: a long random word there is one. */
export const speaking = /passw|passphrase|pwd|psk|secret|token|\bkeys?\b|-key\b|credential/i;
/** In a script that stands in one line as well. */
export const lineEnd = /(\r?\n|\\[rn])/;
export const random =
  /(?<![\w+/.:-])(?=[A-Za-z+/]*\d)(?=[\d+/]*[A-Za-z])(?:[A-Za-z\d+/]{22,}={1,2}|[A-Za-z\d+]{16,})(?![\w:-])/;
export const randomWords = new RegExp(random, 'g');

/** Programs of other systems that take a secret by a letter. */
export const toolFlag = new RegExp(
  [
    ['snmp\\w*', '-[cAX]'],
    ['mysql\\w*|sshpass|mosquitto_\\w+|7z|zip|ipmitool', '-[pP]'],
    ['openssl', '-[kK]'],
    ['ldap\\w+', '-w'],
    ['redis-cli', '-a'],
    ['smbclient', '-U[ \\t]{0,3}[^\\s%]{1,60}%'],
    ['net[ \\t]use', '/user:\\S{1,100}'],
    ['xfreerdp|rdesktop', '[/-]p:?'],
  ]
    .map(
      ([tool, flag]) =>
        `(?<=\\b(?:${tool})\\b[^\\r\\n;]{0,200}[ \\t]${flag}[ \\t]{0,3})[^\\s"';\\\\-][^\\s"';\\\\]{2,200}`,
    )
    .join('|') +
    '|(?<=\\bto=base64\\b[^\\]\\r\\n]{0,60}\\\\{0,7}")[^\\s"\\\\:]{1,60}:[^\\s"\\\\]{3,200}' +
    '|(?<=\\becho[ \\t]{1,3})[^\\s|;"\'-][^\\s|;"\']{2,200}(?=[ \\t]{0,3}\\|[ \\t]{0,3}(?:sudo[ \\t]{1,3})?(?:ch)?passwd\\b)',
  'g',
);

/** Not the secret itself: where it comes from, what is hidden already or for the reader to fill in, and switches. */
export const harmless =
  /^(?:\$|\(|\[|`$|\\{0,7}"[ \t]{1,3}\.[ \t]|[|>#{][+-]?$|!env|!file|@env:|@file:|sha256:|<|%|(?:\\?["'])?(?:\**|\u2026|\.{3}|(?:yes|no|true|false|none|null|auto|default|required|optional|disabled|enabled|or|and))(?:\\?["'])?[,;.]?$)/i;

/** Schemes of rosc's own addresses, whose users are no secret. */
export const deviceScheme = /^(?:api|apis|rest|rests|sim)$/i;
