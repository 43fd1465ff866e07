// A command as a report may show it: words that rosc knows, numbers and names of interfaces. Everything else, and all
// that follows a word behind which a secret may stand, is left out, so that no report can give a secret away.

import foreign from '../../../profiles/foreign/words.json' with { type: 'json' };
import { interfaceWords as comwareInterfaceWords } from './comware/interfaces.ts';
import { comwareWords } from './comware/system.ts';
import { interfaceWords as iosInterfaceWords } from './ios/interfaces.ts';
import { iosWords } from './ios/system.ts';
import { pattern } from './pattern.ts';

const secretAfter = pattern(
  [
    '^(?:password|passwd|secret|key|keys|community|hash|cipher|simple|plain|md5|sha\\d*|',
    'auth\\w*|authentication\\S*|priv\\w*|pre-?share\\S*|key-\\S*|\\S+-key|key\\d*|passphrase|',
    'encrypted|username|local-user|user|usm-user\\S*|securityname|super|enable|snmp-\\S+|',
    'certificate|token|banner|header|description|name|remark|hostname|sysname|',
    'domain-name|credential\\S*|login|motd)$',
  ],
  'i',
);

const known: ReadonlySet<string> = new Set(
  [...comwareWords, ...iosWords, ...comwareInterfaceWords, ...iosInterfaceWords].flatMap(
    ({ pattern }) => pattern.source.match(/[A-Za-z][A-Za-z-]{2,}/g) ?? [],
  ),
);
/** Words of commands that stand in no pattern above, or in one that reads the inside of a block. */
const usual: ReadonlySet<string> = new Set(foreign.commands);

const interfaceStems = 'Ethernet|GigE|Aggregation|channel|interface|Vlan|Loopback|Tunnel|Serial';
const printable = pattern(['^(?:\\d[\\d.:/,-]*|[A-Za-z-]{0,24}(?:', interfaceStems, ')[\\d/:.]*)$'], 'i');

const wordsMax = 6;

export function maskedCommand(text: string): string {
  const words = text.trim().split(/\s+/);
  const shown: string[] = [];
  for (const word of words.slice(0, wordsMax)) {
    const isKnown = known.has(word) || usual.has(word) || printable.test(word);
    shown.push(isKnown ? word : '…');
    if (secretAfter.test(word) && isKnown) break;
    if (!isKnown) break;
  }
  const isCut = shown.length < words.length && shown.at(-1) !== '…';
  return `${shown.join(' ')}${isCut ? ' …' : ''}`;
}
