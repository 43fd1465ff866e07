// Tunnel FastPath past the policies that its packets should meet.

import type { Network } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { isDropping } from '../firewall-items.ts';
import { setCommand } from '../fix.ts';
import { aboutEach, type Cost, defineRule } from '../rule.ts';
import { fastpathTunnels, ipsecOf, type Tunnel } from '../tunnels.ts';

interface Bypassed {
  readonly item: Item;
  readonly property: string;
  readonly cost: Cost;
  readonly what: string;
  readonly why?: string;
}

export const fpTunnelBypass = defineRule({
  id: 'fastpath/fp-tunnel-bypass',
  cost: 'C',
  summary: 'FastPath of a tunnel goes past IPsec, firewall, queues and VRF',
  why: 'Packets of the tunnel that take FastPath are not encrypted. The manual asks for `allow-fast-path=no` with IPsec.',
  remedy: 'Set `allow-fast-path=no` on the tunnel.',

  check: aboutEach(fastpathTunnels, (tunnel, { network }) => {
    const bypassed = tunnel.allowsFastpath ? policyOf(network, tunnel) : undefined;
    if (!bypassed) return [];
    const isSet = tunnel.item.properties.has('allow-fast-path');
    return {
      affects: [bypassed.item],
      placement: 'unpredictable',
      cost: bypassed.cost,
      ...(bypassed.why !== undefined && { why: bypassed.why }),
      what: bypassed.what,
      primary: [isSet ? 'allow-fast-path' : 'name', 'FastPath is allowed'],
      related: [[bypassed.item, bypassed.property, 'may be bypassed']],
      fix: isSet
        ? { set: 'allow-fast-path', to: 'no', title: 'keep the tunnel off FastPath' }
        : ['keep the tunnel off FastPath', setCommand(tunnel.item, 'allow-fast-path=no')],
    };
  }),
});

function policyOf(network: Network, tunnel: Tunnel): Bypassed | undefined {
  const { name } = tunnel;
  const ipsec = ipsecOf(network, tunnel);
  if (ipsec) return { ...ipsec, cost: 'C', what: `packets of \`${name}\` may leave without IPsec` };
  const rule = droppingRule(network, name);
  if (rule) {
    return { ...rule, cost: 'M', why: pastPolicies, what: `packets of \`${name}\` may pass the firewall unseen` };
  }
  const queue = enabledItemsOf(network.config, '/queue/simple').find((item) =>
    listValues(propertyValue(item, 'target')).includes(name),
  );
  if (queue) {
    return {
      item: queue,
      property: 'target',
      cost: 'M',
      why: pastPolicies,
      what: `packets of \`${name}\` may pass the queue unseen`,
    };
  }
  return undefined;
}

const pastPolicies =
  'Packets of the tunnel that take FastPath meet neither firewall nor queues; which of them do depends on the rest of the configuration.';

const filters: readonly MenuPath[] = ['/ip/firewall/filter', '/ip/firewall/raw'];

/** A rule that drops packets of this very tunnel. Rules about lists of interfaces are about many things. */
function droppingRule(
  { config }: Network,
  name: string,
): { readonly item: Item; readonly property: string } | undefined {
  for (const menu of filters) {
    for (const item of enabledItemsOf(config, menu)) {
      if (!isDropping(item) || propertyValue(item, 'chain') === 'output') continue;
      const property = ['in-interface', 'out-interface'].find((each) => propertyValue(item, each) === name);
      if (property) return { item, property };
    }
  }
  return undefined;
}
