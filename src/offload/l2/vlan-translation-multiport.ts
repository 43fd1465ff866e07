// VLAN translation by switch rules over more than two ports.

import { listValues, propertyValue } from '../../model/config.ts';
import { chips, defineRule, ofEach, type WrittenFinding } from '../rule.ts';
import { installedRules } from '../switch-rules.ts';

export const vlanTranslationMultiport = defineRule({
  id: 'l2/vlan-translation-multiport',
  cost: 'M',

  check: ofEach(chips, ({ switch: chip }, { network }) => {
    const rules = installedRules(network, chip).filter(
      ({ properties }) => properties.has('vlan-id') && properties.has('new-vlan-id'),
    );
    return componentsOf(rules.map((rule) => vidsOf(rule))).flatMap((members): readonly WrittenFinding[] => {
      const connected = members.flatMap((index) => rules[index] ?? []);
      const ports = new Set(connected.flatMap((rule) => listValues(propertyValue(rule, 'ports'))));
      if (ports.size <= 2) return [];
      return connected.map((rule) => ({
        subject: rule,
        placement: 'unpredictable',
        what: `translated frames of ${ports.size} ports may be flooded or go the wrong way`,
        primary: ['new-vlan-id', `one of ${connected.length} rules that translate the same VLANs`],
      }));
    });
  }),
});

function vidsOf(rule: Parameters<typeof propertyValue>[0]): readonly string[] {
  return ['vlan-id', 'new-vlan-id'].map((name) => propertyValue(rule, name) ?? '');
}

/** Indexes of the rules that translate into each other, directly or over a third VLAN. */
function componentsOf(pairs: readonly (readonly string[])[]): readonly (readonly number[])[] {
  const components: { vids: Set<string>; members: number[] }[] = [];
  for (const [index, pair] of pairs.entries()) {
    const touched = components.filter(({ vids }) => pair.some((vid) => vids.has(vid)));
    const merged = {
      vids: new Set([...pair, ...touched.flatMap(({ vids }) => [...vids])]),
      members: [...touched.flatMap(({ members }) => members), index],
    };
    for (const old of touched) components.splice(components.indexOf(old), 1);
    components.push(merged);
  }
  return components.map(({ members }) => members);
}
