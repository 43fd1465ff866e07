// ARP inspection and IP source guard: switch rules for every host, and a table that any edit of the bridge empties.

import type { Bridge } from '../../forwarding/network/network.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import type { Target } from '../../profile/target.ts';
import { bridges, defineRule, ofEach, type WrittenFinding } from '../rule.ts';

/** From here on the binding table that both rely on is switched off. */
const withoutTable = '7.24.5';

export const arpInspectionIpsg = defineRule({
  id: 'l2/arp-inspection-ipsg',
  cost: 'H',
  datapath: 'acl',

  check: ofEach(bridges, (bridge, { target }) =>
    ['arp-inspection', 'ip-source-guard'].flatMap((property) =>
      isYes(propertyValue(bridge.item, property)) ? [finding(bridge, property, target)] : [],
    ),
  ),
});

function finding({ item, name, ports, switches }: Bridge, property: string, target: Target): WrittenFinding {
  const isGone = isAtLeastVersion(target.routeros, withoutTable);
  const [chip] = switches;
  const size = chip?.fact('acl.rules');
  return {
    subject: item,
    affects: ports.map((port) => port.item),
    placement: 'unpredictable',
    what: isGone
      ? `\`${property}\` of \`${name}\` has no table to check against in RouterOS ${target.routeros.text}`
      : `hosts on untrusted ports of \`${name}\` are cut off after every change of the bridge`,
    primary: [property, isGone ? 'without a binding table' : 'relies on a table that edits empty'],
    ...(size && { evidence: [size.says(`the switch rule table holds ${size.value} rules`)] }),
    fix: { set: property, to: 'no', title: 'switch it off' },
  };
}
