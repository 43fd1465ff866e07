// Access lists and policy routing of Comware.

import { aclNamed, portRanges, protocolNumber } from '../acl-values.ts';
import { type ForeignAcl, type ForeignAclRule, type ForeignConfig, type PolicyNode, policyNode } from '../facts.ts';
import { plainText } from '../interfaces.ts';
import { ipv4Address, listOfSix, wildcardOf } from '../values.ts';
import { irrelevant, readAll, refused, type Word, word } from '../vocabulary.ts';

const ruleWords: readonly Word<ForeignAcl>[] = [
  word(/^rule (\d+) (?:comment|remark) (.+)$/, ({ subject, group, line }) => {
    const index = subject.rules.findIndex(({ sequence }) => sequence === Number(group(1)));
    const rule = subject.rules[index];
    subject.lines.push(line);
    if (rule) subject.rules[index] = { ...rule, description: plainText(group(2)) };
  }),
  word(/^rule (?:(\d+) )?(permit|deny)(?: (.+))?$/, ({ subject, group, has, line }) => {
    const action = group(2) === 'permit' ? 'permit' : 'deny';
    const parsed = subject.isBasic ? basicRule(group(3)) : advancedRule(group(3));
    subject.lines.push(line);
    if (typeof parsed === 'string') subject.unsayable.push({ value: parsed, line });
    else subject.rules.push({ line, action, ...(has(1) && { sequence: Number(group(1)) }), ...parsed });
  }),
  irrelevant(/^step \d+$/),
  word(/^description (.+)$/, ({ subject, said, group }) => {
    subject.description = said(plainText(group(1)));
  }),
];

type Parts = Omit<ForeignAclRule, 'line' | 'action'>;

/** A sentence where it cannot be said. */
function basicRule(text: string): Parts | string {
  const words = text === '' ? [] : text.split(' ');
  return optionsOf(words, {});
}

function advancedRule(text: string): Parts | string {
  const [first = 'ip', ...words] = text.split(' ');
  const protocol = protocolNumber(first);
  if (protocol === undefined) return `the protocol \`${first}\``;
  return optionsOf(words, protocol === 'any' ? {} : { protocol });
}

function optionsOf(words: readonly string[], start: Parts): Parts | string {
  const parts: { -readonly [Key in keyof Parts]: Parts[Key] } = { ...start };
  for (let index = 0; index < words.length; ) {
    const option = words[index++] ?? '';
    if (option === 'source' || option === 'destination') {
      const address = words[index++] ?? '';
      if (address === 'any') continue;
      const wildcard = wildcardOf(address, words[index++] ?? '');
      if (!wildcard) return `${option} \`${address}\``;
      parts[option] = wildcard;
    } else if (option === 'source-port' || option === 'destination-port') {
      const count = words[index] === 'range' ? 2 : 1;
      const ranges = portRanges(words[index] ?? '', words.slice(index + 1, index + 1 + count));
      if (!ranges) return `\`${option} ${words[index] ?? ''}\``;
      index += 1 + count;
      parts[option === 'source-port' ? 'sourcePorts' : 'destinationPorts'] = ranges;
    } else if (option !== 'logging' && option !== 'counting') return `\`${option}\``;
  }
  return parts;
}

const nodeWords: readonly Word<PolicyNode>[] = [
  word(/^if-match acl (?:name )?(\S+)$/, ({ subject, said, group }) => {
    subject.acls.push(said(group(1)));
  }),
  word(/^apply (?:ip-address )?next-hop (\d[\d.]+)(?: direct)?$/, ({ subject, said, group, refuse }) => {
    const hop = ipv4Address(group(1));
    if (hop) subject.nextHops.push(said(hop));
    else refuse('rosc cannot read the address');
  }),
  word(/^apply (?:ip-address )?default-next-hop (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    const hop = ipv4Address(group(1));
    if (hop) subject.defaultNextHops.push(said(hop));
    else refuse('rosc cannot read the address');
  }),
  word(/^(if-match|apply) (\S+)/, ({ subject, said, group }) => {
    subject.unsayable.push(said(`\`${group(1)} ${group(2)}\``));
  }),
];

export const aclViews: readonly Word<ForeignConfig>[] = [
  refused(/^acl ipv6\b/, listOfSix),
  refused(/^acl (?:mac|user-defined|wlan|copy|logging)\b/, 'filters of IPv6 or MAC frames are not carried'),
  word(
    /^acl (?:(basic|advanced|number) )?(?:name (\S+)|(\d+)(?: name (\S+))?)(?: match-order (auto|config))?$/,
    ({ subject, group, has, line, statement, reading, said }) => {
      const number = Number(group(3));
      const isBasic = group(1) === 'basic' || (number >= 2000 && number < 3000);
      if (number >= 4000) {
        const kind = 'filters of IPv6 or MAC frames are not carried';
        for (const each of [statement, ...statement.children]) reading.ledger.refuse(each.line, kind);
        return;
      }
      const acl = aclNamed(subject, group(3) || group(2), { isBasic, line });
      if (has(4)) subject.acls.set(group(4), acl);
      if (group(5) === 'auto') acl.unsayable.push(said('the order `auto`'));
      readAll(statement.children, acl, ruleWords, reading);
      for (const child of statement.children) {
        if (!child.text.startsWith('rule') || acl.lines.includes(child.line)) continue;
        acl.unsayable.push({ value: 'a rule that rosc does not know', line: child.line });
      }
    },
  ),
  word(/^policy-based-route (\S+) (permit|deny) node (\d+)$/, ({ subject, group, line, statement, reading }) => {
    const node = policyNode({ action: group(2) === 'permit' ? 'permit' : 'deny', sequence: Number(group(3)), line });
    subject.policies.set(group(1), [...(subject.policies.get(group(1)) ?? []), node]);
    readAll(statement.children, node, nodeWords, reading);
  }),
  refused(/^ip local policy-based-route\b/, 'the device’s own packets are not steered by a site'),
];
