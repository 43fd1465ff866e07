// A port or a bond of the site while it is being made, and what ports and VLAN interfaces have in common.

import type { BondDraft, PortDraft } from '../../site-draft.ts';
import type { ForeignInterface } from '../facts.ts';
import type { Said } from '../said.ts';
import type { Mutable } from './conversion.ts';

export interface Built {
  readonly each: ForeignInterface;
  readonly name: string;
  readonly draft: Mutable<PortDraft> & Mutable<Omit<BondDraft, 'stp'>>;
  readonly path: readonly [string, string];
}

export function primaryFirst<T extends { readonly isSecondary: boolean }>(
  said: readonly Said<T>[],
): readonly Said<T>[] {
  return [...said].sort((a, b) => Number(a.value.isSecondary) - Number(b.value.isSecondary));
}
