// DHCPv6 snooping: a switch rule more, and no bridge FastPath.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import type { Bridge, BridgePort } from '../../forwarding/network.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { candidatesByChip } from '../bridge-offload.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';

export const dhcpv6Snooping = defineRule({
  id: 'l2/dhcpv6-snooping',
  cost: 'M',
  datapath: 'fasttrack',
  facts: ['l2.arp-inspection', 'l2.bridge'],
  implies: ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'],
  summary: 'DHCPv6 snooping switches bridge FastPath off, and on most chips hardware switching too',
  why: 'What the CPU forwards over the bridge takes the slow path. Switches that cannot snoop leave the whole bridge to the CPU.',
  remedy: 'Use it on switches whose chip knows it, and not on a router that relies on FastTrack.',

  check({ network }) {
    const [fasttrack] = fasttrackRules(network);
    return [...network.bridges.values()].flatMap((bridge) => {
      if (!isYes(propertyValue(bridge.item, 'dhcpv6-snooping'))) return [];
      const lost = [...candidatesByChip(network, bridge)].find(
        ([chip, ports]) => ports.length > 1 && chip.fact('l2.bridge')?.value !== false && !keeps(chip),
      );
      return {
        subject: bridge.item,
        ...(lost ? leftToCpu(bridge, ...lost) : withoutFastpath(fasttrack !== undefined)),
        primary: label(bridge.item, 'dhcpv6-snooping', 'switches bridge FastPath off'),
        ...(fasttrack && { related: [label(fasttrack, 'action', 'FastTrack relies on bridge FastPath')] }),
        fix: setValue(bridge.item, 'dhcpv6-snooping', 'no', 'switch it off'),
      };
    });
  },
});

type Consequence = Omit<Finding, 'subject' | 'primary' | 'related' | 'fix'>;

function leftToCpu({ name }: Bridge, chip: Switch, ports: readonly BridgePort[]): Consequence {
  const affects = ports.map(({ item }) => item);
  const fact = chip.fact('l2.arp-inspection');
  if (!fact) {
    const what = 'it is not documented whether this chip keeps a bridge with DHCPv6 snooping';
    return { affects, placement: 'unknown', what };
  }
  return {
    affects,
    placement: 'cpu',
    cost: 'H',
    what: `\`${name}\` is switched by the CPU, because the switch chip does not offload DHCPv6 snooping`,
    evidence: [fact.says(`${chip.chip} does not offload DHCPv6 snooping`)],
  };
}

function withoutFastpath(hasFasttrack: boolean): Consequence {
  const what = 'DHCPv6 snooping switches bridge FastPath off; what the chip forwards is not affected';
  return hasFasttrack ? { placement: 'cpu', what } : { placement: 'hardware', cost: 'i', what };
}

function keeps(chip: { fact(key: 'l2.arp-inspection'): { readonly value: boolean } | undefined }): boolean {
  return chip.fact('l2.arp-inspection')?.value === true;
}
