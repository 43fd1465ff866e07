// Access lists and route maps of IOS.

import { append } from '../../../source/append.ts';
import { aclNamed, discoveryRemark, enterRule, isDiscovery, portRanges, protocolNumber } from '../acl-values.ts';
import type { Statement } from '../blocks.ts';
import type { ForeignConfig } from '../facts.ts';
import {
  type ForeignAcl,
  type ForeignAclRule,
  type ForeignAddresses,
  type PolicyNode,
  policyNode,
} from '../policy-facts.ts';
import { ipv4Address, ipv6Prefix, wildcardOf } from '../values.ts';
import { adds, addsEach, irrelevant, type Reading, readOne, refused, type Word, word } from '../vocabulary.ts';

type Parts = Omit<ForeignAclRule, 'line' | 'action' | 'family'>;

const entryWords: readonly Word<ForeignAcl>[] = [
  // Remarks stand before the entry that they are about.
  word(/^(?:(?:sequence )?\d+ )?remark(?: (.*))?$/, ({ subject, said, group, line }) => {
    const text = group(1)
      .replace(/[*#=-]{2,}/g, '')
      .trim();
    subject.lines.push(line);
    if (text !== '') subject.remarks.push(said(text));
  }),
  word(/^(?:(?:sequence )?(\d+) )?(permit|deny) (.+?)(?: sequence (\d+))?$/, (found) => {
    const { subject: acl, group, line, reading } = found;
    const sequence = Number(group(1) || group(4));
    acl.lines.push(line);
    const words = group(3).split(' ');
    if (acl.family === 6 && group(2) === 'permit' && /^icmp\b/.test(group(3)) && isDiscovery(words.at(-1) ?? '')) {
      reading.ledger.remark(line, discoveryRemark);
      return;
    }
    const parsed = acl.isBasic ? standardRule(words) : extendedRule(words, acl.family);
    if (typeof parsed === 'string') acl.unsayable.push({ value: parsed, line });
    else {
      const rule: ForeignAclRule = {
        line,
        family: acl.family,
        action: group(2) === 'permit' ? 'permit' : 'deny',
        ...(sequence > 0 && { sequence }),
        ...(acl.remarks.length > 0 && { description: acl.remarks.map(({ value }) => value).join(' ') }),
        ...parsed,
      };
      enterRule(acl, rule, (last = 0) => last + 10);
      acl.remarks.length = 0;
    }
  }),
];

function standardRule(words: readonly string[]): Parts | string {
  const reader = wordReader(words, 4);
  const source = reader.address(true);
  if (source === 'bad') return 'its source';
  return reader.options(source ? { source } : {});
}

function extendedRule(words: readonly string[], family: 4 | 6): Parts | string {
  const [first = '', ...rest] = words;
  const protocol = protocolNumber(first, family);
  if (protocol === undefined) return `the protocol \`${first}\``;
  const reader = wordReader(rest, family);
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

/** Address, mask, and how many of the words behind the first belong to them; no mask = it is none. */
function wildcardAt(
  first: string,
  [second = '']: readonly string[],
  isStandard: boolean,
): readonly [address: string, wildcard: string | undefined, further: number] {
  if (first === 'host') return [second, '0', 1];
  if (/^\d+\.\d+\.\d+\.\d+$/.test(second)) return [first, second, 1];
  if (!isStandard) return [first, undefined, 0];
  return [first, '0', second === 'wildcard' ? 2 : 0];
}

function wordReader(words: readonly string[], family: 4 | 6) {
  let index = 0;
  return {
    /** Undefined = any. */
    address(isStandard: boolean): ForeignAddresses | undefined | 'bad' {
      const first = words[index++] ?? '';
      if (first === 'any') return undefined;
      if (family === 6) return ipv6Prefix(first === 'host' ? (words[index++] ?? '') : first) ?? 'bad';
      const [text, wildcard, further] = wildcardAt(first, words.slice(index), isStandard);
      index += further;
      return wildcard === undefined ? 'bad' : (wildcardOf(text, wildcard) ?? 'bad');
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
  addsEach(/^match ip(?:v6)? address prefix-list (.+)$/, 'prefixLists', (name) => name),
  addsEach(/^match ip address (.+)$/, 'acls', (name) => name),
  word(/^set ip (default )?next-hop (\d[\d. ]+)$/, ({ subject, said, group, has, refuse }) => {
    for (const each of group(2).trim().split(' ')) {
      const hop = ipv4Address(each);
      if (!hop) return refuse('rosc cannot read the address');
      (has(1) ? subject.defaultNextHops : subject.nextHops).push(said(hop));
    }
  }),
  irrelevant(/^description\b.*$/),
  adds(/^(match|set|continue)( \S+)?/, 'unsayable', ({ group }) => `\`${group(1)}${group(2)}\``),
];

function readEntries(acl: ForeignAcl, { children }: Statement, reading: Reading): void {
  for (const child of children) {
    if (readOne(child, acl, entryWords, reading)) continue;
    acl.unsayable.push({ value: 'an entry that rosc does not know', line: child.line });
    acl.lines.push(child.line);
  }
}

export const aclViews: readonly Word<ForeignConfig>[] = [
  word(/^access-list (\d+) (.+)$/, ({ subject, group, line, statement, reading, refuse }) => {
    const number = Number(group(1));
    const isBasic = number < 100 || (number >= 1300 && number < 2000);
    const isExtended = (number >= 100 && number < 200) || (number >= 2000 && number < 2700);
    if (!isBasic && !isExtended) return refuse('filters of other kinds than IPv4 are not carried');
    const acl = aclNamed(subject, group(1), { isBasic, line });
    const entry = { ...statement, text: group(2) };
    if (!readOne(entry, acl, entryWords, reading)) {
      acl.unsayable.push({ value: 'an entry that rosc does not know', line });
    }
  }),
  refused(
    /^(?:ip access-list (?:resequence|logging|log-update|role-based)|mac access-list|arp access-list)\b/,
    'filters of other kinds than IPv4 are not carried',
  ),
  word(/^ip access-list (standard|extended) (\S+)$/, ({ subject, group, line, statement, reading }) => {
    readEntries(aclNamed(subject, group(2), { isBasic: group(1) === 'standard', line }), statement, reading);
  }),
  word(/^ipv6 access-list (\S+)$/, ({ subject, group, line, statement, reading }) => {
    readEntries(aclNamed(subject, group(1), { isBasic: false, line, family: 6 }), statement, reading);
  }),
  word(/^route-map (\S+)(?: (permit|deny))?(?: (\d+))?$/, ({ subject, group, line, statement, reading }) => {
    const node = policyNode({
      action: group(2) === 'deny' ? 'deny' : 'permit',
      sequence: Number(group(3) || 10),
      line,
    });
    append(subject.policies, group(1), node);
    for (const child of statement.children) readOne(child, node, nodeWords, reading);
  }),
  refused(/^ip local policy\b/, 'the device’s own packets are not steered by a site'),
];
