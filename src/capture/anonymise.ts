// Rows of a device without what is nobody else's business: secrets, serial numbers, public addresses, and the words that
// people chose. References between rows stay references.

import type { Row } from '../device/device.ts';
import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { parseInterfaceAddress, printAddress } from '../model/prefix.ts';
import { isSecret } from '../model/secrets.ts';
import { redactText } from '../source/redact-text.ts';
import { NameTable, withoutAddresses } from './pseudonyms.ts';

export type Menus = ReadonlyMap<MenuPath, readonly Row[]>;

/** Names that RouterOS itself gives, or that say nothing: they are kept, because rules and readers know them. */
const commonStems =
  'bridge ether sfp sfp-sfpplus sfpplus qsfpplus qsfp28 sfp28 combo switch vlan bond bonding vrf wlan wifi lo mgmt lan wan lag vxlan';
const commonWords = /^(?:all|none|static|dynamic|main|default|read|write|full|admin|rosc[\w-]*)$/i;
const numbered = new RegExp(`^(?:${commonStems.replaceAll(' ', '|')})[-_]?\\d*(?:-(?:\\d+|cpu))*$`, 'i');

/** State of the machine that names it. */
const identifying = /^(?:serial-number|software-id|system-id|current-firmware|license.*|.*-serial)$/;
/** Free words of people. */
const words = /^(?:comment|note|location|contact|identity|common-name|organization|unit|ssid|description)$/;
const scripts = /^(?:source|on-[\w-]+|.*script|contents)$/;

/** `key` is secret and used once: without it nobody finds the way back. */
export function anonymise(capture: Menus, key: string): Menus {
  const names = new NameTable();
  const comments = new NameTable();
  for (const [menu, rows] of capture) {
    const stem = menu.slice(menu.lastIndexOf('/') + 1);
    for (const { name } of rows) {
      const isCommon = name === undefined || commonWords.test(name) || numbered.test(name);
      const isValue = !isCommon && !isBuiltIn(menu);
      if (isValue) names.give(name, stem);
    }
  }
  const anonymous = (menu: MenuPath, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).flatMap(([property, value]) => {
        const shown = shownValue({ menu, property, value, key, names, comments });
        return shown === undefined ? [] : [[property, shown] as const];
      }),
    );
  const withNetwork = (original: Row, shown: Row): Row => {
    const network = networkOf(original);
    return network === undefined || network !== original.network
      ? shown
      : { ...shown, network: networkOf(shown) ?? '' };
  };
  return new Map([...capture].map(([menu, rows]) => [menu, rows.map((row) => withNetwork(row, anonymous(menu, row)))]));
}

/** The network of an interface's address, which RouterOS prints beside it. */
function networkOf({ address }: Row): string | undefined {
  const parsed = address?.includes('/') ? parseInterfaceAddress(address) : undefined;
  return parsed && printAddress(parsed.network);
}

/** Rows that come with RouterOS under names that say what they are. */
function isBuiltIn(menu: MenuPath): boolean {
  return menus.get(menu)?.kind === 'fixed' || menu === '/system/package' || menu === '/ip/service';
}

interface Cell {
  readonly menu: MenuPath;
  readonly property: string;
  readonly value: string;
  readonly key: string;
  readonly names: NameTable;
  readonly comments: NameTable;
}

function shownValue({ menu, property, value, key, names, comments }: Cell): string | undefined {
  if (property.startsWith('.') || value === '') return value;
  if (identifying.test(property)) return undefined;
  if (isSecret(menu, property, value)) return '(secret)';
  if (scripts.test(property)) return `(${value.length} characters)`;
  if (menu === '/system/identity' && property === 'name') return 'router';
  if (words.test(property)) return commentOf(value, comments);
  const renamed = withNames(redactText(value), names);
  return withoutHosts(withoutAddresses(key, renamed), comments);
}

/** rosc's own tag tells how an item came about; its words are people's. Those of a probe's rows are its own. */
function commentOf(value: string, comments: NameTable): string {
  if (value === 'defconf' || value.startsWith('defconf:') || /^rosc-probe(?:-[a-z]+)?$/.test(value)) return value;
  return comments.give(value, value.startsWith('rosc:') ? 'rosc:comment' : 'comment');
}

/** Names stand whole, in lists, after `!`, and around `%` and `@`. */
function withNames(value: string, names: NameTable): string {
  const whole = names.get(value);
  if (whole !== undefined) return whole;
  return value
    .split(/([,!%@])/)
    .map((part) => names.get(part) ?? part)
    .join('');
}

/** `nas.example.org` becomes `host-1.example`. */
function withoutHosts(value: string, hosts: NameTable): string {
  return value.replace(
    /(?<![\w.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w.-])/gi,
    (host) => `${hosts.give(host, 'host')}.example`,
  );
}
