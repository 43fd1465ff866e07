// 300 random pairs of sites: what rosc set, rosc resets. `pnpm pairs:long`

import { test } from 'vitest';
import { checkPairs, checkThinnedPairs } from '../support/site-pair.ts';

test('300 devices that went from one site to another and back are as they were', () => checkPairs(300));

test('300 devices whose sites say every key but some, too', () => checkThinnedPairs(300));
