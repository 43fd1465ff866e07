// Everything that follows from the configuration: flags, state, and the rows that the device makes by itself.

import type { MenuPath } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import type { Router } from '../router.ts';
import type { StoredRow } from '../store/store.ts';
import { type Address, deriveAddresses } from './addresses.ts';
import { deriveBridges } from './bridges.ts';
import { deriveInterfaces, type Interfaces } from './interfaces.ts';
import { deriveRoutes, type RouteTable } from './routes.ts';
import { deriveSwitches } from './switches.ts';
import { deriveSystem } from './system.ts';

export interface Derived {
  readonly interfaces: Interfaces;
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
  const interfaces = deriveInterfaces(router, findings);
  const bridges = deriveBridges(router, interfaces, findings);
  const addresses = deriveAddresses(router, interfaces, findings);
  const routes = deriveRoutes(router, interfaces, addresses, findings);
  deriveSwitches(router, interfaces, bridges, findings);
  deriveSystem(router, findings);
  return { interfaces, addresses, routes, state, dynamic };
}
