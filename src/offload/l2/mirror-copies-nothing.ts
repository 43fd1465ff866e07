// Mirroring that sends no copy: the target is on another chip, or the chip mirrors nothing.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { chipRows } from '../switch-rules.ts';

export const mirrorCopiesNothing = defineRule({
  id: 'l2/mirror-copies-nothing',
  cost: 'M',
  facts: ['l2.port-mirroring'],
  summary: 'A switch mirrors between its own ports, and only where the chip can mirror at all',
  why: 'No copy of the mirrored packets leaves the target, so whoever listens there sees nothing.',
  remedy: 'Choose a target on the switch of the source, or capture with the packet sniffer.',

  check: aboutEach(chipRows, ({ item, chip }, { network }) => {
    const target = propertyValue(item, 'mirror-target');
    if (target === undefined || target === 'none') return [];
    const primary = ['mirror-target', `on \`${chip.name}\``] as const;
    const canMirror = chip.fact('l2.port-mirroring')?.value;
    if (canMirror === undefined) {
      return { placement: 'unknown', what: 'whether the switch chip mirrors is not known', primary };
    }
    if (!canMirror) return { placement: 'unavailable', what: 'the switch chip cannot mirror ports', primary };
    const owner = network.ports.get(target)?.switch;
    if (!owner || owner === chip) return [];
    return {
      placement: 'unavailable',
      what: 'no packet is mirrored: the target is on another switch',
      primary: ['mirror-target', `on \`${owner.name}\`, not on \`${chip.name}\``],
    };
  }),
});
