// A bond in a switch rule, on a RouterOS version whose rules know ports only.

import { listValues, propertyValue } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { replaceValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

/** From here on switch rules take bonds. */
const bondsSince = '7.17';

export const aclBondBefore717 = defineRule({
  id: 'acl/acl-bond-before-7.17',
  cost: 'M',
  datapath: 'acl',
  needs: 'configuration',
  facts: [],
  summary: 'Switch rules take bonds from RouterOS 7.17 on',
  why: 'This version refuses the rule or leaves it inactive, so it does nothing.',
  remedy: 'Name the ports of the bond, or upgrade.',

  check({ network, target }) {
    if (isAtLeastVersion(target.routeros, bondsSince)) return [];
    return rulesOfRoutingChip(network).flatMap((item) => {
      const ports = listValues(propertyValue(item, 'ports'));
      const bond = ports.map((name) => network.bonds.get(name)).find((each) => each !== undefined);
      if (!bond) return [];
      const members = ports.flatMap((name) => network.bonds.get(name)?.slaves ?? [name]);
      return [
        {
          subject: item,
          placement: 'unavailable',
          what: 'switch rules with a bond do nothing in this RouterOS version',
          primary: label(item, 'ports', `\`${bond.name}\` is a bond`),
          fix: replaceValue(item, 'ports', members.join(','), 'name the ports of the bond'),
        },
      ];
    });
  },
});
