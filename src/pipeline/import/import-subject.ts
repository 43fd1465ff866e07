// What `rosc import` starts from: the configuration of an export or a device without its secrets, and the commands that
// rosc has no table for, as they were written.

import type { Device } from '../../device/device.ts';
import { readStable } from '../../device/read.ts';
import type { Staged } from '../../diagnostics/diagnostic.ts';
import { buildNetwork } from '../../forwarding/build.ts';
import { isEverywhere } from '../../import/menu-words.ts';
import { nameOf } from '../../import/names.ts';
import { isUsual } from '../../import/said-of.ts';
import { menuWords } from '../../intent/menu-words.ts';
import { servicePorts } from '../../intent/schema-device.ts';
import {
  type Config,
  type Item,
  isAbout,
  isDynamic,
  isOrphan,
  listValues,
  type MenuPath,
  type Property,
  propertyValue,
  withoutProperty,
} from '../../model/config.ts';
import { printDeferred } from '../../model/deferred.ts';
import { menus } from '../../model/menus.ts';
import { isSecret } from '../../model/secrets.ts';
import { unknownName } from '../../offload/ops/unknown-name.ts';
import { isDeviceMemory } from '../../plan/device-memory.ts';
import { isBuiltin } from '../../plan/ownership.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import type { MenuScript } from '../../report/raw-script.ts';
import { exportAt, exportHeaders } from '../../rsc/header.ts';
import { parseWithoutSecrets } from '../../rsc/secrets.ts';
import { append } from '../../source/append.ts';
import type { SourceFile } from '../../source/location.ts';
import { redactText } from '../../source/redact-text.ts';
import { type DeviceTargetOptions, targetOfDevice } from '../read/device-target.ts';
import { withMaskedFile } from '../read/mask-diagnostics.ts';
import { readExport } from '../read/read-export.ts';
import { isOnlyLookedAt, onlyConfigured, readMenus } from '../read/read-menus.ts';

export interface ImportSubject {
  readonly target: Target;
  readonly config: Config;
  readonly foreign: readonly MenuScript[];
  readonly secrets: readonly NamedSecret[];
  /** What stays on the device alone. */
  readonly withheld: readonly Withheld[];
}

export interface Withheld {
  readonly menu: MenuPath;
  readonly key: string;
  readonly because: string;
}

/** Menus that a site has words for. */
const sayable = [...onlyConfigured, ...menuWords.flatMap(({ menu, menu6 = menu }) => [menu, menu6])];

const secretInside = 'a secret is inside';
const ownRow = 'the device has it by itself';
const ownMemory = 'rosc remembers in it what it has set';
const aboutNothing = 'what it is about was removed';
const aboutCode = 'script code makes what it is about';
const beyondPart = 'it names what is not in this text';

/** A secret that the site asks the environment for. */
export interface NamedSecret extends Pick<Withheld, 'menu' | 'key'> {
  readonly variable: string;
  readonly property: string;
}

export interface SubjectOptions extends DeviceTargetOptions {
  readonly profiles: Profiles;
}

export function subjectOfExport(file: SourceFile, options: SubjectOptions): Staged<ImportSubject | undefined> {
  const whole = readExport(file, { ...options, keepSecrets: true });
  const diagnostics = withMaskedFile(whole.diagnostics, file);
  if (!whole.value) return { value: undefined, diagnostics };
  const { config, target } = whole.value;
  const { items, withheld } = withoutHidden(config, namingMore(config, target));
  const named = nameSecrets(items);
  const foreign = foreignCommands(file);
  return {
    value: {
      target,
      config: { items: named.items },
      foreign: foreign.scripts,
      secrets: named.secrets,
      withheld: [...withheld, ...foreign.withheld],
    },
    diagnostics,
  };
}

