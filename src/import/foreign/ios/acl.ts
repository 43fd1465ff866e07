// Access lists and route maps of IOS.

import { aclNamed, portRanges, protocolNumber } from '../acl-values.ts';
import {
  type ForeignAcl,
  type ForeignAclRule,
  type ForeignConfig,
  type PolicyNode,
  policyNode,
  type Wildcard,
} from '../facts.ts';
import { ipv4Address, listOfSix, wildcardOf } from '../values.ts';
import { irrelevant, readOne, refused, type Word, word } from '../vocabulary.ts';

type Parts = Omit<ForeignAclRule, 'line' | 'action'>;

interface InAcl {
  readonly acl: ForeignAcl;
  /** Remarks stand before the rule that they are about. */
  remark: string | undefined;
}

const entryWords: readonly Word<InAcl>[] = [
  word(/^(?:\d+ )?remark(?: (.*))?$/, ({ subject, group, line }) => {
    subject.remark =
      group(1)
        .replace(/[*#=-]{2,}/g, '')
        .trim() || undefined;
    subject.acl.lines.push(line);
  }),
  word(/^(?:(\d+) )?(permit|deny) (.+)$/, ({ subject, group, has, line }) => {
    const { acl, remark } = subject;
    const parsed = acl.isBasic ? standardRule(group(3).split(' ')) : extendedRule(group(3).split(' '));
    acl.lines.push(line);
    if (typeof parsed === 'string') acl.unsayable.push({ value: parsed, line });
    else {
      acl.rules.push({
        line,
        action: group(2) === 'permit' ? 'permit' : 'deny',
        ...(has(1) && { sequence: Number(group(1)) }),
        ...(remark !== undefined && { description: remark }),
        ...parsed,
      });
      subject.remark = undefined;
    }
  }),
];

function standardRule(words: readonly string[]): Parts | string {
  const reader = wordReader(words);
  const source = reader.address(true);
  if (source === 'bad') return 'its source';
  return reader.options(source ? { source } : {});
}

function extendedRule(words: readonly string[]): Parts | string {
  const [first = '', ...rest] = words;
  const protocol = protocolNumber(first);
  if (protocol === undefined) return `the protocol \`${first}\``;
  const reader = wordReader(rest);
  const source = reader.address(false);
  const sourcePorts = reader.ports();
  const destination = reader.address(false);
  const destinationPorts = reader.ports();
  if (source === 'bad' || destination === 'bad') return 'an address group, or an address that rosc cannot read';
  if (sourcePorts === 'bad' || destinationPorts === 'bad') return 'a port that rosc does not know';
  const hasPorts = protocol === 6 || protocol === 17 || protocol === 132;
  if (!hasPorts && (sourcePorts || destinationPorts)) return 'ports of a protocol without ports';
  return reader.options({
    ...(protocol !== 'any' && { protocol }),
    ...(source && { source }),
    ...(destination && { destination }),
    ...(sourcePorts && { sourcePorts }),
    ...(destinationPorts && { destinationPorts }),
  });
}

function wordReader(words: readonly string[]) {
  let index = 0;
  return {
    /** Undefined = any. */
    address(isStandard: boolean): Wildcard | undefined | 'bad' {
      const first = words[index++] ?? '';
      if (first === 'any') return undefined;
      if (first === 'host') return wildcardOf(words[index++] ?? '', '0') ?? 'bad';
      const second = words[index] ?? '';
      if (/^\d+\.\d+\.\d+\.\d+$/.test(second)) {
        index++;
        return wildcardOf(first, second) ?? 'bad';
      }
      if (isStandard && second === 'wildcard') index += 2;
      return isStandard ? (wildcardOf(first, '0') ?? 'bad') : 'bad';
    },
    ports(): ReturnType<typeof portRanges> | 'bad' {
      const operator = words[index] ?? '';
      if (!/^(?:eq|neq|lt|gt|range)$/.test(operator)) return undefined;
      index++;
      const operands: string[] = [];
      const most = operator === 'range' ? 2 : operator === 'eq' || operator === 'neq' ? 10 : 1;
      while (operands.length < most && portRanges('eq', [words[index] ?? ''])) operands.push(words[index++] ?? '');
      return portRanges(operator, operands) ?? 'bad';
    },
    options(parts: Parts): Parts | string {
      const left = words.slice(index).filter((option) => option !== 'log' && option !== 'log-input');
      return left[0] === undefined ? parts : `\`${left[0]}\``;
    },
  };
}

const nodeWords: readonly Word<PolicyNode>[] = [
  word(/^match ip address (prefix-list )?(.+)$/, ({ subject, said, group, has }) => {
    const list = has(1) ? subject.prefixLists : subject.acls;
    for (const name of group(2).split(' ')) list.push(said(name));
  }),
  word(/^set ip (default )?next-hop (\d[\d. ]+)$/, ({ subject, said, group, has, refuse }) => {
    for (const each of group(2).trim().split(' ')) {
      const hop = ipv4Address(each);
      if (!hop) return refuse('rosc cannot read the address');
      (has(1) ? subject.defaultNextHops : subject.nextHops).push(said(hop));
    }
  }),
  irrelevant(/^description\b.*$/),
  word(/^(match|set|continue)( \S+)?/, ({ subject, said, group }) => {
    subject.unsayable.push(said(`\`${group(1)}${group(2)}\``));
  }),
];

export const aclViews: readonly Word<ForeignConfig>[] = [
  word(/^access-list (\d+) (.+)$/, ({ subject, group, line, statement, reading, refuse }) => {
    const number = Number(group(1));
    const isBasic = number < 100 || (number >= 1300 && number < 2000);
    const isExtended = (number >= 100 && number < 200) || (number >= 2000 && number < 2700);
    if (!isBasic && !isExtended) return refuse('filters of other kinds than IPv4 are not carried');
    const acl = aclNamed(subject, group(1), { isBasic, line });
    const entry = { ...statement, text: group(2) };
    if (!readOne(entry, { acl, remark: undefined }, entryWords, reading)) {
      acl.unsayable.push({ value: 'an entry that rosc does not know', line });
    }
  }),
  refused(/^ipv6 access-list\b/, listOfSix),
  refused(
    /^(?:ip access-list (?:resequence|logging|log-update|role-based)|mac access-list|arp access-list)\b/,
    'filters of other kinds than IPv4 are not carried',
  ),
  word(/^ip access-list (standard|extended) (\S+)$/, ({ subject, group, line, statement, reading }) => {
    const acl = aclNamed(subject, group(2), { isBasic: group(1) === 'standard', line });
    const state: InAcl = { acl, remark: undefined };
    for (const child of statement.children) {
      if (readOne(child, state, entryWords, reading)) continue;
      acl.unsayable.push({ value: 'an entry that rosc does not know', line: child.line });
      acl.lines.push(child.line);
    }
  }),
  word(/^route-map (\S+)(?: (permit|deny))?(?: (\d+))?$/, ({ subject, group, line, statement, reading }) => {
    const node = policyNode({
      action: group(2) === 'deny' ? 'deny' : 'permit',
      sequence: Number(group(3) || 10),
      line,
    });
    subject.policies.set(group(1), [...(subject.policies.get(group(1)) ?? []), node]);
    for (const child of statement.children) readOne(child, node, nodeWords, reading);
  }),
  refused(/^ip local policy\b/, 'the device’s own packets are not steered by a site'),
];
