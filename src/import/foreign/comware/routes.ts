// Static routes of Comware.

import { parsePrefix } from '../../../model/prefix.ts';
import type { ForeignConfig } from '../facts.ts';
import { plainText } from '../interfaces.ts';
import { addressOf, type ipv4Address, ipv4Prefix } from '../values.ts';
import { type Found, refused, type Word, word } from '../vocabulary.ts';

const options = /^(?:(?:preference (\d+)|description (.+)|permanent|(tag \d+)|(track \d+)|(bfd .+?))(?: |$))+$/;

export const routeWords: readonly Word<ForeignConfig>[] = [
  word(/^ip route-static (?:vpn-instance (\S+) )?(\d[\d.]+) (\d[\d.]*) (.+)$/, (found) => {
    const { group } = found;
    readRoute(found, ipv4Prefix(group(2), group(3)), group(4));
  }),
  word(/^ipv6 route-static (?:vpn-instance (\S+) )?(\S+) (\d+) (.+)$/, (found) => {
    const { group } = found;
    readRoute(found, parsePrefix(`${group(2).toLowerCase()}/${group(3)}`), group(4));
  }),
  refused(/^(?:undo )?ip(?:v6)? route-static\b/, 'this setting of static routes is not in the site’s words'),
];

function readRoute(found: Found<ForeignConfig>, to: ReturnType<typeof parsePrefix>, rest: string): void {
  const { subject, line, group, has, refuse } = found;
  if (!to) {
    refuse('rosc cannot read the destination');
    return;
  }
  const way = wayOf(rest);
  if (typeof way === 'string') {
    refuse(way);
    return;
  }
  const known = way.options === '' || options.test(`${way.options}`);
  if (!known) {
    refuse('rosc does not know this option of a route');
    return;
  }
  const preference = /(?:^| )preference (\d+)/.exec(way.options)?.[1];
  const description = /(?:^| )description (.+)$/.exec(way.options)?.[1];
  const watched = /(?:^| )(track|bfd|tag|permanent)\b/.exec(way.options.replace(/description .*$/, ''))?.[1];
  if (watched) refuse(`carried without \`${watched}\`, which is not in the site’s words`);
  subject.routes.push({
    line,
    to,
    isBlackhole: way.via === undefined,
    ...(way.via && { via: way.via }),
    ...(preference !== undefined && { preference: Number(preference) }),
    ...(description !== undefined && { description: plainText(description) }),
    ...(has(1) && { vrf: group(1) }),
  });
}

interface Way {
  /** Undefined = what goes there is dropped. */
  readonly via: ReturnType<typeof ipv4Address>;
  readonly options: string;
}

/** Next hop, interface with next hop, or NULL0; a sentence where it is none of them. */
function wayOf(text: string): Way | string {
  const [first = '', second = '', ...rest] = text.split(' ');
  if (/^null0?$/i.test(first)) {
    const options = first.toLowerCase() === 'null' ? rest : [second, ...rest];
    return { via: undefined, options: options.join(' ').trim() };
  }
  if (first === 'vpn-instance') return 'next hops in another VRF are not in the site’s words';
  const own = addressOf(first);
  if (own) return { via: own, options: [second, ...rest].join(' ').trim() };
  const behind = addressOf(second);
  if (behind) return { via: behind, options: rest.join(' ').trim() };
  // `Vlan-interface 10 10.0.0.1` has a blank in its name.
  const third = addressOf(rest[0] ?? '');
  if (third && /^\d/.test(second)) return { via: third, options: rest.slice(1).join(' ') };
  return 'a next hop that is an interface alone is not in the site’s words';
}
