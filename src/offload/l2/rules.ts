// The rules about bridges, bonds and snooping.

import type { Rule } from '../rule.ts';
import { dhcpSnooping } from './dhcp-snooping.ts';
import { multipleHwBridges } from './multiple-hw-bridges.ts';

export const l2Rules: readonly Rule[] = [dhcpSnooping, multipleHwBridges];
