// The rules about routes, neighbours, tables and policy routing.

import type { Rule } from '../rule.ts';
import { connectedHostUnresolved } from './connected-host-unresolved.ts';
import { mainTableOnly } from './main-table-only.ts';
import { mangleMarkRoutingBypassed } from './mangle-mark-routing-bypassed.ts';

export const routeRules: readonly Rule[] = [connectedHostUnresolved, mainTableOnly, mangleMarkRoutingBypassed];
