// A bridge on a chip that has no hardware bridge: whatever `hw` says, the CPU switches.

import { propertyValue } from '../../model/config.ts';
import type { Fact, Switch } from '../../profile/target.ts';
import { portsByChip } from '../bridge-offload.ts';
import { aboutEach, bridges, defineRule, type FindingAbout, restingOn } from '../rule.ts';

export const noL2hwChip = defineRule({
  id: 'cpu-l2/no-l2hw-chip',
  cost: 'H',

  check: aboutEach(bridges, (bridge, { network }) =>
    [...portsByChip(network, bridge)].flatMap(([chip, ports]): FindingAbout | [] => {
      const mode = propertyValue(bridge.item, 'protocol-mode') ?? 'rstp';
      const decisive = decisiveFact(chip, mode);
      if (ports.length < 2 || decisive === 'none') return [];
      return restingOn(decisive, 'whether this chip switches at all', {
        affects: ports.map(({ item }) => item),
        // Where the manual advises to leave the bridge to the CPU, that is how it should be.
        ...(chip.fact('l2.bridge')?.value === true && { cost: 'i' }),
        what: `\`${bridge.name}\` is switched by the CPU: the chip of its ports does not offload it, whatever \`hw\` says`,
        primary: ['name', `${ports.length} ports on ${chip.chip}`],
        related: ports.slice(0, 2).map(({ item }) => [item, 'interface', `on ${chip.chip}`]),
        says: `${chip.chip} does not offload a bridge with ${mode}`,
      });
    }),
  ),
});

/** What leaves the bridge to the CPU, undefined where nobody documents it; `none`: the chip switches it. */
function decisiveFact(chip: Switch, mode: string): Fact<boolean> | 'none' | undefined {
  const fact = chip.fact('l2.bridge');
  if (fact?.value === false) return fact;
  const tree = chip.fact('l2.stp');
  if (tree?.value === false && chip.fact('l2.mstp')?.value === false && mode !== 'none') return tree;
  return fact ? 'none' : undefined;
}
