// An export in which every field that may hold a secret holds one that a test finds again: in every menu whose tree is
// known, in menus that rosc does not know, and in text of all kinds. What counts as a secret is said here in words of
// its own.

import { expect } from 'vitest';
import { menus } from '../../src/model/menus.ts';
import type { MemoryIo } from './memory-io.ts';

/** Names of text that opens something. */
const opens = new RegExp(
  [
    'pass(?:word|phrase|wd|code)$|secrets?$|psk$|token$|cookie$|community$|(?:^|-)(?:pin|puk|cak|ckn|otp)$',
    '(?:shared|private|encryption|auth|authentication|md5|static-sta-private|protection)-?key$|static-key-\\d$',
  ].join('|'),
);

let planted = 0;

/** How many there are so far. */
export const plantedSoFar = () => planted;
export const canary = () => `CANARY${String(++planted).padStart(4, '0')}x7Q`;

export const known = [...menus].flatMap(([menu, { kind, properties }]) =>
  Object.entries(properties).flatMap(([name, { type, secret }]) => {
    if (!secret && !(opens.test(name) && type === 'text')) return [];
    const verb = kind === 'settings' ? 'set' : kind === 'fixed' ? 'set [ find default=yes ]' : 'add';
    return [`${menu} ${verb} ${name}=${canary()}`, `${menu} ${verb} ${name}="${canary()} two" disabled=no`];
  }),
);

