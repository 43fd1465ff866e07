// The name that the device shows, when the site gives one.

import type { LowerContext } from './context.ts';
import { said } from './draft.ts';

export function lowerIdentity({ device, draft }: LowerContext): void {
  const { identity } = device.settings;
  if (identity === undefined) return;
  const origin = device.places.at('identity');
  draft.configure('/system/identity', origin, { name: said(identity, origin) });
}
