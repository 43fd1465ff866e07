// Tunnel FastPath past the policies that its packets should meet.

import type { Network } from '../../forwarding/network.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { isDropping } from '../firewall-items.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';
import { fastpathTunnels, ipsecOf, type Tunnel } from '../tunnels.ts';

export const fpTunnelBypass = defineRule({
  id: 'fastpath/fp-tunnel-bypass',
  cost: 'C',
  summary: 'FastPath of a tunnel goes past IPsec, firewall, queues and VRF',
  why: 'Packets of the tunnel that take FastPath are not encrypted. The manual asks for `allow-fast-path=no` with IPsec.',
  remedy: 'Set `allow-fast-path=no` on the tunnel.',

  check: aboutEach(fastpathTunnels, (tunnel, { network }) => {
    const bypassed = tunnel.allowsFastpath ? policyOf(network, tunnel) : undefined;
    if (!bypassed) return [];
    const { item, property, ...words } = bypassed;
    return {
      affects: [item],
      placement: 'unpredictable',
      ...words,
      primary: [tunnel.item.properties.has('allow-fast-path') ? 'allow-fast-path' : 'name', 'FastPath is allowed'],
      related: [[item, property, 'may be bypassed']],
      fix: { set: 'allow-fast-path', to: 'no', title: 'keep the tunnel off FastPath' },
    };
  }),
});

function policyOf(network: Network, tunnel: Tunnel) {
  const { name } = tunnel;
  const ipsec = ipsecOf(network, tunnel);
  if (ipsec) return { ...ipsec, cost: 'C' as const, what: `packets of \`${name}\` may leave without IPsec` };
  const rules = drops(network).filter((item) => isDropping(item) && propertyValue(item, 'chain') !== 'output');
  const rule = naming(rules, ['in-interface', 'out-interface'], name);
  const found = rule ?? naming(queues(network), ['target'], name);
  const what = `packets of \`${name}\` may pass the ${rule ? 'firewall' : 'queue'} unseen`;
  return found && { ...found, cost: 'M' as const, why: pastPolicies, what };
}

const pastPolicies =
  'Packets of the tunnel that take FastPath meet neither firewall nor queues; which of them do depends on the rest of the configuration.';

const drops = itemsIn('/ip/firewall/filter', '/ip/firewall/raw');
const queues = itemsIn('/queue/simple');

/** The first that names this very tunnel. Rules about lists of interfaces are about many things. */
function naming(items: readonly Item[], properties: readonly string[], name: string) {
  return items
    .flatMap((item) => properties.map((property) => ({ item, property })))
    .find(({ item, property }) => listValues(propertyValue(item, property)).includes(name));
}
