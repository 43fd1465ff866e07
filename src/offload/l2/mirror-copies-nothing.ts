// Mirroring that sends no copy: there is no target, it is on another chip, or the chip mirrors nothing.

import type { ChipState, Network } from '../../forwarding/network/network.ts';
import { chipName } from '../../forwarding/network/ports.ts';
import { propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { isTarget, mirrorSources } from '../mirror-sources.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

const menu = '/interface/ethernet/switch';

export const mirrorCopiesNothing = defineRule({
  id: 'l2/mirror-copies-nothing',
  cost: 'M',

  check: ({ network }) =>
    network.chips.flatMap((state) => [...deadTarget(network, state), ...withoutTarget(network, state)]),
});

function deadTarget(network: Network, { item, switch: chip }: ChipState): readonly WrittenFinding[] {
  const target = item && propertyValue(item, 'mirror-target');
  if (!item || !isTarget(target)) return [];
  const primary = ['mirror-target', `on \`${chipName(network, chip)}\``] as const;
  const canMirror = chip.fact('l2.port-mirroring')?.value;
  if (canMirror === undefined) {
    return [{ subject: item, placement: 'unknown', what: 'whether the switch chip mirrors is not known', primary }];
  }
  if (!canMirror)
    return [{ subject: item, placement: 'unavailable', what: 'the switch chip cannot mirror ports', primary }];
  const owner = network.ports.get(target)?.switch;
  if (!owner || owner === chip) return [];
  return [
    {
      subject: item,
      placement: 'unavailable',
      what: 'no packet is mirrored: the target is on another switch',
      primary: ['mirror-target', `on \`${chipName(network, owner)}\`, not on \`${chipName(network, chip)}\``],
    },
  ];
}

function withoutTarget(network: Network, { item, switch: chip }: ChipState): readonly WrittenFinding[] {
  // A part of a configuration may leave the target out.
  if (network.config.isPart || (item && isTarget(propertyValue(item, 'mirror-target')))) return [];
  return mirrorSources(network, chip, item)
    .filter(({ hasOwnTarget }) => !hasOwnTarget)
    .map(({ item: source, property }) => ({
      subject: source,
      placement: 'unavailable',
      what: 'no packet is mirrored: the switch has no `mirror-target`',
      primary: [property, 'copied to nowhere'],
      fix: ['name the port that gets the copies', setNamed(menu, chip.name, 'mirror-target=<a port>')],
    }));
}