export async function subjectOfDevice(
  connection: Device,
  name: string,
  options: SubjectOptions,
): Promise<Staged<ImportSubject | undefined>> {
  const identity = await connection.identity();
  const reading = await readStable(connection, readMenus(sayable), name, { mayMiss: isOnlyLookedAt });
  const { value: target, diagnostics } = targetOfDevice(name, identity, options.profiles, options);
  if (!target) return { value: undefined, diagnostics: [...reading.diagnostics, ...diagnostics] };
  const configured = reading.value.config.items
    .filter((item) => !isDynamic(item) && !isBuiltin(item) && !isBareDefault(item) && !isOwnAndUsual(item))
    .map(withoutOwnMac)
    .map(withoutUsualL2mtu)
    .map(withoutUsual)
    .map((item, _, all) => withoutListedServers(item, all));
  const { items, withheld } = withoutHidden({ items: configured }, new Set());
  const named = nameSecrets(items);
  return {
    value: { target, config: { items: named.items }, foreign: [], secrets: named.secrets, withheld },
    diagnostics: [...diagnostics, ...reading.diagnostics],
  };
}

/** Rows of a part that name what it does not show, and those that name such rows: a site is whole. */
function namingMore(config: Config, target: Target): ReadonlySet<Item> {
  const found = new Set<Item>();
  for (let before = -1; config.isPart && found.size > before; ) {
    before = found.size;
    const left = { ...config, items: config.items.filter((item) => !found.has(item)) };
    const findings = unknownName.check({ config: left, target, network: buildNetwork(left, target) });
    for (const { subject, placement } of findings) if (placement === 'unknown') found.add(subject);
  }
  return found;
}

/** Templates and profiles that a device has by itself are not always marked as such. */
function isBareDefault({ properties }: Item): boolean {
  return properties.size === 1 && properties.get('name')?.value === 'default';
}

/** The device's own rows are worth a word where somebody has set something on them. */
function isOwnAndUsual(item: Item): boolean {
  const isSet = ([name, { value }]: [string, Property]) =>
    name !== 'name' && name !== 'target' && !isUsual(item.menu, name, value);
  return isEverywhere(item) && ![...item.properties].some(isSet);
}

/** What a device prints of these rows whether somebody chose it or not. Source: manual, Services, File Share. */
function usualOf({ menu, key }: Item): Readonly<Record<string, string | undefined>> {
  if (menu === '/ip/firewall/service-port') return { ports: helperPorts[key] };
  if (menu !== '/ip/service') return {};
  return { port: String(servicePorts[key]), ...(key === 'www-ssl' && { disabled: 'yes' }) };
}

/** Source: public exports, which leave them out. */
const helperPorts: Readonly<Record<string, string>> = {
  ftp: '21',
  tftp: '69',
  irc: '6667',
  sip: '5060,5061',
  rtsp: '554',
};

function withoutUsual(item: Item): Item {
  const usual = Object.entries(usualOf(item)).filter(([name, value]) => propertyValue(item, name) === value);
  return usual.reduce((rest, [name]) => withoutProperty(rest, name), item);
}

/** A device prints its time servers twice: as rows, and together in the settings of the client. */
function withoutListedServers(item: Item, all: readonly Item[]): Item {
  if (item.menu !== '/system/ntp/client') return item;
  const rows = new Set(
    all.filter(({ menu }) => menu === '/system/ntp/client/servers').map((row) => propertyValue(row, 'address')),
  );
  if (!listValues(propertyValue(item, 'servers')).every((server) => rows.has(server))) return item;
  return withoutProperty(item, 'servers');
}

/** A port prints its MAC address whether somebody chose it or not. */
function withoutOwnMac(item: Item): Item {
  if (item.menu !== '/interface/ethernet') return item;
  const original = propertyValue(item, 'orig-mac-address');
  const own = propertyValue(item, 'mac-address');
  const properties = new Map(item.properties);
  properties.delete('orig-mac-address');
  if (own === original || original === undefined) properties.delete('mac-address');
  return { ...item, properties };
}

/**
 * What a port prints from the factory differs by model: "something around 1580" (manual, Layer2 misconfiguration). Who
 * sets it wants larger frames than those of one or two VLAN tags.
 */
const usualL2mtuMax = 1600;

function withoutUsualL2mtu(item: Item): Item {
  if (item.menu !== '/interface/ethernet' || !(Number(propertyValue(item, 'l2mtu')) <= usualL2mtuMax)) return item;
  return withoutProperty(item, 'l2mtu');
}

