// Which names are those of secrets, wherever they stand: properties of menus that rosc does not model, variables of
// scripts, keys of JSON, parameters of addresses. What a known menu says of its own properties goes before this.

import { memoized } from './memoized.ts';

/** As the last word of a name. */
const secretWords = new Set(
  (
    'password passwords passwd passphrase passphrases passcode passwort pass pwd pswd pw secret secrets psk token tokens ' +
    'pin puk otp totp cak ckn community cookie credential credentials authorization bearer jwt hmac key keys apikey ' +
    'vault tok tkn psw cred creds session sessionid sessid sid phpsessid jsessionid csrf xsrf webhook webhooks signature'
  ).split(' '),
);

/** At the end of a word that is written in one: `dbpassword`, `wifipass`, `adminpwd`, `rootpw`, `keyphrase`. */
const secretTail =
  /(?:password|passwd|passphrase|passwort|pwd|secret|psk|token|phrase|tkn|[a-z]pw)s?$|^(?:c|sim|user|admin)pin$/;
const passTail = /(?<!^(?:by|com|over|under|tres))pass$/;
/** `accesskey`, `authkey`, `passkey`; not `publickey`. */
const keyTail = /^(?!(?:pub|public|remote|primary|foreign|sort|hot|mon|tur|don|whis|hoc|joc)keys?$)[a-z]{2,}keys?$/;

/** Before `key`: what is public, or a reference, or a number. */
const publicKeys = new Set(['public', 'pub', 'remote', 'lookup', 'transmit', 'user', 'export', 'authorized']);

/** After `key`: still the key itself (`key-val`, `eab-key-b64`). */
const keyForms = new Set(['val', 'value', 'data', 'b64', 'hex']);

/** Before `code`: what opens something. */
const codes = new Set(
  'pin unlock activation confirmation auth access security verification provisioning pairing recovery backup'.split(
    ' ',
  ),
);

/** Somewhere in a name, unless the name is that of something about it: `SECRET_KEY_BASE`, not `password-format`. */
const strong = new Set(
  'password passwd passphrase passwort pwd secret psk apikey token credential credentials'.split(' '),
);
const attributes = new Set(
  (
    'format length size type name names id ids file files path url uri policy timeout lifetime interval age count max min ' +
    'required enabled allowed disabled login logins auth authentication algorithm mode group groups owner expiry expires ' +
    'rotation user users field prompt hint characters handicap usage version endpoint server store manager protection ' +
    'history changed change reset check strength hash changes complexity attempts retries error errors ok reader agent ref'
  ).split(' '),
);

/** True for `password`, `wpa2-pre-shared-key`, `wifiPass`, `static-key-0`, `l2tp.secret`; not for `public-key`. */
export const isSecretName = memoized(10_000, judge);

function judge(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  const whole = words.at(-1) ?? '';
  const last = whole.replace(/\d+$/, '');
  const before = words.at(-2) ?? '';
  if (keyForms.has(whole) && before === 'key') return true;
  if ((last === 'key' || last === 'keys') && publicKeys.has(before)) return false;
  if (secretWords.has(last) || secretTail.test(last) || passTail.test(last) || keyTail.test(last)) return true;
  return isSecretPair(before, last) || (words.some((word) => strong.has(word)) && !attributes.has(last));
}

function isSecretPair(before: string, last: string): boolean {
  return (last === 'code' && codes.has(before)) || (last === 'header' && /^auth/.test(before));
}
