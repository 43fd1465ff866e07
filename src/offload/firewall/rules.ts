// The rules about firewall, NAT, connection tracking and FastTrack.

import type { Rule } from '../rule.ts';
import { firewallBypassedByL3hw } from './firewall-bypassed-by-l3hw.ts';
import { mangleOnNoFasttrackHw } from './mangle-on-no-fasttrack-hw.ts';
import { natBypassedByL3hw } from './nat-bypassed-by-l3hw.ts';

export const firewallRules: readonly Rule[] = [firewallBypassedByL3hw, mangleOnNoFasttrackHw, natBypassedByL3hw];
