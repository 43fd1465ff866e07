// Rows that a device does not take beside earlier ones of their menu, and why.

import type { MenuPath } from '../model/config.ts';
import { refusedVlanRows } from '../model/vlan-ids.ts';
import type { Row } from './rows.ts';

type Refusing = (rows: readonly Row[]) => ReadonlyMap<Row, string>;

export const refusingMenus: readonly (readonly [menu: MenuPath, refusedOf: Refusing])[] = [
  ['/interface/bridge/vlan', refusedVlanRows],
  ['/interface/bridge/port', refusedPorts],
];

/** As `failure: device already added as bridge port`. */
function refusedPorts(rows: readonly Row[]): ReadonlyMap<Row, string> {
  const bridges = new Map<string, string>();
  const refused = new Map<Row, string>();
  for (const row of rows) {
    const name = row.properties.get('interface')?.value;
    if (name === undefined) continue;
    const bridge = bridges.get(name);
    if (bridge === undefined) bridges.set(name, row.properties.get('bridge')?.value ?? '');
    else refused.set(row, `\`${name}\` is a port of \`${bridge}\` by an earlier row`);
  }
  return refused;
}
