// Ways of the same packets that part where a rule may match, and meet again where a later one makes both alike.

import type { ChainState } from './chain-state.ts';
import type { FirewallRule } from './firewall.ts';
import { Keys } from './keys.ts';

/** With what stands on either of them; few ways are not worth a look. */
export function meeting(states: readonly ChainState[]): readonly ChainState[] {
  const uncertain = states.filter(({ uncertainty }) => uncertainty);
  const keyOf = (state: ChainState, keys: Keys) => `${keys.packets(state.packets)} ${endKeyOf(state)}`;
  const met = meetingBy(uncertain, 3, keyOf, both);
  return met === uncertain ? states : [...states.filter(({ uncertainty }) => !uncertainty), ...met];
}

/** Those of one key as one, in the place of the first; `all` itself where they are few, or no two have the same. */
export function meetingBy<T>(
  all: readonly T[],
  apartMax: number,
  keyOf: (each: T, keys: Keys) => string,
  both: (one: T, other: T) => T,
): readonly T[] {
  if (all.length <= apartMax) return all;
  const keys = new Keys();
  const met = new Map<string, T>();
  for (const each of all) {
    const key = keyOf(each, keys);
    const known = met.get(key);
    met.set(key, known ? both(known, each) : each);
  }
  return met.size === all.length ? all : [...met.values()];
}

/** All that later rules and routing ask. */
export function endKeyOf(state: ChainState): string {
  const { connectionMark, packetMark, routingMark, connectionState, natState, isAddressedToDevice } = state;
  const { outInterface, end, fasttrack, effects } = state;
  const steering = effects.findLast(({ action }) => action === 'mark-routing');
  const isUntracked = effects.some(({ action }) => action === 'notrack');
  const names = [connectionMark, packetMark, routingMark, connectionState, natState, outInterface];
  const rules = [end, fasttrack, steering].map((rule) => rule?.item.key);
  return JSON.stringify([names, rules, isAddressedToDevice, isUntracked, ...state.shares]);
}

export function both(one: ChainState, other: ChainState): ChainState {
  const union = (name: 'effects' | 'marking' | 'possibleEffects'): readonly FirewallRule[] =>
    one[name] === other[name] ? one[name] : [...new Set([...one[name], ...other[name]])];
  return { ...one, effects: union('effects'), marking: union('marking'), possibleEffects: union('possibleEffects') };
}
