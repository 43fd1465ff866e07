// FastTrack for traffic that IPsec policies want: the packets skip the policy.

import type { Network } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { containsPrefix, parsePrefix } from '../../model/prefix.ts';
import { fasttrackRules, leavesMarkedOut, rulesBefore, selectsMarked } from '../fasttrack.ts';
import { actionOf } from '../firewall-items.ts';
import { commandFix } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fasttrackIpsecBypass = defineRule({
  id: 'firewall/fasttrack-ipsec-bypass',
  cost: 'C',
  datapath: 'fasttrack',
  summary: 'FastTrack packets skip IPsec policies',
  why: 'Packets of a FastTrack connection are not encrypted: they leave in clear text or are dropped by the other side.',
  remedy: 'Accept packets of IPsec policies, in both directions, before the FastTrack rule.',

  check({ network }) {
    const policies = tunnelPolicies(network);
    if (policies.length === 0) return [];
    return fasttrackRules(network).flatMap((rule) => {
      const missed = policies.find((policy) => !isExcluded(network, rule, policy));
      if (!missed) return [];
      return [
        {
          subject: rule,
          placement: 'unpredictable',
          what: 'FastTrack takes connections past their IPsec policy, unencrypted',
          primary: label(rule, 'action', 'no exclusion for IPsec before it'),
          related: [label(missed, 'dst-address', 'a policy for forwarded traffic')],
          fix: commandFix(
            'accept packets of IPsec policies before the FastTrack rule',
            '/ip/firewall/filter add place-before=0 chain=forward action=accept ipsec-policy=in,ipsec',
            '/ip/firewall/filter add place-before=1 chain=forward action=accept ipsec-policy=out,ipsec',
          ),
        },
      ];
    });
  },
});

/**
 * Policies for networks behind the device. Those of a tunnel of the device itself see packets that are not forwarded.
 */
function tunnelPolicies({ config }: Network): readonly Item[] {
  return enabledItemsOf(config, '/ip/ipsec/policy').filter((item) => {
    const isTemplate = isYes(propertyValue(item, 'template')) || isYes(propertyValue(item, 'default'));
    return (
      !isTemplate && isYes(propertyValue(item, 'tunnel')) && (propertyValue(item, 'action') ?? 'encrypt') === 'encrypt'
    );
  });
}

function isExcluded(network: Network, fasttrack: Item, policy: Item): boolean {
  if (leavesMarkedOut(fasttrack) || fasttrack.properties.has('ipsec-policy')) return true;
  if (isApart(fasttrack, policy)) return true;
  const earlier = rulesBefore(network, fasttrack).some((item) => actionOf(item) === 'accept' && takes(item, policy));
  const untracked = enabledItemsOf(network.config, '/ip/firewall/raw').some(
    (item) => actionOf(item) === 'notrack' && takes(item, policy),
  );
  return earlier || untracked;
}

/** An accept or notrack rule for packets of the policy: by the IPsec matcher, or by its networks. */
function takes(item: Item, policy: Item): boolean {
  if (propertyValue(item, 'ipsec-policy')?.endsWith(',ipsec')) return true;
  if (selectsMarked(item)) return true;
  const networks = ['src-address', 'dst-address'].flatMap(
    (name) => parsePrefix(propertyValue(policy, name) ?? '') ?? [],
  );
  const matched = ['src-address', 'dst-address'].flatMap((name) => parsePrefix(propertyValue(item, name) ?? '') ?? []);
  return matched.some((prefix) => prefix.length > 0 && networks.some((each) => containsPrefix(prefix, each)));
}

/** The FastTrack rule names addresses that are not the policy's. */
function isApart(fasttrack: Item, policy: Item): boolean {
  return ['src-address', 'dst-address'].some((name) => {
    const limit = parsePrefix(propertyValue(fasttrack, name) ?? '');
    if (!limit) return false;
    const networks = ['src-address', 'dst-address'].flatMap(
      (each) => parsePrefix(propertyValue(policy, each) ?? '') ?? [],
    );
    return networks.every((each) => !containsPrefix(limit, each) && !containsPrefix(each, limit));
  });
}
