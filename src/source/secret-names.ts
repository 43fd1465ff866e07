// Which names are those of secrets, wherever they stand: properties of menus that rosc does not model, variables of
// scripts, keys of JSON, parameters of addresses. What a known menu says of its own properties goes before this.

/** As the last word of a name. */
const secretWords = new Set(
  (
    'password passwords passwd passphrase passphrases passcode passwort pass pwd pswd pw secret secrets psk token tokens ' +
    'pin puk otp totp cak ckn community cookie credential credentials authorization bearer jwt hmac key keys apikey ' +
    'vault tok tkn psw cred creds session sessionid sessid sid phpsessid jsessionid csrf xsrf wepkey presharedkey sharedkey privatekey'
  ).split(' '),
);

/** At the end of a word that is written in one: `dbpassword`, `wifipass`, `adminpwd`. */
const secretTail = /(?:password|passwd|passphrase|passwort|pwd|secret|psk|token|apikey|privkey)s?$/;
const passTail = /(?<!^(?:by|com|over|under|tres))pass$/;

/** Before `key`: what is public, or a reference, or a number. */
const publicKeys = new Set(['public', 'pub', 'remote', 'lookup', 'transmit', 'user', 'export', 'authorized']);

/** After `key`: still the key itself (`key-val`, `eab-key-b64`). */
const keyForms = new Set(['val', 'value', 'data', 'b64', 'hex']);

/** True for `password`, `wpa2-pre-shared-key`, `wifiPass`, `static-key-0`, `l2tp.secret`; not for `public-key`. */
export function isSecretName(name: string): boolean {
  let is = verdicts.get(name);
  if (is === undefined) {
    is = judge(name);
    if (verdicts.size < namesMax) verdicts.set(name, is);
  }
  return is;
}

/** An export asks of a few hundred names a million times. */
const verdicts = new Map<string, boolean>();
const namesMax = 10_000;

function judge(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  const last = (words.at(-1) ?? '').replace(/\d+$/, '');
  const before = words.at(-2) ?? '';
  if (keyForms.has(last) && before === 'key') return true;
  if ((last === 'key' || last === 'keys') && publicKeys.has(before)) return false;
  return secretWords.has(last) || secretTail.test(last) || passTail.test(last);
}
