// Words of several languages: what a password is called, and what a sentence about passwords says otherwise.

/** What a password is called by people who write no English. */
const foreign =
  "passwort|kennwort|zugangscode|contraseña|contrasena|clave|senha|palavra-passe|mot de passe|mdp|code d'accès|" +
  "parola d'ordine|parola|hasło|haslo|heslo|geslo|zaporka|lozinka|schlüssel|schluessel|wachtwoord|lösenord|losenord|" +
  'salasana|adgangskode|passord|jelszó|şifre|sifre|parool|slaptažodis|лозинка|пароль|пароля|κωδικός|' +
  'kata sandi|mật khẩu|סיסמה|كلمة المرور|密码|密碼|口令|パスワード|비밀번호|암호';

/** These open other things as well. */
const foreignKeys = 'clé|klucz|parole|ключ';

/**
 * Exports write what is no ASCII by its bytes: UTF-8, or the code page of the terminal that typed it. Read, such a byte
 * is the lone surrogate U+DC00 + byte.
 */
const codePages = ['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254'];

function spellings(letter: string): string {
  const utf8 = [...Buffer.from(letter)].map(escaped).join('');
  return `(?:${[letter, utf8, ...codePages.flatMap((page) => inPage(letter, page))].join('|')})`;
}

function escaped(byte: number): string {
  return `\\\\{1,7}${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function inPage(letter: string, page: string): readonly string[] {
  const byte = pageOf(page).indexOf(letter);
  return byte < 0 ? [] : [escaped(byte + 128), String.fromCharCode(0xdc00 + byte + 128)];
}

const pages = new Map<string, string>();

/** The upper half of a code page. */
function pageOf(name: string): string {
  let page = pages.get(name);
  if (page === undefined) {
    page = new TextDecoder(name).decode(Uint8Array.from({ length: 128 }, (_, index) => index + 128));
    pages.set(name, page);
  }
  return page;
}

function pattern(words: string): string {
  return words.replace(/[^\p{ASCII}]/gu, spellings).replaceAll(' ', '[ \\t]');
}

/** Where one of them may be: a test of every place of a large file. */
const hintWords =
  'kenn zugang contras clave senha mdp parol klucz heslo haslo geslo zapork lozink schl wachtw senord salas adgangs ' +
  'passord jelsz ifre slapt sandi';
const hints =
  'mot de|has.o|cl[é\\uDC80-\\uDCFF]|acc[è\\uDC80-\\uDCFF]|\\\\[89A-F][\\dA-F]|[\\u0370-\\uABFF\\uAC00-\\uDCFF]';

export const foreignWords = {
  pattern: pattern(foreign),
  keys: pattern(foreignKeys),
  hintWords: hintWords.split(' '),
  hints,
  hint: `${hintWords.replaceAll(' ', '|')}|${hints}`,
};

/** Names of things that are passwords and nothing else. */
export const anyWords = 'wpa2?-psk|wpa-key|wlan-key|wifi-key|p/w|pass-word|snmp-server[ \\t]community';

/** A key that opens something, written in two words. */
export const keyWords =
  '(?:wpa[23]?|wifi|wi-fi|wlan|psk|api|access|auth|licen[cs]e|encryption|pre-?shared|private|secret|shared|network|' +
  'security|master|root|admin|account|storage|bitlocker|recovery|ssh)[ \\t-]key';

/** After a word for a secret these are no value. */
export const harmlessWords: ReadonlySet<string> = new Set(
  (
    'print export add remove find edit required changed expired reset protected needed missing unknown wrong invalid set ' +
    'unset here below above see policy policies rule rules manager store vault file files list length size type format ' +
    'hash login logins auth authentication authorisation authorization exchange rotation management server servers field ' +
    'prompt mode id ids name names index chain agreement generation change changes less only and or is was in on for of to ' +
    'by with garden santa the a an this that these those it its as at from not no none yes never always must should may can ' +
    'will has have had be been are were when where who which what than then if but so until after before during under over ' +
    'ask asks asked known stored kept written saved found done given sent used same new old last next first second other ' +
    'default empty blank random strong weak secret secrets password passwords pass passphrase key keys token tokens pin ' +
    'user users username admin admins root operator guest guests router routers switch switches device devices network ' +
    'networks wifi wlan lan wan vlan interface interfaces port ports bridge firewall ring bucket buckets header ' +
    'string strings word words value values text settings setting option options config configuration script scripts ' +
    'sheet wiki keepass bitwarden vaultwarden safe envelope office desk rack room noc team support vendor customer ' +
    'through thru phrase code codes account accounts access group groups level page site sites ticket tickets date week ' +
    'month year day today yesterday test tests check checks works working broken disabled enabled off based protection ' +
    'string-list filter filters attribute attributes large extended well-known internet no-export no-advertise ' +
    'im in der die das den dem ein eine ist war siehe nicht und oder bei von mit für auf zum zur aus le la les un une des ' +
    'el los las en sur dans pour avec'
  ).split(' '),
);
