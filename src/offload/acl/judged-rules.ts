// Switch rules that do not do what they say, or may not: the engine finds why, and each rule has the words for one
// cause.

import { badPortsOf } from '../../forwarding/acl/acl.ts';
import { shadowsOf } from '../../forwarding/acl/switch-rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { chipName } from '../../forwarding/network/ports.ts';
import { inertMatch, untaggedPort } from '../../forwarding/paths/switch-rule-placement.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { bondsInSwitchRulesRemedy } from '../../model/switch-rule-bonds.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleHead } from '../rule.ts';
import { type JudgedRule, rulesWith, tellingProperty } from '../switch-rules.ts';

interface WordsOfRule extends RuleHead {
  /** Absent = those of the chip that routes. */
  readonly chips?: 'all';
  /** `open`: what is found where nobody knows. */
  words(judged: JudgedRule, network: Network): Omit<FindingAbout, 'evidence'> & { readonly open?: string };
}

const wordsOfRules: readonly WordsOfRule[] = [
  {
    id: 'acl/acl-bond-before-7.17',
    cost: 'M',
    words: ({ item, rule: { ports = new Set() } }, network) => {
      const targets = listValues(propertyValue(item, 'new-dst-ports'));
      const bond = [...ports, ...targets].find((name) => network.bonds.has(name)) ?? '';
      return {
        isCertainOfSome: true,
        what: 'this RouterOS version knows no bonds in switch rules',
        primary: [targets.includes(bond) ? 'new-dst-ports' : 'ports', `\`${bond}\` is a bond`],
        fix: bondsInSwitchRulesRemedy,
      };
    },
  },
  {
    id: 'acl/acl-cpu-port',
    cost: 'M',
    words: ({ reason: { cause } }) => ({
      what: 'switch rules for what the CPU sends are refused',
      primary: ['ports', cause.text],
    }),
  },
  {
    id: 'acl/acl-inactive-for-sw-ports',
    cost: 'H',
    words: ({ rule }, network) => {
      const [name = ''] = badPortsOf(network, rule);
      const [port, bond] = [network.ports.get(name), network.bonds.get(name)];
      if (bond) {
        return {
          what: 'whether switch rules work that list a bond of the CPU is not described',
          primary: ['ports', `${bond.hardware ? 'perhaps ' : ''}the CPU runs \`${name}\``],
        };
      }
      return {
        what: `switch rules do not apply to ${port ? 'ports that hang on the CPU' : 'what is neither a port nor a bond'}`,
        primary: ['ports', `\`${name}\` is ${port ? 'not on the chip' : 'no port'}`],
      };
    },
  },
  {
    id: 'acl/acl-new-vrf-f2k',
    cost: 'H',
    words: () => ({
      what: 'what these switch rules move to a VRF is forwarded by the CPU: the chip knows no VRFs',
      open: 'it is not documented whether this chip knows VRFs',
      primary: ['new-vrf', 'redirects to the CPU'],
    }),
  },
  {
    id: 'acl/acl-new-vrf-version',
    cost: 'H',
    words: () => ({
      what: 'switch rules cannot move packets to a VRF in this RouterOS version',
      open: 'it is not documented whether switch rules move packets to a VRF in this RouterOS version',
      primary: ['new-vrf', 'not known to this version'],
    }),
  },
  {
    id: 'acl/acl-one-target-port',
    cost: 'M',
    chips: 'all',
    words: ({ item }) => ({
      what: 'switch rules that redirect to several ports are refused',
      open: 'it is not documented whether this chip redirects to several ports',
      primary: ['new-dst-ports', `${listValues(propertyValue(item, 'new-dst-ports')).length} ports`],
    }),
  },
  {
    id: 'acl/acl-port-range',
    cost: 'M',
    words: ({ item }) => ({
      what: 'whether the chip takes ranges of ports is not certain',
      primary: [propertyValue(item, 'dst-port')?.includes('-') ? 'dst-port' : 'src-port', 'a range'],
      fix: 'write one rule for each port if the device refuses the range',
    }),
  },
  {
    id: 'acl/acl-redirect-is-l2',
    cost: 'H',
    words: ({ item }) => ({
      isCertainOfSome: true,
      what: 'packets are sent out of a routed port without being routed',
      primary: ['new-dst-ports', `\`${propertyValue(item, 'new-dst-ports')}\` is a routed port`],
    }),
  },
  {
    id: 'acl/acl-redirect-leaves-vlan',
    cost: 'M',
    words: ({ reason: { cause } }) => ({
      what: 'whether redirected packets leave by a port outside their VLAN is not known',
      primary: ['new-dst-ports', cause.text],
    }),
  },
  {
    id: 'acl/acl-shadowed',
    cost: 'M',
    chips: 'all',
    words: ({ item, rule }, network) => {
      const earlier = shadowsOf(network, rule);
      const taking = earlier.length > 1 ? 'earlier rules together match' : 'an earlier rule matches';
      return {
        what: `switch rules never apply: ${taking} all of their packets`,
        primary: [tellingProperty(item), 'never applies'],
        related: earlier.map((each) => [each.item, tellingProperty(each.item), 'matches first']),
        fix: `move ${earlier.length > 1 ? 'it in front of those that it is to overrule' : 'the narrower rule in front of the wider one'}`,
      };
    },
  },
  {
    id: 'acl/acl-vlan-match-inert',
    cost: 'C',
    words: ({ item }, network) => {
      const { property, port } = inertMatch(network, item) ?? {};
      return {
        what: 'VLAN matchers of switch rules have no effect: these rules match too much or nothing',
        primary: [property, port === '' ? 'no bridge filters VLANs' : `\`${port}\` filters no VLANs`],
      };
    },
  },
  {
    id: 'acl/acl-vlan-match-untagged',
    cost: 'H',
    words: ({ item }, network) => ({
      what: 'whether these rules match is not known: the VLAN is untagged at the port',
      primary: ['vlan-id', `untagged at \`${untaggedPort(network, item)}\``],
      fix: 'match by port alone, without `vlan-id`',
    }),
  },
  {
    id: 'acl/acl-vs-ipsec-tunnels',
    cost: 'M',
    words: ({ reason: { cause } }) => ({
      what: 'switch rules do not match packets that come out of a tunnel',
      primary: ['src-address', cause.text],
    }),
  },
  {
    id: 'acl/acl-wrong-switch',
    cost: 'H',
    chips: 'all',
    words: ({ item, rule, reason: { placement } }, network) => {
      const [name = ''] = badPortsOf(network, rule);
      const other = network.ports.get(name)?.switch;
      if (placement === 'unknown' || !other) {
        return {
          what: 'whether switch rules work that also list ports of others is not described',
          primary: ['ports', `\`${name}\` is not on \`${propertyValue(item, 'switch') ?? rule.chip}\``],
        };
      }
      const own = chipName(network, other);
      return {
        what: 'switch rules do nothing: their ports are on another switch',
        primary: ['switch', `its ports are on \`${own}\``],
        related: [[item, 'ports', `on \`${own}\``]],
        fix: replaceValue(item, 'switch', own, 'name the switch of the ports'),
      };
    },
  },
];

export const judgedRules: readonly Rule[] = wordsOfRules.map(({ chips, words, ...rule }) => {
  const check = aboutEach(rulesWith(rule.id, chips), (judged, { network }) => {
    const { placement, cause } = judged.reason;
    const { open, what, ...said } = words(judged, network);
    return { placement, evidence: cause.evidence, what: (placement === 'unknown' && open) || what, ...said };
  });
  return defineRule({ ...rule, check });
});
