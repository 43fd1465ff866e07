// Ways of the same packets that part where a rule may match, and meet again where a later one makes both alike.

import type { ChainState } from './chain-state.ts';
import type { FirewallRule } from './firewall.ts';
import { computeIfAbsent } from './grouping.ts';
import { type PacketSet, packetSetKey } from './space.ts';

/** With what stands on either of them; few ways are not worth a look. */
export function meeting(states: readonly ChainState[]): readonly ChainState[] {
  const doubtful = states.filter(({ uncertainty }) => uncertainty);
  if (doubtful.length < 4) return states;
  const met = new Map<string, ChainState>();
  const keys = new Map<PacketSet, string>();
  for (const state of doubtful) {
    const key = `${computeIfAbsent(keys, state.packets, () => packetSetKey(state.packets))} ${fateOf(state)}`;
    const known = met.get(key);
    met.set(key, known ? both(known, state) : state);
  }
  if (met.size === doubtful.length) return states;
  return [...states.filter(({ uncertainty }) => !uncertainty), ...met.values()];
}

/** All that later rules and routing ask. */
export function fateOf(state: ChainState): string {
  const { connectionMark, packetMark, routingMark, connectionState, natState, isAddressedToDevice } = state;
  const { outInterface, end, fasttrack, effects } = state;
  const steering = effects.findLast(({ action }) => action === 'mark-routing');
  const isUntracked = effects.some(({ action }) => action === 'notrack');
  const names = [connectionMark, packetMark, routingMark, connectionState, natState, outInterface];
  const rules = [end, fasttrack, steering].map((rule) => rule?.item.key);
  return JSON.stringify([names, rules, isAddressedToDevice, isUntracked]);
}

export function both(one: ChainState, other: ChainState): ChainState {
  const union = (name: 'effects' | 'marking' | 'possibleEffects'): readonly FirewallRule[] =>
    one[name] === other[name] ? one[name] : [...new Set([...one[name], ...other[name]])];
  return { ...one, effects: union('effects'), marking: union('marking'), possibleEffects: union('possibleEffects') };
}
