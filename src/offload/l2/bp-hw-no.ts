// Bridge ports that are kept from the switch chip by `hw=no`.

import { keepsBridge } from '../../forwarding/network/bridges.ts';
import type { Bridge, BridgePort, Network } from '../../forwarding/network/network.ts';
import type { Switch } from '../../profile/target.ts';
import { filtersBridged } from '../bridge-fastpath.ts';
import { portsByChip } from '../bridge-offload.ts';
import { bridges, defineRule, type Findings, ofEach } from '../rule.ts';

export const bpHwNo = defineRule({
  id: 'l2/bp-hw-no',
  cost: 'H',

  check: ofEach(bridges, (bridge, { network }) =>
    [...portsByChip(network, bridge)].flatMap(([chip, ports]) => ofChip(network, bridge, chip, ports)),
  ),
});

function ofChip(network: Network, bridge: Bridge, chip: Switch, ports: readonly BridgePort[]): Findings {
  const software = ports.filter(({ hwWanted }) => !hwWanted);
  // A lone port has no other to switch to, and a chip that cannot keep the bridge loses nothing.
  const isAlone = ports.length < 2 && !network.offload?.l3Offload;
  if (software.length === 0 || isAlone || keepsBridge(chip, bridge) === false) return [];
  const owner = [...network.bridges.values()].find((other) => other !== bridge && other.switches.includes(chip));
  const isChoice = owner !== undefined && software.length === ports.length;
  const isLesser = isChoice || filtersBridged(network);
  return software.map((port) => ({
    subject: port.item,
    ...(isLesser && { cost: 'M' }),
    ...(isChoice && { why: chosen }),
    what: isChoice
      ? `\`${bridge.name}\` is switched by the CPU; the chip is left to \`${owner.name}\``
      : `ports of \`${bridge.name}\` are switched by the CPU`,
    primary: ['hw', `keeps \`${port.interface}\` from the chip`],
    fix: isChoice
      ? 'use one bridge with VLANs, if these ports need the speed of the chip'
      : { set: 'hw', to: 'yes', title: 'let the chip switch the port' },
  }));
}

const chosen =
  'The chip offloads one bridge, and `hw=no` chooses which. Frames between the ports of this bridge pass the CPU.';
