// The rules about quality of service, DHCP and operations.

import type { Rule } from '../rule.ts';
import { unknownPortForModel } from './unknown-port-for-model.ts';

export const opsRules: readonly Rule[] = [unknownPortForModel];
