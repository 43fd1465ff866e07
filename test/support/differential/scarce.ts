// What shows at few devices alone, together with a device at which it does: drawn by chance, it would be seldom seen.

import fc from 'fast-check';
import type { Configuration } from './configurations.ts';
import { large, small } from './found-parts.ts';
import { atOldBond, recipesWith } from './recipes.ts';

interface Scarce {
  readonly at: Partial<Omit<Configuration, 'changes'>>;
  readonly recipes: readonly (readonly string[])[];
}

/** Equally often each. */
const all: readonly Scarce[] = [
  { at: { base: 'bond', routeros: '7.14.3' }, recipes: atOldBond },
  { at: { hardware: small, routeros: '7.24.5' }, recipes: recipesWith(/new-vrf=/) },
  { at: { base: 'bond' }, recipes: recipesWith(/bonding\/set/) },
  { at: { hardware: small }, recipes: recipesWith(/mac-address=/) },
  { at: { hardware: small }, recipes: recipesWith(/bridge\/port\/set.*(?:horizon=1|hw=no.*switch\/rule)/) },
  { at: { routeros: '7.18.2' }, recipes: recipesWith(/switch\/set.* l3-hw-offloading=no.*traffic-flow/) },
  { at: { routeros: '7.18.2' }, recipes: recipesWith(/port\/set.* l3-hw-offloading=no.*traffic-flow/) },
  { at: { routeros: '7.18.2', offloadsIpv6: true }, recipes: recipesWith(/ipv6.*fasttrack/) },
  { at: { hardware: small, offloadsIpv6: true }, recipes: recipesWith(/ipv6.*(?:drop|reject)/) },
  { at: { hardware: large, offloadsIpv6: true }, recipes: recipesWith(/ipv6.*(?:drop|reject)/) },
  { at: { hardware: large, base: 'two-vlans' }, recipes: recipesWith(/mangle.*fasttrack/) },
  { at: { hardware: large, base: 'two-vlans' }, recipes: recipesWith(/connection-state=invalid/) },
  { at: { hardware: large, base: 'two-vlans' }, recipes: recipesWith(/ipsec/) },
  { at: { hardware: large, base: 'two-vlans' }, recipes: recipesWith(/mark-routing/) },
  { at: { routesFar: true }, recipes: recipesWith(/masquerade.*mark-routing/) },
  { at: {}, recipes: recipesWith(/connection\/tracking/) },
  { at: {}, recipes: recipesWith(/ip-forward/) },
];

export const scarce = fc
  .constantFrom(...all)
  .chain(({ at, recipes }) => fc.constantFrom(...recipes).map((recipe) => ({ ...at, recipe })));
