// How a probe that needed rows ended.

import type { MenuPath } from '../model/config.ts';

export type Ended =
  /** Read back: nothing is left, and everything is as before. */
  | { readonly kind: 'as-before' }
  /** Nothing of the probe is left, and these menus are not as before. */
  | { readonly kind: 'differs'; readonly menus: readonly MenuPath[] }
  /** The device undoes by itself. */
  | { readonly kind: 'unknown'; readonly reason: string };
