// Everything that follows from the configuration: flags, state, and the rows that the device makes by itself.

import type { MenuPath } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import { hardwarePorts } from '../chip/bridge-driver.ts';
import { type BridgeProgram, bridgePrograms, type Topology } from '../chip/program.ts';
import { type RoutingPlane, routingPlane } from '../chip/routability.ts';
import { offloadCandidates } from '../chip/route-driver.ts';
import { type RuleTable, ruleTable } from '../chip/switch-rules.ts';
import type { RouterState } from '../router-state.ts';
import type { StoredRow } from '../store/store.ts';
import { type Address, deriveAddresses } from './addresses.ts';
import { deriveBridges } from './bridges.ts';
import { collect } from './findings.ts';
import { deriveInterfaces } from './interfaces.ts';
import { buildRoutes, deriveRoutes, type Route, type RouteTable } from './routes.ts';
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
  /** Routes with the flag `H`. */
  readonly candidates: ReadonlySet<Route>;
  /** Flags and read-only properties of stored rows. */
  readonly state: ReadonlyMap<StoredRow, Row>;
  /** Rows that nobody wrote. */
  readonly dynamic: ReadonlyMap<MenuPath, readonly Row[]>;
}

export function derive(router: RouterState): Derived {
  const { findings, state, dynamic } = collect();
  const interfaces = deriveInterfaces(router, findings);
  const hardware = hardwarePorts(router, interfaces);
  const topology = { interfaces, hardware };
  const bridges = bridgePrograms(router, topology);
  const plane = routingPlane(router, topology, bridges);
  const addresses = deriveAddresses(router, interfaces, findings);
  const routes = buildRoutes(router, interfaces, addresses);
  const candidates = offloadCandidates(plane, routes);
  const rules = new Map(router.target.switches.map(({ name }) => [name, ruleTable(router, name, hardware)]));
  deriveBridges(router, topology, findings);
  deriveRoutes(routes, addresses, router.target.offloadSwitch && candidates, findings);
  deriveSwitches(router, interfaces, rules, findings);
  deriveVlanFlags(router, interfaces, plane, findings);
  deriveSystem(router, findings);
  return { interfaces, hardware, bridges, plane, rules, addresses, routes, candidates, state, dynamic };
}

/** Of scripts, schedulers, users and files alone: no network is behind them, so it need not be worked out. */
export function deriveTools(router: RouterState): Pick<Derived, 'state' | 'dynamic'> {
  const { findings, state, dynamic } = collect();
  deriveSystem(router, findings);
  return { state, dynamic };
}
