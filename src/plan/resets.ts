// What rosc once set on rows that are there by themselves, and the site no longer asks for: it is set back. Only what
// the device itself says to be rosc's: the tag of a port names the properties, the device's memory those of other rows;
// for the chip's own row it is rosc's tagged items that need the setting. What somebody else set stays as it is.

import { type Config, type Item, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import {
  isMemorable,
  isPortRow,
  type PortMemory,
  parsePortMemory,
  portMenuOf,
  portOf,
  printPortMemory,
} from '../model/port-memory.ts';
import { isUnsettable } from '../model/unset.ts';
import { append } from '../source/append.ts';
import { defaultArgument, effectiveText } from './compare.ts';
import { rememberedSettings, rowOfSetting, withDeviceMemory } from './device-memory.ts';
import { isOwned } from './ownership.ts';
import type { PropertyChange } from './plan.ts';

export interface Resets {
  /** By row of the device. */
  readonly changes: ReadonlyMap<Item, readonly PropertyChange[]>;
  /** Settings of rosc's in rows of the device that nobody knows the former value of, so that they stay. */
  readonly kept: readonly RowProperty[];
}

export interface RowProperty {
  readonly item: Item;
  readonly name: string;
}

const ethernet = '/interface/ethernet';

/** `desired` with what the settings of rows that nobody adds were before, written down; what is kept stays rosc's. */
export function withFormerValues(prior: Config, desired: Config, kept: readonly RowProperty[]): Config {
  const isTold = (menu: MenuPath, name: string) =>
    followers.some((follower) => follower.menu === menu && follower.name === name);
  return withDeviceMemory(prior, withFormerPorts(prior, desired, kept), { isTold, kept });
}

/** The comments of ports completed. */
function withFormerPorts(prior: Config, desired: Config, kept: readonly RowProperty[]): Config {
  const rows = new Map(itemsOf(prior, ethernet).map((item) => [portOf(item), item]));
  const items = desired.items.map((item) => {
    const comment = item.menu === ethernet ? item.properties.get('comment') : undefined;
    const memory = parsePortMemory(comment?.value);
    const row = memory && rows.get(memory.port);
    if (!comment || !memory || !row) return item;
    const known = parsePortMemory(propertyValue(row, 'comment'))?.settings ?? new Map();
    const settings = [...memory.settings.keys()].map((name): [string, string | undefined] => {
      const before = portRow(prior, name, memory.port);
      return [name, known.has(name) ? known.get(name) : before && formerValue(before, name)];
    });
    const value = printPortMemory({
      ...memory,
      settings: new Map([...settings, ...keptOf(memory.port, kept)]),
      words: wordsFor(memory, row),
    });
    return { ...item, properties: new Map([...item.properties, ['comment', { ...comment, value }]]) };
  });
  return { items };
}

function keptOf(port: string, kept: readonly RowProperty[]): readonly [string, undefined][] {
  return kept.filter(({ item }) => isPortRow(item) && portOf(item) === port).map(({ name }) => [name, undefined]);
}

/** What has to be set back on the device. */
export function resetsOf(prior: Config, desired: Config): Resets {
  const resets: Collected = { changes: new Map(), kept: [] };
  for (const row of itemsOf(prior, ethernet)) {
    const memory = parsePortMemory(propertyValue(row, 'comment'));
    if (memory) resetPort(resets, row, memory, { prior, desired });
  }
  for (const setting of rememberedSettings(prior)) {
    const { name, former } = setting;
    const isWanted = rowOfSetting(desired, setting)?.properties.has(name);
    if (!isWanted) reset(resets, rowOfSetting(prior, setting), name, former);
  }
  resetFollowers(resets, prior, desired);
  return resets;
}

function resetPort(resets: Collected, row: Item, memory: PortMemory, both: { prior: Config; desired: Config }): void {
  const { port } = memory;
  for (const [name, former] of memory.settings) {
    const says = portRow(both.desired, name, port);
    if (!says?.properties.has(name)) reset(resets, portRow(both.prior, name, port), name, former);
  }
  const wanted = itemsOf(both.desired, ethernet).find((item) => portOf(item) === port);
  const before = propertyValue(row, 'comment') ?? '';
  const after = commentLeft(memory, keptOf(port, resets.kept));
  if (!wanted?.properties.has('comment') && after !== before) change(resets, row, { name: 'comment', before, after });
}

/** Of a port that the site no longer speaks of. */
function commentLeft(memory: PortMemory, kept: ReturnType<typeof keptOf>): string {
  const others = wordsOfOthers(memory);
  if (kept.length === 0) return others;
  return printPortMemory({ ...memory, settings: new Map(kept), words: others === '' ? '' : `(${others})` });
}

function resetFollowers(resets: Collected, prior: Config, desired: Config): void {
  for (const { menu, name, isSet, isOurs } of followers) {
    if (!isSet(prior, desired)) continue;
    const setting = itemsOf(desired, menu).filter(({ properties }) => properties.has(name));
    const says = new Set(setting.map((item) => propertyValue(item, 'name')));
    const silent = itemsOf(prior, menu).filter((row) => !says.has(propertyValue(row, 'name')));
    for (const row of silent) if (isOurs?.(row) ?? true) reset(resets, row, name);
  }
}

interface Collected extends Resets {
  readonly changes: Map<Item, PropertyChange[]>;
  readonly kept: RowProperty[];
}

function change({ changes }: Collected, item: Item, what: PropertyChange): void {
  append(changes, item, what);
}

/** To the former value, or else to the default, where the property has another one. */
function reset(resets: Collected, item: Item | undefined, name: string, former?: string): void {
  const before = item && propertyValue(item, name);
  if (!item || before === undefined) return;
  const after = former ?? defaultArgument(item.menu, name);
  if (effectiveText(item.menu, name, before) === effectiveText(item.menu, name, after)) return;
  if (after === undefined && !isClearable(item.menu, name)) resets.kept.push({ item, name });
  else change(resets, item, { name, before, ...(after !== undefined && { after }) });
}

/** By a command of its own or, as every list, by an empty text. */
function isClearable(menu: MenuPath, name: string): boolean {
  const type = propertySpec(menu, name)?.type;
  return isUnsettable(menu, name) || type === 'list' || type === 'set' || type === 'ranges';
}

/** The row of a port that has the property. */
function portRow(config: Config, name: string, port: string): Item | undefined {
  const menu = portMenuOf(name);
  return menu && itemsOf(config, menu).find((item) => portOf(item) === port);
}

/** Undefined where it had its default, or where the tag cannot hold the value. */
function formerValue(row: Item, name: string): string | undefined {
  const value = propertyValue(row, name);
  if (value === undefined || !isMemorable(value)) return undefined;
  return effectiveText(row.menu, name, value) === effectiveText(row.menu, name, undefined) ? undefined : value;
}

const formerWords = /^\((.*)\)$|\(was: (.*)\)$/s;

/** What somebody else had written at the port: in parentheses where the site has no words of its own. */
function wordsOfOthers({ words }: PortMemory): string {
  const [, alone, behind] = formerWords.exec(words) ?? [];
  return alone ?? behind ?? '';
}

/** The site's words, and behind them those that they take the place of. */
function wordsFor({ words }: PortMemory, row: Item): string {
  const before = propertyValue(row, 'comment') ?? '';
  const known = parsePortMemory(before);
  const others = known ? wordsOfOthers(known) : before;
  return words === '' || others === '' ? words : `${words} (was: ${others})`;
}

interface Follower {
  readonly menu: MenuPath;
  readonly name: string;
  /** Whether rosc set it on some row, and nothing else needs it any more. */
  isSet(prior: Config, desired: Config): boolean;
  /** Absent = on every row. */
  readonly isOurs?: (row: Item) => boolean;
}

/** Everything of these menus was rosc's, and the site wants none of it. */
function isGivenUp(menus: readonly MenuPath[], prior: Config, desired: Config): boolean {
  const before = menus.flatMap((menu) => itemsOf(prior, menu).filter(({ state }) => state?.get('dynamic') !== 'true'));
  const after = menus.flatMap((menu) => itemsOf(desired, menu));
  const made = before.filter((item) => item.state?.get('default') !== 'true' && item.state?.get('builtin') !== 'true');
  return made.length > 0 && after.length === 0 && made.every(isOwned);
}

/** Interfaces with addresses; the chip routes between two. */
function isRoutingGivenUp(menus: readonly MenuPath[], prior: Config, desired: Config): boolean {
  const addressed = (config: Config) =>
    menus.flatMap((menu) => itemsOf(config, menu)).filter(({ state }) => state?.get('dynamic') !== 'true');
  const interfaces = (config: Config) => new Set(addressed(config).map((item) => propertyValue(item, 'interface')));
  return interfaces(prior).size > 1 && interfaces(desired).size < 2 && addressed(prior).every(isOwned);
}

const tags = (config: Config) =>
  itemsOf(config, ethernet).flatMap((item) => [
    ...(parsePortMemory(propertyValue(item, 'comment'))?.settings.keys() ?? []),
  ]);

const followers: readonly Follower[] = [
  {
    menu: '/interface/ethernet/switch/port',
    name: 'vlan-mode',
    isSet: (prior, desired) => isGivenUp(['/interface/ethernet/switch/vlan'], prior, desired),
    isOurs: (row) => /-cpu$/.test(propertyValue(row, 'name') ?? ''),
  },
  {
    menu: '/interface/ethernet/switch',
    name: 'l3-hw-offloading',
    isSet: (prior, desired) => isRoutingGivenUp(['/ip/address', '/ipv6/address'], prior, desired),
  },
  {
    menu: '/interface/ethernet/switch/l3hw-settings',
    name: 'ipv6-hw',
    isSet: (prior, desired) => isRoutingGivenUp(['/ipv6/address'], prior, desired),
  },
  {
    menu: '/interface/ethernet/switch',
    name: 'qos-hw-offloading',
    isSet: (prior) => tags(prior).some((name) => portMenuOf(name) === '/interface/ethernet/switch/qos/port'),
  },
];
