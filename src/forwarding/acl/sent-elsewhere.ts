// Switch rules that send packets elsewhere than their route does, and the ends that they tell apart.

import { derivedOnce } from '../../source/grouping.ts';
import { entriesInto } from '../network/attachments.ts';
import type { Network } from '../network/network.ts';
import { type IntervalSet, overlapsSet } from '../packets/space.ts';
import { rulesAt, type SwitchRule, switchRules } from './acl.ts';

const sendingRules = derivedOnce((network: Network) =>
  switchRules(network).filter(({ action }) => action.kind !== 'permit' && action.kind !== 'drop'),
);

/** Those that packets may meet which enter by an interface. */
export function sendingAt(network: Network, name: string): readonly SwitchRule[] {
  const sending = sendingRules(network);
  if (sending.length === 0) return sending;
  const met = new Set(entriesInto(network, name).flatMap((ingress) => rulesAt(network, ingress)));
  return sending.filter((rule) => met.has(rule));
}

/** Which of these rules mean what comes from an end, and which what goes there. */
export function sentElsewhere(network: Network, name: string, behind: IntervalSet): string {
  const isNamed = (addresses: IntervalSet | undefined) => !addresses || overlapsSet(addresses, behind);
  const from = sendingAt(network, name).filter(({ match }) => isNamed(match.source));
  const to = sendingRules(network).filter(({ match }) => isNamed(match.destination));
  return [from, to].map((rules) => rules.map(({ index }) => index).join()).join(' ');
}
