// What feeds the mirror of a switch: ports, rules, and the one source that older versions and smaller chips have.

import { switchRules } from '../forwarding/acl/acl.ts';
import type { Network, Reference } from '../forwarding/network/network.ts';
import { enabledItemsOf, type Item, isYes, propertyValue } from '../model/config.ts';
import type { Switch } from '../profile/target.ts';

export interface MirrorSource extends Reference {
  /** It sends its copies elsewhere than to the `mirror-target` of the switch. */
  readonly hasOwnTarget: boolean;
}

/** Of one chip, whose row may be absent. */
export function mirrorSources(network: Network, chip: Switch, row: Item | undefined): readonly MirrorSource[] {
  const ofRow = row && isTarget(propertyValue(row, 'mirror-source'));
  const ports = enabledItemsOf(network.config, '/interface/ethernet/switch/port').filter(
    (port) => network.ports.get(port.key)?.switch === chip,
  );
  const rules = switchRules(network).filter((rule) => rule.chip === chip.name);
  return [
    ...(ofRow ? [{ item: row, property: 'mirror-source', hasOwnTarget: false }] : []),
    ...ports.flatMap((port) => [
      ...sourceIn(port, 'mirror-ingress', isTarget(propertyValue(port, 'mirror-ingress-target'))),
      ...sourceIn(port, 'mirror-egress', isTarget(row && propertyValue(row, 'mirror-egress-target'))),
    ]),
    ...rules.flatMap(({ item }) => sourceIn(item, 'mirror', item.properties.has('mirror-ports'))),
  ];
}

function sourceIn(item: Item, property: string, hasOwnTarget: boolean): readonly MirrorSource[] {
  return isYes(propertyValue(item, property)) ? [{ item, property, hasOwnTarget }] : [];
}

/** The name of a port, or of the CPU. */
export function isTarget(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name !== 'none';
}
