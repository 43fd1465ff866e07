// Rows of the simulated device, as items of the configuration that it was given.

import type { Simulator } from '../../../src/device/sim/simulator.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import { type Item, itemsOf, type MenuPath } from '../../../src/model/config.ts';

/** The device may have rows of its own before those of the script. */
export function itemOf(
  network: Network,
  simulator: Simulator,
  { menu, id }: { menu: MenuPath; id: number },
): Item | undefined {
  const rows = simulator.print(menu);
  const at = rows.findIndex((row) => row['.id'] === `*${id.toString(16).toUpperCase()}`);
  return itemsOf(network.config, menu).at(at - rows.length);
}
