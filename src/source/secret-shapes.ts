// What a secret looks like in text, and what stands before one. The order in which these are tried is
// `redact-text.ts`.

/** Quoted, also inside a string (`\"…\"`); quoted without end; or bare. Line breaks end it, continuations do not. */
export const secretValue =
  /\\?"(?:[^"\\\r\n]|\\\r?\n|\\[^"\r\n])*\\?"|\\?"[^\r\n]*|'[^'\r\n]*'|(?:[^\s;"'\]})\\]|\\(?:[\dA-F]{2}|[^\sA-Za-z"]))+/y;

/** What a password is called in comments by people who write no English. */
const foreignWords =
  'passwort|kennwort|contrase[nñ]a|clave|senha|mot de passe|parola|has[lł]o|heslo|' +
  'wachtwoord|l[oö]senord|парол[ья]|密码|密碼|口令|パスワード';

/** What cannot hold a secret is not searched: most text has none of these. */
export const hint = new RegExp(
  [
    'pass|pwd|pw|psk|secret|key|tok|tkn|psw|vault|pin|puk|otp|cak|ckn|communit|cookie|cred|auth|bearer|basic|jwt|hmac|curl|sess|csrf|xsrf',
    ':\\/\\/|eyJ|BEGIN|gh[a-z]_|xox|AKIA|ASIA|AIza|glpat|npm_|hf_|dop_v|[sr]k[_-]|SG\\.|bot\\d|:[^\\s:@/"]{3,60}@',
    ':(?:local|global|set)[ \\t]|\\$(?:[1-7y]|2[aby]|apr1)\\$|wifi:',
    foreignWords,
  ].join('|'),
  'gi',
);

/**
 * What a value follows. `name=value`, `name: value`, `"name":"value"`, with blanks around: what follows an empty value is
 * the next pair (`password= service=any`), and a line's end ends it.
 */
export const pairHead =
  /(?<![\w.-])([\w.-]+)\\?["']?[ \t]{0,3}(?:=>?|:(?![/:]))(?:[ \t]{1,3}(?![\w.-]{1,60}=(?:[^\s="\\]|\\?"(?!\s|$))))?/g;
/** `--password x`, `-pw x`: what follows is the value, whatever it looks like. */
export const flagHead = /(?<![\w-])--?([\w-]{1,60})[ \t]{1,3}(?=[^\s-])/g;
/** `wpa-psk x`, `key-string x`, `password x` with nothing behind, as other makers write it. */
export const lineHead = new RegExp(
  '((?:^|["\'#;{(]|\\\\[nr])[ \\t]{0,40}(?:no[ \\t])?(?:set[ \\t])?' +
    '(?:[\\w]{1,30}[-_]){0,3}(?:password|passwd|passphrase|passcode|pwd|psk|secret|key-string|(?<=[-_])key|(?<=[-_])token)' +
    '[ \\t]{1,3}(?:[0578][ \\t])?)([^\\s"\'=:;,(){}\\\\]{1,200})(?=[ \\t]{0,40}(?:$|["\';}]|\\\\[nr]))',
  'gim',
);
/** What a sentence of two words says of a password. */
export const lineHarmless = new RegExp(
  '^(?:' +
    'print|export|add|remove|find|edit|required|changed|expired|reset|protected|needed|missing|unknown|' +
    'wrong|invalid|set|unset|here|below|above|see|policy|rules?|manager|store|vault|file|files|list|' +
    'length|size|type|format|hash|login|auth(?:entication)?|authori[sz]ation|exchange|rotation|' +
    'management|server|field|prompt|mode|id|name|index|chain|agreement|generation|change|less|only|and|' +
    'or|is|was|in|on|for|of|to|by|with|garden|santa' +
    ')$',
  'i',
);
/** `password:` and the value on a line of its own. */
export const belowHead =
  /([\w.-]{1,60})["']?[ \t]{0,3}:[ \t]{0,3}(?:[|>][+-]?[ \t]{0,3})?(?:\\?\r?\n|(?:\\r)?\\n)[ \t]{0,40}(?:#[ \t]{0,40})?(?![#/:[{-]|!env|!file|add\b|set\b)([^\s=:"\\]{3,200})(?=[ \t]{0,40}(?:\r?\n|\\[rn]|"|$))/g;
/** The whole of such a header. */
export const cookieHeader = /\b((?:Set-)?Cookie:[ \t]{0,3})([^"\r\n]+)/gi;
/** Numbers of four digits and more behind these words open something. */
export const numberSaid = new RegExp(
  '(\\b(?:pin|puk|otp|totp|pass(?:word|code|wd|phrase)?|pwd|pw|psk)' +
    '(?:[ \\t]{1,3}(?:code|is|was|no\\.?|number))?[ \\t]{0,3}[#:=]?[ \\t]{0,3})(\\d{4,32})(?![\\w.:/-])',
  'gi',
);
/** `user/pass: admin/hunter2`, `login = admin:hunter2` */
export const bothSaid = new RegExp(
  '(\\b(?:user(?:name)?|login|admin)[ \\t]{0,2}[/:&+|,][ \\t]{0,2}(?:pass(?:word|wd)?|pwd|pw)' +
    '[ \\t]{0,3}[:=][ \\t]{0,3}[\\w.@-]{1,60}[ \\t]{0,3}[/:|, ][ \\t]{0,3})([^\\s"\';,]{3,200})',
  'gi',
);
/** Variables that end up in a secret: `password=$p1`. */
export const variableUse = /([\w.-]{1,60})=\\?"?\(?[ \t]{0,3}\\?\$\\?"?([A-Za-z][\w-]{0,63})/g;
/** Names of variables that say little, and that nobody gives to anything else. */
export const shortSecret = /^(?:p|pp|sec|login|wpa|wifi)\d*$/i;
export const anyText = /^\\?"[^"\\]{4,}/;
export const sessionName = /^(?:session(?:id)?|sid|csrf|xsrf)$/i;
/** Letters, digits and signs in one word. */
export const mixedWord = /^\\?"(?=[^"]*\d)(?=[^"]*[A-Za-z])(?=[^"]*[!@#$%^&*?+])[^\s":/\\]{6,64}\\?"$/;
/** Words without which nothing is said of a secret. */
export const sayings = new RegExp(
  `pass|pwd|pw|psk|secret|token|community|key-string|pre-shared|pin|puk|otp|key|${foreignWords}`,
  'i',
);
/** The beginnings of tokens that say whose they are. */
export const tokenHint = /^(?:eyJ|gh[a-z]_|xox|AKIA|ASIA|AIza|glpat|npm_|hf_|dop_v|[sr]k[_-]|SG\.|bot\d|\$|wifi:)/i;
/** In a bare value: `Authorization: x,X-Other: y`. */
export const nextPair = /^([^"'\\,][^,]*),[\w.-]{1,60}[:=]/;
/** `:local password "…"`, `:set pw …`, `:set pw value=…` */
export const variableHead = /\b(?:local|global|set)[ \t]{1,3}\$?([\w-]{1,64})[ \t]{1,3}(?:value=)?/g;
/** The name of an SNMP community is what lets people in. */
export const communityHead = /\b(community)\b[^\r\n;{}]{0,200}?\bname=/g;
/** `password hunter2`, `the pw of the router is "x"`: what stands there is a secret if no sentence would hold it. */
export const said = new RegExp(
  `((?:password|passwd|passphrase|passcode|pwd|pw|psk|secret|token|community|pre-shared-key|key-string|${foreignWords})s?` +
    '(?:[ \\t]{1,3}(?:\\([^)\\r\\n]{1,30}\\)|(?:for|of|on|at)[ \\t][\\w .-]{1,30}?))?' +
    '(?:[ \\t]{0,3}(?:[:=：]|->|→)[ \\t]{0,3}|[ \\t]{1,3}[–-][ \\t]{1,3}|' +
    '[ \\t]{1,3}(?:(?:is|was)[ \\t]{1,3})?)(?:[0578][ \\t])?)' +
    `("[^"\\r\\n]{1,200}"|'[^'\\r\\n]{1,200}'|` +
    '(?=\\S{0,200}[\\d!@#$%^&*])(?=\\S{0,200}[A-Za-z])(?!\\S{0,200}=|\\*)[^\\s"\';,\\\\]{4,200})',
  'gi',
);
/** Where the word stands beside a name, or in a tongue that has no other meaning for it: anything. */
export const saidOf = new RegExp(
  '((?:\\b(?:user|login|admin)\\b[^\\r\\n;]{0,40}\\bpass[ \\t]{1,3}' +
    `|(?:${foreignWords})[ \\t]{0,3}[:=：][ \\t]{0,3}|\\bsshpass[ \\t]{1,3}-p[ \\t]{0,3}))([^\\s"';,]{3,200})`,
  'gi',
);
/** `<password>…</password>` */
export const element = /<([\w.:-]{1,60})>([^<\r\n]{1,200})(?=<\/)/g;
/** `admin:hunter2@host`, `curl -u admin:hunter2`; no address has such letters. */
export const userAndPassword =
  /(\b(?:curl\b[^\r\n;]{0,80}?-u[ \t]{0,3}[^\s:]{1,60}:)|\b[a-z][\w.-]{0,40}:(?=[^\s:@/"]{0,60}[g-z!#$%^&*][^\s:@/"]{0,60}@[\w.-]))([^\s:@/"]{3,60})/gi;
export const scheme = /\b(?:Bearer|Basic)[ \t]{1,3}(?=\S{0,200}[\d=])([\w+/.~=-]{6,})/gi;
/** What stands before the secret of an `Authorization:`. */
export const schemeName = /(?:Bearer|Basic|Digest|Token)[ \t]{1,3}/iy;
export const address = /\b([a-z][a-z\d+.-]{1,20}):\/\/([^\s"'\\]{1,2000})/gi;
/** A part of an address's path that no person would type. */
export const pathToken =
  /(?<=\/)bot\d{6,}:[\w-]+|(?<=\/)(?=\w{0,64}\d)(?=\w{0,64}[A-Za-z])\w{12,}(?![\w.-])|(?<=\/)[\w:-]{32,}/g;
/** `?sig=…`: of an address what follows these is a secret, elsewhere hardly ever. */
export const queryToken = /(?<=[?&](?:sig|signature|auth|session|sid|code|hash|access)=)[^&#\s"'\\]+/gi;
/** Resolvers and hooks tell their customers apart by the path; there only the usual one is no secret. */
export const resolver = /^(?:dns|doh)\d*\.|hook/i;
export const customerPath = /(?<=\/)(?!(?:dns-query|resolve|query)(?:[/?#]|$))[^/?#]+/g;
/** Tokens that say whose they are. */
export const known = new RegExp(
  [
    '\\beyJ[\\w-]{8,}(?:\\.[\\w-]+){1,2}',
    '\\bgh[a-z]_\\w{16,}|\\bgithub_pat_\\w{16,}',
    '\\bxox[a-z]-[\\w-]{10,}',
    '\\b(?:AKIA|ASIA)[A-Z\\d]{12,}',
    '\\bbot\\d{6,}:[\\w-]{20,}',
    '\\b[sr]k_(?:live|test)_\\w{10,}|\\bsk-[\\w-]{20,}',
    '\\$(?:[1-7y]|2[aby]|apr1)\\$[^\\s:"\';]{8,}',
    '(?<=\\bWIFI:[^\\r\\n"]{0,200}\\bP:)[^;\\r\\n"]+',
    '\\bglpat-[\\w-]{16,}|\\bnpm_\\w{20,}|\\bhf_\\w{20,}|\\bdop_v1_\\w{20,}',
    '\\bAIza[\\w-]{30,}|\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  ].join('|'),
  'g',
);
export const privateBlock = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)([\s\S]*?)(?=-----END|$)/g;
/** Lines that speak of a secret: a long random word there is one. */
export const speaking = /^.*(?:passw|passphrase|pwd|psk|secret|token|\bkeys?\b|-key\b|credential).*$/gim;
export const random =
  /(?<![\w+/.:-])(?=[A-Za-z+/]*\d)(?=[\d+/]*[A-Za-z])(?:[A-Za-z\d+/]{22,}={1,2}|[A-Za-z\d+]{16,})(?![\w:-])/;
export const randomWords = new RegExp(random, 'g');

/** Not the secret itself: where it comes from, what is hidden already or for the reader to fill in, and switches. */
export const harmless =
  /^(?:\$|\(|\[|!env|!file|@env:|@file:|sha256:|<|%|(?:\\?["'])?(?:\**|…|\.{3}|(?:yes|no|true|false|none|null|auto|default|required|optional|disabled|enabled))(?:\\?["'])?[,;.]?$)/i;

/** Schemes of rosc's own addresses, whose users are no secret. */
export const deviceScheme = /^(?:api|apis|rest|rests|sim)$/i;
