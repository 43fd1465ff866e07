// Switch rules that do not do what they say, or may not: the engine finds why, and each rule has the words for one
// cause.

import { badPortsOf } from '../../forwarding/acl/acl.ts';
import { shadowsOf } from '../../forwarding/acl/switch-rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { inertMatch, untaggedPort } from '../../forwarding/paths/switch-rule-placement.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { bondsInSwitchRulesRemedy, bondsInSwitchRulesSince } from '../../model/switch-rule-bonds.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleText } from '../rule.ts';
import { type JudgedRule, rulesWith, tellingProperty } from '../switch-rules.ts';

interface WordsOfRule extends RuleText {
  /** Absent = those of the chip that routes. */
  readonly chips?: 'all';
  /** `open`: what is found where nobody knows. */
  words(judged: JudgedRule, network: Network): Omit<FindingAbout, 'evidence'> & { readonly open?: string };
}

const wordsOfRules: readonly WordsOfRule[] = [
  {
    id: 'acl/acl-bond-before-7.17',
    cost: 'M',
    summary: `Switch rules take bonds from RouterOS ${bondsInSwitchRulesSince} on`,
    why: 'This version refuses the rule, or takes it and leaves it inactive: what it should keep out gets in.',
    remedy: `Use RouterOS ${bondsInSwitchRulesSince} or newer.`,
    uncertainty: 'No source says whether a rule that lists the ports of a bond sees what enters by the bond.',
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
    summary: 'Switch rules cannot name the port of the CPU',
    why: 'RouterOS refuses the rule, so nothing limits what the CPU sends into the switch.',
    remedy: 'Filter what the device itself sends in the output chain of the firewall.',
    words: ({ reason: { cause } }) => ({
      what: 'switch rules for what the CPU sends are refused',
      primary: ['ports', cause.text],
    }),
  },
  {
    id: 'acl/acl-inactive-for-sw-ports',
    cost: 'H',
    summary: 'Switch rules see packets of the chip only',
    why: 'A rule can list ports of the chip and bonds that it runs; what enters elsewhere never meets it.',
    remedy: 'List ports of the chip, or filter in the firewall.',
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
    facts: ['l3.vrf-tables'],
    summary: 'On chips without VRF tables `new-vrf` redirects to the CPU',
    why: 'The rule works like `redirect-to-cpu=yes`: what it matches is forwarded by the CPU.',
    remedy: 'Use a device whose chip routes in VRFs.',
    words: () => ({
      what: 'what these switch rules move to a VRF is forwarded by the CPU: the chip knows no VRFs',
      open: 'it is not documented whether this chip knows VRFs',
      primary: ['new-vrf', 'redirects to the CPU'],
    }),
  },
  {
    id: 'acl/acl-new-vrf-version',
    cost: 'H',
    facts: ['acl.new-vrf', 'l3.vrf-tables'],
    summary: 'Switch rules have `new-vrf` from RouterOS 7.24 on',
    why: 'This version refuses the property, so the packets follow the main table.',
    remedy: 'Upgrade to 7.24.1 or newer.',
    words: () => ({
      what: 'switch rules cannot move packets to a VRF in this RouterOS version',
      open: 'it is not documented whether switch rules move packets to a VRF in this RouterOS version',
      primary: ['new-vrf', 'not known to this version'],
    }),
  },
  {
    id: 'acl/acl-one-target-port',
    cost: 'M',
    facts: ['acl.many-targets'],
    summary: 'On some chips a switch rule redirects to a single port or bond',
    why: 'RouterOS refuses the rule, so the packets are forwarded as if it did not exist.',
    remedy: 'Redirect to one port, or to a hardware bond.',
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
    summary: 'Whether a switch rule takes a range of ports is documented in two ways',
    why: 'The command reference calls the property a range, the manual a single number. A device that refuses the range does not have the rule.',
    remedy: 'Check on the device that the rule exists and is not flagged invalid, or write one rule for each port.',
    uncertainty: 'The sources contradict each other.',
    words: ({ item }) => ({
      what: 'whether the chip takes ranges of ports is not certain',
      primary: [propertyValue(item, 'dst-port')?.includes('-') ? 'dst-port' : 'src-port', 'a range'],
      fix: 'write one rule for each port if the device refuses the range',
    }),
  },
  {
    id: 'acl/acl-redirect-is-l2',
    cost: 'H',
    summary: 'A redirect to a port sends the frame as it is: it does not route',
    why: 'The port is a routed one, but the frame leaves with the MAC addresses and the TTL that it came with. A next hop there drops it, unless it accepts frames that are not addressed to it.',
    remedy: 'Use such redirects for devices that take every frame; for policy routing use a VRF or the CPU.',
    words: ({ item }) => ({
      isCertainOfSome: true,
      what: 'packets are sent out of a routed port without being routed',
      primary: ['new-dst-ports', `\`${propertyValue(item, 'new-dst-ports')}\` is a routed port`],
    }),
  },
  {
    id: 'acl/acl-redirect-leaves-vlan',
    cost: 'M',
    summary: 'Whether a redirect reaches a port outside the VLAN is not documented',
    why: 'The port that the rule sends packets to is not a member of their VLAN. Nobody has published whether the chip sends them anyway.',
    remedy: 'Make the port a member of the VLAN.',
    words: ({ reason: { cause } }) => ({
      what: 'whether redirected packets leave by a port outside their VLAN is not known',
      primary: ['new-dst-ports', cause.text],
    }),
  },
  {
    id: 'acl/acl-shadowed',
    cost: 'M',
    summary: 'Of several switch rules that match a packet, only the first is applied',
    why: 'Earlier rules, at least one with another action, match everything that this rule matches, so it never applies.',
    remedy: 'Move the narrower rule to the front.',
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
    summary: 'VLAN matchers and actions of switch rules work on ports of a VLAN-filtering hardware bridge only',
    why: 'Without VLAN filtering, or on a port outside the bridge, the matcher has no effect: the rule matches too much or nothing.',
    remedy: 'Switch VLAN filtering on for the bridge of these ports, or match by port.',
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
    summary: 'Whether `vlan-id` matches untagged frames of an access port is not documented',
    why: 'Frames of this VLAN arrive without a tag at this port. Nobody has published whether the matcher sees the VLAN that the port assigns, so the rule may not match at all.',
    remedy: 'On access ports match by port alone; on trunks add `vlan-header=present`.',
    uncertainty: 'It was not measured.',
    words: ({ item }, network) => ({
      what: 'whether these rules match is not known: the VLAN is untagged at the port',
      primary: ['vlan-id', `untagged at \`${untaggedPort(network, item)}\``],
      fix: 'match by port alone, without `vlan-id`',
    }),
  },
  {
    id: 'acl/acl-vs-ipsec-tunnels',
    cost: 'M',
    summary: 'Switch rules match the outer header of tunnelled packets',
    why: 'Packets with this source come out of a tunnel of the device. At the chip they still carry the addresses of the tunnel, so the rule does not match.',
    remedy: 'Filter them in the firewall, on the interface of the tunnel.',
    words: ({ reason: { cause } }) => ({
      what: 'switch rules do not match packets that come out of a tunnel',
      primary: ['src-address', cause.text],
    }),
  },
  {
    id: 'acl/acl-wrong-switch',
    cost: 'H',
    summary: 'A switch rule belongs to the chip that its ports are on',
    why: 'The rule is flagged invalid and does nothing.',
    remedy: 'Name the switch of the ports.',
    chips: 'all',
    words: ({ item, rule, reason: { placement } }, network) => {
      const [name = ''] = badPortsOf(network, rule);
      const other = network.ports.get(name)?.switch;
      if (placement === 'unknown' || !other) {
        return {
          what: 'whether switch rules work that also list ports of others is not described',
          primary: ['ports', `\`${name}\` is not on \`${rule.chip}\``],
        };
      }
      return {
        what: 'switch rules do nothing: their ports are on another switch',
        primary: ['switch', `its ports are on \`${other.name}\``],
        related: [[item, 'ports', `on \`${other.name}\``]],
        fix: replaceValue(item, 'switch', other.name, 'name the switch of the ports'),
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
