// FastTrack over a bridge whose FastPath is off.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { forwardedClasses } from '../../forwarding/forwarded.ts';
import type { Network } from '../../forwarding/network.ts';
import { bridgeFastpathBlocks } from '../bridge-fastpath.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fasttrackBridgeFpOff = defineRule({
  id: 'firewall/fasttrack-bridge-fp-off',
  cost: 'H',
  datapath: 'fasttrack',
  implies: ['fastpath/fp-bridge-conditions'],
  summary: 'FastTrack connections over a bridge need bridge FastPath',
  why: 'Connections over the bridge are not fast, and the chip takes none of them over.',
  remedy: 'Remove what switches bridge FastPath off.',

  check({ network }) {
    const blocks = bridgeFastpathBlocks(network);
    if (blocks.length === 0) return [];
    const [rule] = fasttrackRules(network);
    if (!rule) return [];
    const affected = forwardedClasses(network).find(
      ({ from, to, outcome: { fasttracked, because } }) =>
        [from, to ?? ''].some((name) => isOverBridge(network, name)) &&
        (fasttracked || because.some(({ code }) => code === 'firewall/fasttrack-bridge-fp-off')),
    );
    if (!affected) return [];
    const { from, to, outcome } = affected;
    const taking = outcome.fasttracked?.rule.item ?? rule;
    return blocks.map(({ item, property, text }) => ({
      subject: taking,
      affects: [item],
      placement: 'cpu',
      what: 'FastTrack connections over a bridge are slow: bridge FastPath is off',
      primary: label(item, property, text),
      related: [
        label(taking, 'action', `takes connections from \`${from}\`${to === undefined ? '' : ` to \`${to}\``}`),
      ],
    }));
  },
});

function isOverBridge({ bridges, vlanInterfaces }: Network, name: string): boolean {
  return bridges.has(name) || bridges.has(vlanInterfaces.get(name)?.parent ?? '');
}
