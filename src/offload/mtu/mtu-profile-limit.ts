// More different MTUs than the chip has profiles for.

import { documented, inferred } from '../evidence.ts';
import { hardwareEnds } from '../hardware-ends.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';

const defaultMtu = 1500;
/** Fewer values than this never were a problem, so an unknown limit is not worth a word. */
const harmless = 4;

export const mtuProfileLimit = defineRule({
  id: 'mtu/mtu-profile-limit',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.mtu-profiles'],
  summary: 'The chip has a fixed number of MTU profiles, one for each MTU value of routed interfaces',
  why: 'Interfaces whose MTU has no profile are not routed in hardware; what exactly happens to their packets is not documented.',
  remedy: 'Use fewer different MTU values.',
  evidence: [
    documented('routeros/l3hw#l3hw-feature-support', 'the number of MTU profiles, the default included'),
    inferred('routeros/l3hw#l3hw-feature-support', 'what has no profile goes through the CPU'),
  ],

  check({ network }) {
    const limit = network.offload?.switch.fact('l3.mtu-profiles');
    const ends = hardwareEnds(network, 4);
    const values = [...new Set([defaultMtu, ...ends.map(({ interface: owner }) => owner.mtu)])];
    if (values.length <= (limit?.value ?? harmless)) return [];
    const without = new Set(values.slice(limit?.value ?? harmless));
    return ends.flatMap(({ interface: { mtu, item }, name }) => {
      if (!item || !without.has(mtu)) return [];
      return [
        {
          subject: item,
          placement: limit ? 'cpu' : 'unknown',
          what: limit
            ? `${values.length} different MTUs do not fit the ${limit.value} profiles of the chip`
            : `nobody has recorded whether ${values.length} different MTUs fit this chip`,
          primary: label(item, 'mtu', `no profile is left for \`${name}\``),
          ...(limit && { evidence: [limit.says(`the chip has ${limit.value} MTU profiles`)] }),
        },
      ];
    });
  },
});
