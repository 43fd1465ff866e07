// The interfaces of a configuration under construction, and the statements that both makers use inside them.

import { parseInterfaceAddress } from '../../model/prefix.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import type {
  ForeignConfig,
  ForeignInterface,
  ForeignVlan,
  InterfaceItems,
  InterfaceKind,
  InterfaceValues,
} from './facts.ts';
import { interfaceKey, interfaceOf, ipv4Address, isArea } from './values.ts';
import { type Found, type Word, word } from './vocabulary.ts';

export function interfaceNamed(config: ForeignConfig, name: string, line?: number): ForeignInterface {
  const made = (): ForeignInterface => ({ ...interfaceOf(name), heads: [], said: {} });
  const found = computeIfAbsent(config.interfaces, interfaceKey(name), made);
  if (line !== undefined) found.heads.push(line);
  return found;
}

/** What a name alone does not tell: a port of a management network, or one that joins the members of a stack. */
export function becomesKind(config: ForeignConfig, found: ForeignInterface, kind: InterfaceKind): void {
  config.interfaces.set(interfaceKey(found.name), { ...found, kind });
}

export function vlanNumbered(config: ForeignConfig, id: number, line: number): ForeignVlan {
  const found = computeIfAbsent(config.vlans, id, () => ({ id, heads: [] }));
  found.heads.push(line);
  return found;
}

/** A setting that the last statement decides. */
export function setting<Key extends keyof InterfaceValues>(
  pattern: RegExp,
  key: Key,
  read: (found: Found<ForeignInterface>) => InterfaceValues[Key] | undefined,
): Word<ForeignInterface> {
  return word(pattern, (found) => {
    const value = read(found);
    if (value === undefined) found.refuse('rosc cannot read the value');
    else Object.assign(found.subject.said, { [key]: found.said(value) });
  });
}

/** Addresses that a group of routers shares: not carried, but DHCP and static routes of others lead to them. */
export function virtualAddress(pattern: RegExp, reason: string): Word<ForeignInterface> {
  return word(pattern, ({ subject, said, group, refuse }) => {
    const address = ipv4Address(group(1));
    if (address) subject.said.virtual = [...(subject.said.virtual ?? []), said(address)];
    refuse(reason);
  });
}

/** A setting of which several statements add up. */
export function further<Key extends keyof InterfaceItems>(
  pattern: RegExp,
  key: Key,
  read: (found: Found<ForeignInterface>) => InterfaceItems[Key] | undefined,
): Word<ForeignInterface> {
  return word(pattern, (found) => {
    const value = read(found);
    if (value === undefined) found.refuse('rosc cannot read the value');
    else Object.assign(found.subject.said, { [key]: [...(found.subject.said[key] ?? []), found.said(value)] });
  });
}

/** Address and mask, of IPv6 the length of its prefix; a third group makes it a further one. */
export function addressWord(pattern: RegExp): Word<ForeignInterface> {
  return further(pattern, 'addresses', ({ group, has }) => {
    const own = parseInterfaceAddress(`${group(1).toLowerCase()}/${group(2)}`);
    return own && { own, isSecondary: has(3) };
  });
}

export function ospfArea(process: string, area: string): InterfaceValues['ospf'] | undefined {
  return isArea(area) ? { process, area } : undefined;
}

/** The text of a description: quotes around all of it are the device's. */
export function plainText(text: string): string {
  const inner = /^"(.*)"$/.exec(text.trim())?.[1];
  return (inner ?? text).trim();
}
