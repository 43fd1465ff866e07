// The rules about switch rules.

import type { Rule } from '../rule.ts';
import { aclCapacity } from './acl-capacity.ts';

export const aclRules: readonly Rule[] = [aclCapacity];
