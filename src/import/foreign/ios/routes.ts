// Static routes of IOS.

import { type Prefix, parsePrefix } from '../../../model/prefix.ts';
import type { ForeignConfig } from '../facts.ts';
import { plainText } from '../interfaces.ts';
import { addressOf, ipv4Prefix } from '../values.ts';
import { type Found, refused, type Word, word } from '../vocabulary.ts';

const neverUsed = 255;

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
  const isBlackhole = /^null0$/i.test(words[0] ?? '');
  const hop = isBlackhole ? undefined : firstHop(words);
  if (!isBlackhole && !hop) return refuse('a next hop that is an interface alone is not in the site’s words');
  const options = optionsOf(words.slice(hop?.length ?? 1), refuse);
  if (typeof options === 'string') return refuse(options);
  if (options.preference === neverUsed) return refuse('IOS never uses a route of distance 255');
  subject.routes.push({
    line,
    to,
    isBlackhole,
    ...(hop && { via: hop.via }),
    ...options,
    ...(has(1) && { vrf: group(1) }),
  });
}

/** `10.0.0.1`, behind an interface of one word (`Vlan10`) or of two (`Vlan 10`); `length` in words. */
function firstHop(words: readonly string[]): { readonly via: Prefix; readonly length: number } | undefined {
  for (const [index, word] of words.slice(0, 3).entries()) {
    if (index === 2 && !/^\d/.test(words[1] ?? '')) return undefined;
    const via = addressOf(word);
    if (via) return { via, length: index + 1 };
  }
  return undefined;
}

/** A sentence where the route is not carried for one of them. */
function optionsOf(words: readonly string[], refuse: (reason: string) => void) {
  let preference: number | undefined;
  let description: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const option = words[index] ?? '';
    const operands = leftOut.get(option);
    if (/^\d+$/.test(option)) preference = Number(option);
    else if (option === 'name') description = plainText(words[++index] ?? '');
    else if (operands !== undefined) {
      refuse(`carried without \`${option}\`, which is not in the site’s words`);
      index += operands;
    } else if (option === 'global') return 'next hops in another VRF are not in the site’s words';
    else return 'rosc does not know this option of a route';
  }
  return { ...(preference !== undefined && { preference }), ...(description !== undefined && { description }) };
}

/** With the number of words behind each. */
const leftOut: ReadonlyMap<string, number> = new Map([
  ['track', 1],
  ['tag', 1],
  ['permanent', 0],
]);
