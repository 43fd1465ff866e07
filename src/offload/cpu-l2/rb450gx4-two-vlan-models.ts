// VLANs in the bridge and in the switch at once, on a chip that knows only its own table.

import { candidatesByChip } from '../bridge-offload.ts';
import { aboutEach, bridges, defineRule, type FindingAbout } from '../rule.ts';
import { switchVlans } from '../vlan-ports.ts';

export const rb450gx4TwoVlanModels = defineRule({
  id: 'cpu-l2/rb450gx4-two-vlan-models',
  cost: 'H',

  check: aboutEach(bridges, (bridge, { network }) => {
    const [sign] = switchVlans(network);
    if (!sign || !bridge.vlanFiltering) return [];
    return [...candidatesByChip(network, bridge)].flatMap(([chip]): FindingAbout | [] => {
      const table = chip.fact('l2.switch-vlan-table');
      const filtering = chip.fact('l2.vlan-filtering');
      if (table?.value === false || filtering?.value === true) return [];
      const isKnown = table !== undefined && filtering !== undefined;
      return {
        affects: bridge.ports.map(({ item }) => item),
        placement: isKnown ? 'unpredictable' : 'unknown',
        what: isKnown
          ? `\`${bridge.name}\` and the switch both filter VLANs, each by its own table`
          : 'it is not documented where this chip has its VLANs',
        primary: ['vlan-filtering', 'filters in the bridge'],
        related: [[sign.item, sign.property, 'filters in the switch']],
        ...(isKnown && {
          evidence: [
            table.says(`${chip.chip} has a VLAN table of its own`),
            filtering.says(`${chip.chip} does not offload VLAN filtering of the bridge`),
          ],
          fix: { set: 'vlan-filtering', to: 'no', title: 'leave VLANs to the switch' },
        }),
      };
    });
  }),
});
