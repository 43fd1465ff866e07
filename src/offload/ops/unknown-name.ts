// A name that nothing in the configuration has: the device refuses the line, and what follows it is never read.

import names from '../../../profiles/menus/names.json' with { type: 'json' };
import { kindWords } from '../../forwarding/network/interfaces.ts';
import {
  type Config,
  type Item,
  isBlankedOut,
  itemsOf,
  listValues,
  type MenuPath,
  menusOf,
  type Property,
  propertyValue,
  type Setting,
} from '../../model/config.ts';
import { parseDeferred } from '../../model/deferred.ts';
import type { Menu } from '../../model/menu.ts';
import { menuPath } from '../../model/menu-table.ts';
import { menus } from '../../model/menus.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { unreadableOf } from '../../model/unreadable.ts';
import { factoryConfig } from '../../profile/factory.ts';
import type { Target } from '../../profile/target.ts';
import { computeIfAbsent, derivedOnce } from '../../source/grouping.ts';
import { isSlip, nearestAmong } from '../../source/near-name.ts';
import { wordSet } from '../../source/word-set.ts';
import { defineRule, type RuleContext, type WrittenFinding } from '../rule.ts';
import { wrongWords } from '../wrong-words.ts';

/** Rows that other rows may name although nobody has made them yet. */
const freeMenus: ReadonlySet<string> = new Set(names.free);

/** Words that stand for no row, for all of them, or for one that every device has. */
const reserved = wordSet(names.reserved);

/** Rows that every device has and no export prints, and words of the matchers, by menu. */
const builtIn: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['/interface/ethernet', new Set(kindWords.keys())],
  ...Object.entries(names.builtIn).map(([menu, words]) => [menu, wordSet(words)] as const),
]);

/** Interfaces that come and go with the hardware or with a session, and ids of rows that are gone. */
const unforeseeable = /^(?:[*<]|(?:wlan|wifi|lte|cap|ppp|usb|w60g)[-\d]|pwr-line\d|switch\d+-cpu$|back-to-home-vpn$)/;

export const unknownName = defineRule({
  id: 'ops/unknown-name',
  cost: 'C',
  datapath: 'input',
  implies: ['ops/unknown-port-for-model'],

  check({ config, network, target }) {
    const known = knownNames(config, target, network.ports.keys());
    const wrong = [...menusOf(config)].flatMap((menu) =>
      referring(menu).flatMap((each) =>
        wrongNames(itemsOf(config, menu), each, (one) => check({ config, network, target }, known, one)),
      ),
    );
    return [...wrong, ...wrongWords(config)];
  },
});

function wrongNames(
  items: readonly Item[],
  referring: Referring,
  faultsOf: (reference: Reference) => readonly WrittenFinding[],
): readonly WrittenFinding[] {
  const findings: WrittenFinding[] = [];
  // Thousands of routes have a few gateways.
  const fine = new Set<string>();
  for (const item of items) {
    const set = item.properties.get(referring.property);
    if (!set) findings.push(...withoutInterface(item, referring));
    if (!set || fine.has(set.value) || !isWrittenName(set)) continue;
    const faults = faultsOf({ ...referring, item, value: set.value });
    if (faults.length === 0) fine.add(set.value);
    findings.push(...faults);
  }
  return findings;
}

/** What a device or its factory has put there is there, and what is secret or blanked out names whatever it does. */
function isWrittenName({ origin, value }: Property): boolean {
  return origin.kind === 'source' && !parseDeferred(value) && !isBlankedOut(value);
}

/** Of rows that are of an interface, it is the one name that has no usual value. */
function withoutInterface(item: Item, { property }: Referring): readonly WrittenFinding[] {
  const isMissing = property === 'interface' && (item.menu === '/ip/address' || item.menu === '/ipv6/address');
  // What only the device can compute, as from a variable, is left out of the row.
  if (!isMissing || item.origin.kind !== 'source' || unreadableOf(item).includes(property)) return [];
  return [
    {
      subject: item,
      placement: 'dropped',
      what: 'an address has no `interface`, so the device refuses this line',
      primary: ['address', 'of no interface'],
      fix: 'write the interface that the address is for',
    },
  ];
}

/** A property that names rows of other menus. */
interface Referring {
  readonly property: string;
  readonly targets: readonly MenuPath[];
}

/** Properties of PPP that name rows, by name: its menus are in no table. */
const pppReferring = Object.entries(names.ppp).map(
  ([property, menu]): Referring => ({ property, targets: [menuPath(menu)] }),
);
const pppMenus =
  /^\/(?:ppp\/(?:profile|secret)|interface\/(?:l2tp|ovpn|ppp|pppoe|pptp|sstp)-(?:client|server\/server))$/;

/** Those of a menu; most menus have none. */
function referring(menu: MenuPath): readonly Referring[] {
  const table = menus.get(menu);
  return [...(table ? inTable(table) : []), ...(pppMenus.test(menu) ? pppReferring : [])];
}

const inTable = derivedOnce(({ properties }: Menu): readonly Referring[] =>
  Object.entries(properties).flatMap(([property, { refersTo = [] }]) => {
    // What another release calls an interface is nobody's mistake where it cannot be looked up.
    const isKnown = refersTo.some((other) => menus.has(other)) && !refersTo.some((other) => freeMenus.has(other));
    return isKnown ? [{ property, targets: refersTo }] : [];
  }),
);

type Reference = Referring & Setting;

