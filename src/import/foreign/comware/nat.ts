// Address translation of Comware, which is said at the interface to the outside.

import { portNumber } from '../acl-values.ts';
import type { ForeignInterface } from '../facts.ts';
import { pattern } from '../pattern.ts';
import { ipv4Address } from '../values.ts';
import { refused, type Word, word } from '../vocabulary.ts';

const server = pattern([
  '^nat server(?: \\d+)? protocol (tcp|udp|6|17) global (\\d[\\d.]+|current-interface) (\\S+) ',
  'inside (\\d[\\d.]+)(?: (\\S+))?$',
]);

export const natWords: readonly Word<ForeignInterface>[] = [
  word(/^nat outbound(?: (?:name )?(\S+))?$/, ({ subject, group, has, line, reading }) => {
    const acl = has(1) ? group(1) : undefined;
    reading.config.nat.push({ kind: 'source', line, interface: subject.name, acl });
  }),
  word(server, ({ subject, group, has, line, refuse, reading }) => {
    const outside = group(2) === 'current-interface' ? undefined : ipv4Address(group(2));
    const [port, inside] = [portNumber(group(3)), ipv4Address(group(4))];
    const insidePort = has(5) ? portNumber(group(5)) : port;
    const isRead = port && insidePort && inside && (outside !== undefined || group(2) === 'current-interface');
    if (!isRead) return refuse('rosc cannot read the address or the port');
    const protocol = group(1) === 'tcp' || group(1) === '6' ? 'tcp' : 'udp';
    const common = { kind: 'forward', line, interface: subject.name, protocol } as const;
    reading.config.nat.push({ ...common, outside, port, inside, insidePort });
  }),
  refused(/^nat\b/, 'a site translates to the address of the way out, and forwards single ports'),
];
