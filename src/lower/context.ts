// What every lowering feature works with.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { Target } from '../profile/target.ts';
import type { Draft } from './draft.ts';
import type { Layout } from './layout.ts';
import type { Choice } from './lowered.ts';

export interface LowerContext {
  readonly intent: Intent;
  readonly device: DeviceIntent;
  readonly target: Target;
  readonly layout: Layout;
  readonly draft: Draft;
  readonly diagnostics: Diagnostic[];
  readonly choices: Choice[];
}
