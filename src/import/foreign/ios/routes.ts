// Static routes of IOS.

import { type Prefix, parsePrefix } from '../../../model/prefix.ts';
import type { ForeignConfig } from '../facts.ts';
import { plainText } from '../interfaces.ts';
import { ipv4Address, ipv4Prefix } from '../values.ts';
import { type Found, refused, type Word, word } from '../vocabulary.ts';

export const routeWords: readonly Word<ForeignConfig>[] = [
  word(/^ip route (?:vrf (\S+) )?(\d[\d.]+) (\d[\d.]+) (.+)$/, (found) => {
    readRoute(found, ipv4Prefix(found.group(2), found.group(3)), found.group(4));
  }),
  word(/^ipv6 route (?:vrf (\S+) )?([0-9A-Fa-f:.]+\/\d+) (.+)$/, (found) => {
    readRoute(found, parsePrefix(found.group(2).toLowerCase()), found.group(3));
  }),
  refused(/^(?:no )?(?:ip|ipv6) route\b/, 'this setting of static routes is not in the site’s words'),
];

function readRoute({ subject, line, group, has, refuse }: Found<ForeignConfig>, to: Prefix | undefined, rest: string) {
  if (!to) return refuse('rosc cannot read the destination');
  const words = rest.match(/"[^"]*"|\S+/g) ?? [];
  const first = words[0] ?? '';
  const isBlackhole = /^null0$/i.test(first);
  const own = hopOf(first);
  const behind = own ?? hopOf(words[1] ?? '') ?? (/^\d/.test(words[1] ?? '') ? hopOf(words[2] ?? '') : undefined);
  if (!isBlackhole && !behind) return refuse('a next hop that is an interface alone is not in the site’s words');
  const start = isBlackhole || own ? 1 : hopOf(words[1] ?? '') ? 2 : 3;
  const options = words.slice(start);
  let preference: number | undefined;
  let description: string | undefined;
  for (let index = 0; index < options.length; index++) {
    const option = options[index] ?? '';
    if (/^\d+$/.test(option)) preference = Number(option);
    else if (option === 'name') description = plainText(options[++index] ?? '');
    else if (option === 'permanent') continue;
    else if (option === 'track' || option === 'tag') {
      refuse(`carried without \`${option}\`, which is not in the site’s words`);
      index++;
    } else if (option === 'global') return refuse('next hops in another VRF are not in the site’s words');
    else return refuse('rosc does not know this option of a route');
  }
  subject.routes.push({
    line,
    to,
    isBlackhole,
    ...(behind && !isBlackhole && { via: behind }),
    ...(preference !== undefined && { preference }),
    ...(description !== undefined && { description }),
    ...(has(1) && { vrf: group(1) }),
  });
}

function hopOf(text: string): Prefix | undefined {
  return ipv4Address(text) ?? (text.includes(':') ? parsePrefix(text.toLowerCase()) : undefined);
}
