// A routing mark for traffic that the chip routes: the packets follow the main table, as if nobody had marked them.

import { propertyValue } from '../../model/config.ts';
import { word } from '../fix.ts';
import { defineRule } from '../rule.ts';
import { explainSpared } from '../spared.ts';

export const mangleMarkRoutingBypassed = defineRule({
  id: 'route/mangle-mark-routing-bypassed',
  cost: 'C',
  summary: 'A routing mark does not reach traffic that the chip routes',
  why: 'Mangle runs on the CPU. Packets that the chip routes follow the main table, so this policy is silently ignored for them.',
  remedy:
    'Redirect exactly the marked class of packets to the CPU with a switch rule, or route it in a VRF where the chip has VRFs.',

  check({ network }) {
    const chip = network.offload?.switch.name ?? '';
    return explainSpared(network, 'route/mangle-mark-routing-bypassed', ({ item, from, to }) => {
      const match = switchMatch(item);
      return {
        what: 'the chip routes by the main table: these routing marks never apply to what enters in hardware',
        primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed unmarked`],
        fix: match
          ? [
              'redirect the marked packets to the CPU',
              `/interface/ethernet/switch/rule add switch=${chip}${match} redirect-to-cpu=yes`,
            ]
          : 'redirect the marked packets to the CPU with switch rules',
      };
    });
  },
});

/** The rule's match as a switch rule's, where one switch rule can say it. */
function switchMatch(rule: Parameters<typeof propertyValue>[0]): string | undefined {
  const words: string[] = [];
  for (const name of ['src-address', 'dst-address', 'protocol', 'src-port', 'dst-port']) {
    const value = propertyValue(rule, name);
    if (value === undefined) continue;
    if (/[!,-]/.test(value)) return undefined;
    words.push(`${name}=${word(value)}`);
  }
  if (!rule.properties.has('src-address') && !rule.properties.has('dst-address')) return undefined;
  return ` mac-protocol=ip ${words.join(' ')}`;
}
