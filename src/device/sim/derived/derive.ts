// Everything that follows from the configuration: flags, state, and the rows that the device makes by itself.

import type { MenuPath } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import { hardwarePorts } from '../chip/bridge-driver.ts';
import { type BridgeProgram, bridgePrograms, type Topology } from '../chip/program.ts';
import { type RoutingPlane, routingPlane } from '../chip/routability.ts';
import { noHosts, offloadRoutes } from '../chip/route-driver.ts';
import { type RuleTable, ruleTable } from '../chip/switch-rules.ts';
import type { Router } from '../router.ts';
import type { StoredRow } from '../store/store.ts';
import { type Address, deriveAddresses } from './addresses.ts';
import { deriveBridges } from './bridges.ts';
import { deriveInterfaces } from './interfaces.ts';
import { buildRoutes, deriveRoutes, type RouteTable } from './routes.ts';
import { deriveSwitches, deriveVlanFlags } from './switches.ts';
import { deriveSystem } from './system.ts';

export interface Derived extends Topology {
  readonly bridges: ReadonlyMap<string, BridgeProgram>;
  /** Undefined while no chip routes. */
  readonly plane: RoutingPlane | undefined;
  /** By switch. */
  readonly rules: ReadonlyMap<string, RuleTable>;
  /** Those that are active. */
  readonly addresses: readonly Address[];
  readonly routes: RouteTable;
  /** Flags and read-only properties of stored rows. */
  readonly state: ReadonlyMap<StoredRow, Row>;
  /** Rows that nobody wrote. `.first=true` puts one ahead of the stored rows. */
  readonly dynamic: ReadonlyMap<MenuPath, readonly Row[]>;
}

/** Where the parts write what they find. */
export interface Findings {
  state(row: StoredRow, state: Row): void;
  dynamic(menu: MenuPath, row: Row): void;
}

export function derive(router: Router): Derived {
  const { findings, state, dynamic } = collect();
  const interfaces = deriveInterfaces(router, findings);
  const hardware = hardwarePorts(router, interfaces);
  const topology = { interfaces, hardware };
  const bridges = bridgePrograms(router, topology);
  const plane = routingPlane(router, topology, bridges);
  const addresses = deriveAddresses(router, interfaces, findings);
  const routes = buildRoutes(router, interfaces, addresses);
  const candidates = router.target.offloadSwitch && offloadRoutes(router, plane, routes, noHosts).candidates;
  const rules = new Map(router.target.switches.map(({ name }) => [name, ruleTable(router, name, hardware)]));
  deriveBridges(router, topology, findings);
  deriveRoutes(routes, addresses, candidates, findings);
  deriveSwitches(router, interfaces, rules, findings);
  deriveVlanFlags(router, interfaces, plane, findings);
  deriveSystem(router, findings);
  return { interfaces, hardware, bridges, plane, rules, addresses, routes, state, dynamic };
}

/** Of scripts, schedulers, users and files alone: no network is behind them, so it need not be worked out. */
export function deriveTools(router: Router): Pick<Derived, 'state' | 'dynamic'> {
  const { findings, state, dynamic } = collect();
  deriveSystem(router, findings);
  return { state, dynamic };
}

function collect(): Pick<Derived, 'state' | 'dynamic'> & { readonly findings: Findings } {
  const state = new Map<StoredRow, Row>();
  const dynamic = new Map<MenuPath, Row[]>();
  const findings: Findings = {
    state: (row, more) => state.set(row, { ...state.get(row), ...more }),
    dynamic: (menu, row) => {
      const rows = dynamic.get(menu);
      if (rows) rows.push(row);
      else dynamic.set(menu, [row]);
    },
  };
  return { findings, state, dynamic };
}