/**
 * The items without those that hold a secret inside other text, such as scripts, without the device's own rows, and
 * without rows about what a site would not have.
 */
function withoutHidden({ items: all, namesInCode }: Config, more: ReadonlySet<Item>) {
  const items: Item[] = [];
  const withheld: Withheld[] = [];
  const absent = new Set(namesInCode);
  if (absent.size > 0) for (const item of all) absent.delete(nameOf(item));
  for (const item of all) {
    const because = more.has(item) ? beyondPart : whyWithheld(item, absent);
    if (because === undefined) items.push(item);
    else withheld.push({ menu: item.menu, key: item.key, because });
    if (because === aboutCode) absent.add(nameOf(item));
  }
  return { items, withheld };
}

function whyWithheld(item: Item, absent: ReadonlySet<string>): string | undefined {
  const { menu } = item;
  if (isBuiltin(item) || (item.origin.kind === 'device' && isEverywhere(item))) return ownRow;
  if (isDeviceMemory(item)) return ownMemory;
  const isHidden = [...item.properties].some(
    ([name, { value }]) => !isSecret(menu, name, value) && redactText(value) !== value,
  );
  if (isHidden) return secretInside;
  // Other rows may name what has a name, and would be about nothing without it.
  if (isOrphan(item) && !item.properties.has('name')) return aboutNothing;
  return absent.size > 0 && isAbout(item, (name) => absent.has(name)) ? aboutCode : undefined;
}

function nameSecrets(items: readonly Item[]): { items: readonly Item[]; secrets: readonly NamedSecret[] } {
  const secrets: NamedSecret[] = [];
  const taken = new Set<string>();
  const named = items.map((item) => {
    let properties: Map<string, Property> | undefined;
    for (const [property, { value, origin }] of item.properties) {
      if (value === '' || !isSecret(item.menu, property, value)) continue;
      const variable = variableFor(item, property, taken);
      secrets.push({ variable, menu: item.menu, key: item.key, property });
      properties ??= new Map(item.properties);
      properties.set(property, { value: printDeferred({ kind: 'env', name: variable }), origin });
    }
    return properties ? { ...item, properties } : item;
  });
  return { items: named, secrets };
}

/** `PPPOE_OUT1_PASSWORD` */
function variableFor({ menu, key }: Item, property: string, taken: Set<string>): string {
  const subject = key === '' || key.startsWith('#') ? (menu.split('/').at(-1) ?? '') + key : key;
  const words = `${subject} ${property}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const wanted = words.replace(/^(?=\d)|^_/, 'SECRET_').replace(/_$/, '');
  let variable = wanted;
  for (let count = 2; taken.has(variable); count++) variable = `${wanted}_${count}`;
  taken.add(variable);
  return variable;
}

/**
 * Commands of menus without a table, word for word, but none with a secret in it, and of several exports those of the
 * last that prints the menu.
 */
function foreignCommands(file: SourceFile) {
  const found: { readonly menu: MenuPath; readonly start: number; readonly end: number }[] = [];
  const masked = parseWithoutSecrets(file, (statement) => {
    if (statement.kind !== 'command' || menus.has(statement.menu)) return;
    found.push({ menu: statement.menu, start: statement.verbAt.start, end: statement.end });
  }).value.file.text;
  const headers = exportHeaders(file.text);
  const printedBy = new Map(found.map(({ menu, start }) => [menu, exportAt(headers, start)]));
  const scripts = new Map<MenuPath, string[]>();
  const withheld: Withheld[] = [];
  for (const { menu, start, end } of found) {
    if (printedBy.get(menu) !== exportAt(headers, start)) continue;
    const original = file.text.slice(start, end);
    if (masked.slice(start, end) !== original) {
      withheld.push({ menu, key: '', because: secretInside });
      continue;
    }
    const command = original.replace(/\\\r?\n[ \t]*/g, '');
    append(scripts, menu, command);
  }
  return {
    scripts: [...scripts].map(([menu, commands]) => ({ menu, commands, rows: commands.length })),
    withheld,
  };
}
