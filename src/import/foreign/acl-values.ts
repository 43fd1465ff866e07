// Numbers and names in access lists: protocols, ports, comparisons of ports.

import words from '../../../profiles/foreign/words.json' with { type: 'json' };
import { protocols as siteNames } from '../../intent/schema-policy.ts';
import type { NumberRange } from '../../model/number-range.ts';
import type { ForeignConfig } from './facts.ts';
import { pattern } from './pattern.ts';
import type { ForeignAcl, ForeignAclRule } from './policy-facts.ts';

const protocols: Readonly<Record<string, number>> = words.protocols;

const icmpv6 = 58;

export function protocolNumber(text: string, family: 4 | 6): number | 'any' | undefined {
  const word = text.toLowerCase();
  if (family === 4 ? word === 'ip' || word === 'ipv4' : word === 'ipv6') return 'any';
  if (family === 6 && word === 'icmp') return icmpv6;
  if (/^\d{1,3}$/.test(word)) return Number(word) <= 255 ? Number(word) : undefined;
  return Object.hasOwn(protocols, word) ? protocols[word] : undefined;
}

/** What a site calls the protocols that it has words for. */
export const siteProtocols: Readonly<Record<number, string>> = Object.fromEntries(
  siteNames.map((name) => [words.protocols[name], name]),
);

const ports: Readonly<Record<string, number>> = words.ports;

const portMax = 65_535;

export function portNumber(text: string): number | undefined {
  const word = text.toLowerCase();
  if (/^\d{1,5}$/.test(word)) return Number(word) <= portMax ? Number(word) : undefined;
  return Object.hasOwn(ports, word) ? ports[word] : undefined;
}

/** `eq 80 443`, `range 135 139`, `lt 1024`, `gt 1023`, `neq 22`; undefined when it is none of them. */
export function portRanges(operator: string, operands: readonly string[]): readonly NumberRange[] | undefined {
  const numbers = operands.map(portNumber);
  const [first, second] = numbers;
  if (first === undefined || numbers.includes(undefined)) return undefined;
  const known = numbers.flatMap((each) => each ?? []);
  switch (operator) {
    case 'eq':
      return known.map((port) => ({ from: port, to: port }));
    case 'range':
      return second === undefined || second < first ? undefined : [{ from: first, to: second }];
    case 'lt':
      return first === 0 ? undefined : [{ from: 0, to: first - 1 }];
    case 'gt':
      return first === portMax ? undefined : [{ from: first + 1, to: portMax }];
    case 'neq':
      return known.length > 1 ? undefined : allBut(first);
    default:
      return undefined;
  }
}

function allBut(port: number): readonly NumberRange[] {
  const below = port > 0 ? [{ from: 0, to: port - 1 }] : [];
  return port < portMax ? [...below, { from: port + 1, to: portMax }] : below;
}

/** Lists of the two families may have one name. */
export function aclKey(name: string, family: 4 | 6): string {
  return family === 4 ? name : `ipv6 ${name}`;
}

export function aclNamed(
  config: ForeignConfig,
  name: string,
  { isBasic, line, family = 4 }: { readonly isBasic: boolean; readonly line: number; readonly family?: 4 | 6 },
): ForeignAcl {
  const key = aclKey(name, family);
  const found = config.acls.get(key) ?? { name, family, isBasic, lines: [], rules: [], remarks: [], unsayable: [] };
  config.acls.set(key, found);
  found.lines.push(line);
  return found;
}

/** Numbers order the rules, in whatever order a file has them; `next` is the number of one that has none. */
export function enterRule(
  { rules }: ForeignAcl,
  rule: ForeignAclRule,
  next: (last: number | undefined) => number,
): void {
  const sequence = rule.sequence ?? next(rules.at(-1)?.sequence);
  const last = rules.findLastIndex((each) => (each.sequence ?? 0) <= sequence);
  rules.splice(last + 1, 0, { ...rule, sequence });
}

const discovery = pattern([
  '^(?:nd-na|nd-ns|neighbor-(?:advertisement|solicitation)|router-(?:advertisement|solicitation)|',
  'redirect|13[3-7](?: 0)?)$',
]);

/** Packets that no router forwards, so that an ACL of a site has nothing to say of them. */
export function isDiscovery(type: string): boolean {
  return discovery.test(type.toLowerCase());
}

export const discoveryRemark = 'neighbour discovery is never routed: the ACL needs no rule for it';