interface KnownNames {
  readonly of: (menu: MenuPath) => ReadonlySet<string>;
  /** What script code may have made by then. */
  readonly inCode: ReadonlySet<string>;
  /** The name of one of these menus, or of a port, that may be meant. */
  readonly near: (name: string, menus: readonly MenuPath[], hasPorts: boolean) => string | undefined;
}

function check(
  { config, network, target }: RuleContext,
  known: KnownNames,
  { item, property, value, targets }: Reference,
): readonly WrittenFinding[] {
  const spec = menus.get(item.menu)?.properties[property];
  return namesIn(property, value).flatMap(({ name, of }) => {
    if (
      name === '' ||
      reserved.has(name) ||
      spec?.enum?.includes(name) ||
      name === spec?.default ||
      (name === 'no-mark' && property.endsWith('mark')) ||
      unforeseeable.test(name)
    )
      return [];
    const from = of ?? targets;
    const mayBeInterface = from.includes('/interface/ethernet');
    if (exists(target, known, name, from) || (mayBeInterface && network.kindOf(name) !== undefined)) return [];
    const near = known.near(name, from, mayBeInterface);
    return {
      subject: item,
      ...(config.isPart && !isSlip(name, near) ? ofPart(name, config, from, near) : refusing(name)),
      primary: [property, `no \`${name}\` here${near ? `: did you mean \`${near}\`?` : ''}`],
      ...(near && { fix: `did you mean \`${near}\`?` }),
    };
  });
}

function refusing(name: string) {
  return { placement: 'dropped', what: `\`${name}\` does not exist, so the device refuses this line` } as const;
}

/** A part may name what it does not show; where it shows others of the kind, or the like among interfaces, aloud. */
function ofPart(name: string, config: Config, from: readonly MenuPath[], near: string | undefined) {
  const isMade = ({ origin }: Item) => origin.kind === 'source';
  const isCertainOfSome =
    (near !== undefined || !from.includes('/interface/ethernet')) &&
    !ofDefaultScript.test(name) &&
    from.some((menu) => !ofHardware.test(menu) && itemsOf(config, menu).some(isMade));
  const what = `\`${name}\` is not in this text: a device without it refuses the line`;
  return { cost: 'M', placement: 'unknown', what, isCertainOfSome } as const;
}

/** What the script of the default configuration makes, which few snippets repeat. */
const ofDefaultScript = /^(?:LAN|WAN|bridge|bridgeLocal|default-dhcp|defconf)$/;

/** Rows that a text sets and does not make. */
const ofHardware = /^\/interface\/(?:ethernet|lte|wifi|wireless)$/;

function exists({ routeros }: Target, known: KnownNames, name: string, from: readonly MenuPath[]): boolean {
  // RouterOS 6 has a table for each mark that something names.
  if (routeros.major < 7 && from.includes('/routing/table')) return true;
  return known.inCode.has(name) || from.some((menu) => builtIn.get(menu)?.has(name) || known.of(menu).has(name));
}

interface Named {
  readonly name: string;
  /** Other menus than those of the property. */
  readonly of?: readonly MenuPath[];
}

const tables: readonly MenuPath[] = ['/routing/table', '/ip/vrf'];

/** The names in a value: lists, negations, and gateways such as `10.0.0.1%vlan10@table`. */
function namesIn(property: string, value: string): readonly Named[] {
  return listValues(value).flatMap((member): readonly Named[] => {
    const text = member.replace(/^!/, '');
    if (property === 'gateway') return namesOfGateway(text);
    // A simple queue names one type for each direction.
    if (property === 'queue') return text.split('/').map((name) => ({ name }));
    // It is for addresses, ranges of them or interfaces.
    return parsePrefix(text.split('-')[0] ?? '') ? [] : [{ name: text }];
  });
}

function namesOfGateway(text: string): readonly Named[] {
  const at = text.lastIndexOf('@');
  const [address = '', through] = (at < 0 ? text : text.slice(0, at)).split('%');
  const table = at < 0 ? [] : [{ name: text.slice(at + 1), of: tables }];
  const way = parsePrefix(address) ? through : address;
  return [...(way === undefined ? [] : [{ name: way }]), ...table];
}

function knownNames(config: Config, target: Target, ports: Iterable<string>): KnownNames {
  const of = namesByMenu(config, target);
  const allPorts = [...ports];
  const searches = new Map<string, (name: string) => string | undefined>();
  return {
    of,
    inCode: config.namesInCode ?? new Set(),
    near(name, from, hasPorts) {
      const search = computeIfAbsent(searches, `${hasPorts} ${from.join(' ')}`, () =>
        nearestAmong([
          ...from.flatMap((menu) => [...of(menu), ...(builtIn.get(menu) ?? [])]),
          ...(hasPorts ? allPorts : []),
        ]),
      );
      return search(name);
    },
  };
}

/** Names of the rows of a menu, in the configuration and as every device of the model has them. */
function namesByMenu(config: Config, target: Target): KnownNames['of'] {
  const factory = factoryConfig(target);
  const known = new Map<MenuPath, ReadonlySet<string>>();
  const naming = ['name', 'default-name', 'list'];
  const namesIn = (menu: MenuPath) => {
    const items = [...itemsOf(config, menu), ...itemsOf(factory, menu)];
    // A client makes a pool of the prefix that it gets.
    const made = menu === '/ipv6/pool' ? itemsOf(config, '/ipv6/dhcp-client') : [];
    return new Set([
      ...items.flatMap((item) => [item.key, ...naming.flatMap((property) => propertyValue(item, property) ?? [])]),
      ...made.flatMap((client) => propertyValue(client, 'pool-name') ?? []),
    ]);
  };
  return (menu) => computeIfAbsent(known, menu, () => namesIn(menu));
}