const unknown = [
  '/zerotier add name=zt1 identity="%:0:%"',
  '/system ntp key add key=% key-id=1',
  '/system ntp key add key-val=% key-id=1',
  '/container envs add key=PASSWORD name=env value=%',
  '/container add cmd="--password %" interface=veth1',
  '/container config set password=% registry-url=https://me:%@registry.example',
  '/tool romon set secrets=%,%',
  '/made up add passwd=% pass=% community=% api-key=% dbPassword=% client_secret=%',
  '/made up set 0 admin-pwd=% access-token="%" static-key-0=%',
  '/ip dns set use-doh-server=https://me:%@dns.example/dns-query',
  '/ip dns set use-doh-server=https://dns.example/%',
  '/tool fetch url="https://api.example/x\\?token=%&b=1"',
  '/tool fetch http-header-field="Authorization: Bearer %,X-Api-Key: %" url=https://a.example',
  '/tool fetch http-data="{\\"password\\":\\"%\\",\\"a\\":1}" url=https://a.example',
  '/ip address add address=192.0.2.9/24 interface=ether1 comment="password: %"',
  '/ip address add address=192.0.2.10/24 interface=ether1 comment="admin / pw=%, see wiki"',
  '/ip address add address=192.0.2.11/24 interface=ether1 comment="the wifi password is %"',
  '/ip route add gateway=192.0.2.2 comment="ftp://me:%@192.0.2.3/x"',
  '/system script add name=s source=":local pw \\"%\\"\\r\\n:global apiToken \\"%\\"\\r\\n/tool fetch password=% user=a"',
  '/system scheduler add name=t on-event="/tool fetch url=\\"ftp://u:%@192.0.2.1\\" upload=yes"',
  '/ip address add address=192.0.2.12/24 interface=ether1 comment="password for admin: %"',
  '/ip address add address=192.0.2.13/24 interface=ether1 comment="pw % / user admin pass %"',
  '/ip address add address=192.0.2.14/24 interface=ether1 comment="Passwort (alt) = %; contraseña: %; пароль: %"',
  '/ip address add address=192.0.2.15/24 interface=ether1 comment="ssh admin:%@192.0.2.9, PrivateKey = %k3PXPJBSWY3DPEHPK3PXPJBSWY3D="',
  '/ip address add address=192.0.2.16/24 interface=ether1 comment="<password>%</password>"',
  '/system script add name=c source="/tool fetch url=\\"https://hooks.example/services/%/%\\" ; # curl -u admin:% https://a"',
  '/tool fetch url="https://api.telegram.org/bot123456789:%AAEhBOweik6/sendMessage"',
  '/tool fetch url="https://a.example/x\\?sig=%"',
  ':local pw ("%" . "%")',
  ':set password value="%"',
  ':local password "%"',
  ':global smtpPass %',
  ':if (true) do={ /ppp secret add name=x password=% }',
  '/snmp community add name=% addresses=192.0.2.0/24',
  '/ip address add address=192.0.2.1/24 broken password="%',
  '# old password=%',
  '# psk: %',
  '# vault=% tok=% tkn2: %',
  '/ip address add address=192.0.2.19/24 interface=ether1 comment="rack 4, vault=%, creds: %, psw = %"',
  '# wpa-psk %',
  '# key-string %',
  '# Cookie: sid=%; theme=dark; session=%',
  '# Set-Cookie: PHPSESSID=%; Path=/',
  '# tool --token % --password %',
  '# password:\n#   %',
  '# WIFI:S:guest;T:WPA;P:%;;',
  '# admin:$6$salt$%',
  ':global p1 "%"',
  ':global tok "%"',
  ':local where "%"; /ppp secret add name=x password=$where',
  ':set key "%"',
  '/ip address add address=192.0.2.17/24 interface=ether1 comment="wpa2-psk %"',
  '/ip address add address=192.0.2.18/24 interface=ether1 comment="login/password: admin/%"',
  '/system script add name=g source=":global p2 \\"%\\"\\r\\n:global x \\"%\\"\\r\\n/tool fetch user=a password=\\$x"',
  '/system script add name=n source="# password:\\r\\n# % \\r\\n"',
  '/made up set session=% csrf-token=% cookie="sid=%"',
  '/certificate add-acme directory-url=https://a.example eab-kid=k eab-key-b64=%',
  '/interface lte esim provision lte1 matching-id=% activation-code="LPA:1\\$x.example\\$%"',
  '/interface lte at-chat lte1 input="AT+CPIN=\\"%\\""',
  '/interface lte set [find] modem-init="AT+CPWD=\\"SC\\",\\"%\\",\\"%\\""',
  '/app set 0 environment="ADMIN=%" yaml="x: %"',
  '/file add name=ovpn.auth contents="me\\r\\n%"',
  '/system script add name=j source=":local json \\"{\\\\\\"api_key\\\\\\":\\\\\\"%\\\\\\"}\\""',
  '/system script add name=h source="/tool fetch http-header-field=(\\"X-Auth-Token: \\" . \\"%\\") url=(\\"https://a/\\?key=\\" . \\"%\\")"',
  '/system script add name=t source=":local password [:tostr \\"%\\"]; :local authHeader \\"Bearer %\\"; :local accesskey %"',
  ':global "api-token" "%"',
  '/made up set rootpw=% passkey=% keyphrase=% SECRET_KEY_BASE=% webhook="%"',
  '/made up set auth=%9a upw=% paypal-signature=% CFtkn=%',
  '/made up add blob="-----BEGIN PGP PRIVATE KEY BLOCK-----\\r\\n%\\r\\n-----END PGP PRIVATE KEY BLOCK-----"',
  '/tool fetch url=("https://dyn.example/update\\?host=" . $h . "&password=" . "%")',
  '/tool fetch url=("https://me:" . "%" . "@dyn.example/")',
  '/tool fetch url="https://a.example/webhooks/12345/%" http-data="u=me&p=%"',
  '/system script add name=a source=":local passwords {\\"%\\";\\"%\\"}; :foreach u,p in={\\"a\\"=\\"%\\"} do={/user add password=\\$p}"',
  '/system script add name=b source=":set (\\$all->\\"password\\") \\"%\\"; :if (\\"%\\" = \\$password) do={}"',
  '/system script add name=d source=":log info (\\"the password was set to \\" . \\"%\\"); :put [:convert to=base64 \\"me:%\\"]"',
  '/system script add name=e source=":local pwd (\\"a\\" . \\\\\\r\\n    \\"%\\")"',
  '/system script add name=i source=":local payload (\\"{\\\\\\"password\\\\\\":\\\\\\"\\" . \\"%\\" . \\"\\\\\\"}\\")"',
  '/ip address add address=192.0.2.20/24 interface=ether1 comment="pw \\\n    %"',
  '/ip address add address=192.0.2.21/24 interface=ether1 comment="password=\\\n    \\"%\\""',
  '/system script add name=f source="# root\\r\\n\\\n    :local password \\"%\\\n    %\\"\\r\\n"',
  ...[
    'Wi-Fi pw -> %',
    'login me / %',
    'admin/% (old switch)',
    'login admin / %',
    'root:%',
    'Passwort lautet %',
    'has\\C5\\82o: %, \\D0\\BF\\D0\\B0\\D1\\80\\D0\\BE\\D0\\BB\\D1\\8C: %',
    'Gast / Schl\\FCssel %',
    'WPA2 key is %',
    'snmp ro community %',
    'unlock code %',
    'recovery phrase: % %',
    '2FA seed %',
    'creds me:%',
    'the password has been changed to %',
    'net password\\?: %',
    'snmpget -v3 -u u -A % -X % 192.0.2.1',
    'mysql -uroot -p%',
    'net use z: //nas/x /user:me %',
    'tailscale up --authkey tskey-auth-%',
    'SNMPv3 auth % priv %',
    'login: me/%, p/w %, pass-word: %',
    'password\\t%',
    'root:\\$6\\$salt\\$%:0:0',
    'AKIA1234567890ABCDEF / %',
    'snmp-server community % ro',
    'echo % | sudo chpasswd',
    "cl\\E9 wifi : %, code d'acc\\E8s : %, palavra-passe: %, Zugangscode %",
    '\\EA\\B7\\B8: \\EB\\B9\\84\\EB\\B0\\80\\EB\\B2\\88\\ED\\98\\B8: %, \\E5\\AF\\86\\E7\\A0\\81\\EF\\BC\\9A%',
    '\\D9\\83\\D9\\84\\D9\\85\\D8\\A9 \\D8\\A7\\D9\\84\\D9\\85\\D8\\B1\\D9\\88\\D8\\B1: %',
  ].map((text, index) => `/ip address add address=192.0.3.${index + 1}/24 interface=ether1 comment="${text}"`),
].map((line) => line.replace(/%(?!\\)/g, canary));

export const head = '# 2025-01-01 00:00:00 by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n';
export const base = `/interface bridge
add name=bridge1 vlan-filtering=yes
/interface vlan
add interface=bridge1 name=vlan10 vlan-id=10
/interface bridge port
add bridge=bridge1 interface=ether1 pvid=10 comment="core: key switch, token ring; pass 2"
/interface bridge vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10
/ip address
add address=10.0.10.1/24 interface=vlan10
`;

export const plantedExport = `${head}${base}${[...known, ...unknown].join('\n')}\n`;
export const plantedInExport = planted;

/** Everything that a command says or writes. */
export function everythingOf(io: MemoryIo): string {
  return [io.out(), io.err(), ...io.written.values()].join('\n');
}

export function expectNone(text: string): void {
  if (!text.includes('CANARY')) return;
  expect([...new Set(text.match(/.{0,60}CANARY\d{4}.{0,20}/g) ?? [])]).toEqual([]);
}
