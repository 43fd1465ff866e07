// Tagged frames inside a tunnel, on a version whose chip driver encapsulates untagged ones only.

import { isAtLeastVersion } from '../../model/version.ts';
import { documented } from '../evidence.ts';
import { manualFix } from '../fix.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

/** From here on frames keep their VLAN tag inside offloaded tunnels. */
const taggedSince = '7.24';

export const vxlanTaggedOverlay = defineRule({
  id: 'vxlan/vxlan-tagged-overlay',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'Tagged frames inside VXLAN are offloaded from RouterOS 7.24 on',
  why: 'The tunnel is a tagged member of a VLAN, so its frames would carry a tag inside the tunnel, which the chip does not do in this version.',
  remedy: 'Upgrade to 7.24 or newer, or carry one untagged VLAN per tunnel.',
  evidence: [
    documented('changelog/7.24', 'VLAN-tagged traffic inside offloaded VXLAN was added'),
    documented('routeros/l3hw', 'the page still lists tagged traffic as not supported'),
  ],

  check({ network, target }) {
    if (isAtLeastVersion(target.routeros, taggedSince)) return [];
    return offloadableVxlans(network).flatMap(({ name, item }) => {
      const port = network.bridgePorts.get(name);
      if (!port) return [];
      const vid = network.vidsOf(port.bridge).find((each) => network.members(port.bridge, each).tagged.has(name));
      const row = vid === undefined ? undefined : network.members(port.bridge, vid).items[0];
      if (!row) return [];
      return [
        {
          subject: item,
          placement: 'cpu',
          what: 'tagged frames inside VXLAN are not in hardware in this RouterOS version',
          primary: label(row, 'tagged', `\`${name}\` is a tagged member`),
          related: [label(item, 'name', 'the tunnel')],
          fix: manualFix('upgrade to RouterOS 7.24 or newer, or make the tunnel an untagged member'),
        },
      ];
    });
  },
});
