// FastTrack over a bridge whose FastPath is off.

import type { RoutedEnd } from '../../forwarding/ends.ts';
import type { Network } from '../../forwarding/network.ts';
import { bridgeFastpathBlocks } from '../bridge-fastpath.ts';
import { fasttracking } from '../fasttrack.ts';
import { label } from '../locations.ts';
import { allPaths, pathsAt } from '../paths.ts';
import { defineRule } from '../rule.ts';

export const fasttrackBridgeFpOff = defineRule({
  id: 'firewall/fasttrack-bridge-fp-off',
  cost: 'H',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  implies: ['fastpath/fp-bridge-conditions'],
  summary: 'FastTrack connections over a bridge need bridge FastPath',
  why: 'Connections over the bridge are not fast, and the chip takes none of them over.',
  remedy: 'Remove what switches bridge FastPath off.',

  check({ network }) {
    const blocks = bridgeFastpathBlocks(network);
    if (blocks.length === 0) return [];
    const [affected] = fasttracking(
      network,
      pathsAt(allPaths(network, 4), (end) => isOverBridge(network, end)),
    );
    if (!affected) return [];
    return blocks.map(({ item, property, text }) => ({
      subject: affected.rule,
      affects: [item],
      placement: 'cpu',
      what: 'FastTrack connections over a bridge are slow: bridge FastPath is off',
      primary: label(item, property, text),
      related: [
        label(affected.rule, 'action', `takes connections from \`${affected.from.name}\` to \`${affected.to.name}\``),
      ],
    }));
  },
});

function isOverBridge({ bridges, vlanInterfaces }: Network, { name }: RoutedEnd): boolean {
  return bridges.has(name) || bridges.has(vlanInterfaces.get(name)?.parent ?? '');
}
