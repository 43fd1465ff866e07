// A bridge over ports of several switch chips: between them the CPU forwards.

import type { Bridge, BridgePort, Network } from '../../forwarding/network/network.ts';
import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import { candidatesByChip } from '../bridge-offload.ts';
import { bridges, defineRule, ofEach } from '../rule.ts';

export const multiChipBridge = defineRule({
  id: 'l2/multi-chip-bridge',
  cost: 'M',

  check: ofEach(bridges, (bridge, { network }) => {
    const chips = [...candidatesByChip(network, bridge)].filter(([chip]) => chip.fact('l2.bridge')?.value !== false);
    const [most, ...others] = [...chips].sort(([, a], [, b]) => b.length - a.length);
    if (!most || others.length === 0) return [];
    const vid = sharedVlan(network, bridge, chips);
    return others.flatMap(([chip, ports]) =>
      ports.map((port) => ({
        subject: port.item,
        affects: bridge.ports.map(({ item }) => item),
        // A plain bridge over everything is how some devices leave the factory.
        ...(vid === undefined && { cost: 'L' }),
        what:
          vid === undefined
            ? `frames between the switch chips of \`${bridge.name}\` pass the CPU`
            : `frames between the switch chips of \`${bridge.name}\` pass the CPU, as in VLAN ${vid}`,
        primary: ['interface', `on ${chip.name}`],
        related: most[1].slice(0, 1).map(({ item }) => [item, 'interface', `on ${most[0].name}`]),
      })),
    );
  }),
});

/** A VLAN that somebody spread over two chips, in the table of the bridge or in those of the switches. */
function sharedVlan(
  network: Network,
  bridge: Bridge,
  chips: readonly (readonly [Switch, readonly BridgePort[]])[],
): number | undefined {
  const namesOf = chips.map(([, ports]) => new Set(ports.map((port) => port.interface)));
  const isSpread = (names: readonly string[]) =>
    namesOf.filter((chip) => names.some((name) => chip.has(name))).length > 1;
  if (bridge.vlanFiltering) {
    return network.vidsOf(bridge.name).find((vid) => {
      const { tagged, untagged, items } = network.members(bridge.name, vid);
      return (items.length > 0 || vid !== 1) && isSpread([...tagged, ...untagged]);
    });
  }
  const rows = new Map<number, string[]>();
  for (const row of enabledItemsOf(network.config, '/interface/ethernet/switch/vlan')) {
    const vid = Number(propertyValue(row, 'vlan-id'));
    computeIfAbsent(rows, vid, () => []).push(...listValues(propertyValue(row, 'ports')));
  }
  return [...rows].find(([, names]) => isSpread(names))?.[0];
}
