// Address translation of IOS, which is said for the whole device between interfaces that are marked.

import { portNumber } from '../acl-values.ts';
import type { ForeignConfig } from '../facts.ts';
import { pattern } from '../pattern.ts';
import { ipv4Address } from '../values.ts';
import { refused, type Word, word } from '../vocabulary.ts';

const overload = /^ip nat inside source list (\S+) interface (\S+(?: \d\S*)?) overload$/;
const forward = pattern([
  '^ip nat inside source static (tcp|udp) (\\d[\\d.]+) (\\S+) ',
  '(?:interface (\\S+(?: \\d\\S*\\/\\S+)?)|(\\d[\\d.]+)) (\\S+?)(?: extendable)?$',
]);

export const natWords: readonly Word<ForeignConfig>[] = [
  word(overload, ({ subject, group, line }) => {
    subject.nat.push({ kind: 'source', line, acl: group(1), interface: group(2) });
  }),
  word(forward, ({ subject, group, has, line, refuse }) => {
    const outside = has(5) ? ipv4Address(group(5)) : undefined;
    const [inside, insidePort, port] = [ipv4Address(group(2)), portNumber(group(3)), portNumber(group(6))];
    if (!port || !insidePort || !inside || (has(5) && !outside))
      return refuse('rosc cannot read the address or the port');
    const protocol = group(1) === 'tcp' ? 'tcp' : 'udp';
    const way = has(4) ? group(4) : undefined;
    subject.nat.push({ kind: 'forward', line, interface: way, protocol, outside, port, inside, insidePort });
  }),
  refused(/^ip nat\b/, 'a site translates to the address of the way out, and forwards single ports'),
];
