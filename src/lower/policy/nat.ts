// Address translation: masquerading and source NAT by the way out, port forwarding by the way in.

import type { Places } from '../../intent/intent.ts';
import type { NatRule } from '../../intent/schema-policy.ts';
import { printAddress } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { subnetsOf } from '../layout.ts';
import { tag } from '../tag.ts';
import { interfacesOf } from './acl-layers.ts';
import { type FilterMatchers, filterMatchers, type ListNames, portsText } from './filter-match.ts';

/** `lists`: made so far. */
export function lowerNat(context: LowerContext, lists: ListNames): void {
  const { device } = context;
  const matchers = filterMatchers(context, 4, lists, 'nat');
  for (const [index, rule] of (device.settings.nat ?? []).entries()) {
    const part: NatPart = { context, rule, places: device.places.below('nat', index), matchers, nth: index + 1 };
    if (rule.forward) addForward(part);
    else addSource(part);
  }
}

interface NatPart {
  readonly context: LowerContext;
  readonly rule: NatRule;
  readonly places: Places;
  readonly matchers: FilterMatchers;
  readonly nth: number;
}

function add({ context, rule, places, nth }: NatPart, name: readonly (string | number)[], settings: Settings): void {
  const at = places.at();
  const comment = tag(['nat', nth, ...name], at, rule.description);
  context.draft.add('/ip/firewall/nat', at, { ...settings, comment });
}

function addSource(part: NatPart): void {
  const { context, rule, places, matchers } = part;
  const key = rule.masquerade ? 'masquerade' : 'source';
  const labels = rule[key] ?? [];
  const at = places.at(key);
  const prefixes = labels
    .flatMap((label) => subnetsOf(context.intent.site.vlans?.[label] ?? {}))
    .filter(({ family }) => family === 4);
  const names = interfacesOf(context.layout, rule.out ?? []).map(({ name }) => name);
  if (prefixes.length === 0 || names.length === 0) return;
  add(part, [], {
    chain: said('srcnat', at),
    action: said(rule.masquerade ? 'masquerade' : 'src-nat', at),
    ...matchers.interfaces('out', names, (rule.out ?? []).join('-'), places.at('out')),
    ...matchers.addresses('src', prefixes, labels.join('-'), at),
    'to-addresses': rule.to && said(printAddress(rule.to), places.at('to')),
  });
}

/** Only what is addressed to the device is forwarded: transit traffic to the same port is not. */
function addForward(part: NatPart): void {
  const { context, rule, places, matchers } = part;
  const { forward, to } = rule;
  const interfaces = interfacesOf(context.layout, rule.in ?? []);
  if (!forward || !to || interfaces.length === 0) return;
  const own = interfaces.flatMap(({ addresses }) => addresses.map(({ host }) => host));
  const outside = forward.address ? [forward.address] : own.filter(({ family }) => family === 4);
  const names = interfaces.map(({ name }) => name);
  const at = places.at('forward');
  const label = (rule.in ?? []).join('-');
  add(part, [], {
    chain: said('dstnat', at),
    action: said('dst-nat', at),
    ...matchers.interfaces('in', names, label, places.at('in')),
    ...matchers.addresses('dst', outside, `${label}-own`, at),
    protocol: said(forward.protocol, places.at('forward', 'protocol')),
    'dst-port': said(portsText(forward.port), places.at('forward', 'port')),
    'to-addresses': said(printAddress(to), places.at('to')),
    'to-ports': said(rule['to-port'], places.at('to-port')),
  });
}
