// Access lists and policy routing of Comware.

import { append } from '../../../source/append.ts';
import {
  aclKey,
  aclNamed,
  discoveryRemark,
  enterRule,
  isDiscovery,
  portRanges,
  protocolNumber,
} from '../acl-values.ts';
import type { ForeignConfig } from '../facts.ts';
import { plainText } from '../interfaces.ts';
import { type ForeignAcl, type ForeignAclRule, type PolicyNode, policyNode } from '../policy-facts.ts';
import { ipv4Address, ipv6Prefix, wildcardOf } from '../values.ts';
import { adds, irrelevant, readAll, refused, states, type Word, word } from '../vocabulary.ts';

/** A rule without a number takes the next multiple of it; the files themselves number all rules. */
const ruleStep = 5;

const ruleWords: readonly Word<ForeignAcl>[] = [
  word(/^rule (\d+) (?:comment|remark) (.+)$/, ({ subject, group, line }) => {
    const index = subject.rules.findIndex(({ sequence }) => sequence === Number(group(1)));
    const rule = subject.rules[index];
    subject.lines.push(line);
    if (rule) subject.rules[index] = { ...rule, description: plainText(group(2)) };
  }),
  word(/^rule (?:(\d+) )?(permit|deny)(?: (.+))?$/, ({ subject, group, has, line, reading }) => {
    const action = group(2) === 'permit' ? 'permit' : 'deny';
    const { family } = subject;
    subject.lines.push(line);
    const type = /^icmpv6(?: .*)? icmp6-type (.+)$/.exec(group(3))?.[1];
    if (family === 6 && action === 'permit' && type !== undefined && isDiscovery(type)) {
      reading.ledger.remark(line, discoveryRemark);
      return;
    }
    const parsed = subject.isBasic ? basicRule(group(3), family) : advancedRule(group(3), family);
    if (typeof parsed === 'string') subject.unsayable.push({ value: parsed, line });
    else {
      const rule: ForeignAclRule = { line, family, action, ...(has(1) && { sequence: Number(group(1)) }), ...parsed };
      enterRule(subject, rule, (last = -ruleStep) => last - (last % ruleStep) + ruleStep);
    }
  }),
  irrelevant(/^step \d+$/),
  states(/^description (.+)$/, 'description', ({ group }) => plainText(group(1))),
];

type Parts = Omit<ForeignAclRule, 'line' | 'action' | 'family'>;

/** A sentence where it cannot be said. */
function basicRule(text: string, family: 4 | 6): Parts | string {
  const words = text === '' ? [] : text.split(' ');
  return optionsOf(words, {}, family);
}

function advancedRule(text: string, family: 4 | 6): Parts | string {
  const [first = '', ...words] = text.split(' ');
  const protocol = protocolNumber(first, family);
  if (protocol === undefined) return `the protocol \`${first}\``;
  return optionsOf(words, protocol === 'any' ? {} : { protocol }, family);
}

function optionsOf(words: readonly string[], start: Parts, family: 4 | 6): Parts | string {
  const parts: { -readonly [Key in keyof Parts]: Parts[Key] } = { ...start };
  for (let index = 0; index < words.length; ) {
    const [option = '', ...rest] = words.slice(index);
    const found = readOption(option, rest, family);
    if (typeof found === 'string') return found;
    Object.assign(parts, found.parts);
    index += 1 + found.taken;
  }
  return parts;
}

interface Option {
  readonly parts?: Parts;
  readonly taken: number;
}

function readAddress(
  side: 'source' | 'destination',
  address: string,
  mask: string | undefined,
  family: 4 | 6,
): Option | string {
  if (address === 'any') return { taken: 1 };
  const length = address.includes('/') ? undefined : mask;
  const addresses = family === 6 ? ipv6Prefix(address, length) : wildcardOf(address, length ?? '');
  if (!addresses) return `${side} \`${address}\``;
  return { parts: { [side]: addresses }, taken: address.includes('/') ? 1 : 2 };
}

/** `taken`: how many words behind the option belong to it. A sentence where it cannot be said. */
function readOption(option: string, [first = '', ...rest]: readonly string[], family: 4 | 6): Option | string {
  switch (option) {
    case 'source':
    case 'destination':
      return readAddress(option, first, rest[0], family);
    case 'source-port':
    case 'destination-port': {
      const count = first === 'range' ? 2 : 1;
      const ranges = portRanges(first, rest.slice(0, count));
      const side = option === 'source-port' ? 'sourcePorts' : 'destinationPorts';
      return ranges ? { parts: { [side]: ranges }, taken: 1 + count } : `\`${option} ${first}\``;
    }
    case 'logging':
    case 'counting':
      return { taken: 0 };
    default:
      return `\`${option}\``;
  }
}

const nodeWords: readonly Word<PolicyNode>[] = [
  adds(/^if-match acl (?:name )?(\S+)$/, 'acls', ({ group }) => group(1)),
  adds(
    /^apply (?:ip-address )?next-hop (\d[\d.]+)(?: direct)?$/,
    'nextHops',
    ({ group }) => ipv4Address(group(1)),
    'address',
  ),
  adds(
    /^apply (?:ip-address )?default-next-hop (\d[\d.]+)$/,
    'defaultNextHops',
    ({ group }) => ipv4Address(group(1)),
    'address',
  ),
  adds(/^if-match (?:ip(?:v6)? address prefix-list|ip-prefix) (\S+)$/, 'prefixLists', ({ group }) => group(1)),
  adds(/^(if-match|apply) (\S+)/, 'unsayable', ({ group }) => `\`${group(1)} ${group(2)}\``),
];

/** Policies of routes and of packets have names of their own. */
export function routePolicyKey(name: string): string {
  return `route-policy ${name}`;
}

export const aclViews: readonly Word<ForeignConfig>[] = [
  refused(/^acl (?:mac|user-defined|wlan|copy|logging)\b/, 'filters of MAC frames are not carried'),
  word(
    /^acl (ipv6 )?(?:(basic|advanced|number) )?(?:name (\S+)|(\d+)(?: name (\S+))?)(?: match-order (auto|config))?$/,
    ({ subject, group, has, line, statement, reading, said }) => {
      const family = has(1) ? 6 : 4;
      const number = Number(group(4));
      const isBasic = group(2) === 'basic' || (number >= 2000 && number < 3000);
      if (number >= 4000) {
        const kind = 'filters of MAC frames are not carried';
        for (const each of [statement, ...statement.children]) reading.ledger.refuse(each.line, kind);
        return;
      }
      const acl = aclNamed(subject, group(4) || group(3), { isBasic, line, family });
      if (has(5)) subject.acls.set(aclKey(group(5), family), acl);
      if (group(6) === 'auto') acl.unsayable.push(said('the order `auto`'));
      readAll(statement.children, acl, ruleWords, reading);
      for (const child of statement.children) {
        if (!child.text.startsWith('rule') || acl.lines.includes(child.line)) continue;
        acl.unsayable.push({ value: 'a rule that rosc does not know', line: child.line });
      }
    },
  ),
  word(/^(policy-based-route|route-policy) (\S+) (permit|deny) node (\d+)$/, (found) => {
    const { subject, group, line, statement, reading } = found;
    const node = policyNode({ action: group(3) === 'permit' ? 'permit' : 'deny', sequence: Number(group(4)), line });
    const key = group(1) === 'route-policy' ? routePolicyKey(group(2)) : group(2);
    append(subject.policies, key, node);
    readAll(statement.children, node, nodeWords, reading);
  }),
  refused(/^ip local policy-based-route\b/, 'the device’s own packets are not steered by a site'),
];
