// The first site of a configuration: what a site has words for, and `raw:` lines for the rest, so that it lowers to the
// configuration that it came from. Several readings are tried; the one that leaves the least to `raw:` is taken.

import { type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { printable } from '../../diagnostics/palette.ts';
import { hasMainBridge, mainBridge } from '../../import/bridging.ts';
import { foldNames, foldPorts } from '../../import/fold-ports.ts';
import { withFurtherSettings } from '../../import/further-settings.ts';
import { listDrafts } from '../../import/lists.ts';
import { menuDrafts, menuRowCount } from '../../import/menu-words.ts';
import { interfaceRenames, type Rename } from '../../import/names.ts';
import { policyScopes, withPolicy } from '../../import/policy.ts';
import { printSite } from '../../import/print-site.ts';
import { type Recognised, recognise, type Scope } from '../../import/recognise.ts';

import { type DeviceDraft, oneOrMany, type SiteDraft } from '../../import/site-draft.ts';
import type { Intent } from '../../intent/intent.ts';
import { loadIntent } from '../../intent/load.ts';
import { lower } from '../../lower/lower.ts';
import { onFactory } from '../../lower/raw.ts';
import { type Config, type Item, itemsOf, type MenuPath, type Property } from '../../model/config.ts';
import { menus } from '../../model/menus.ts';
import { quoteText, quoteValue } from '../../model/quote.ts';
import { renameItems } from '../../model/rename.ts';
import { resolveDeferred } from '../../model/resolve-deferred.ts';
import { diff } from '../../plan/diff.ts';
import type { Change } from '../../plan/plan.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { type MenuScript, printRawScript, rawScript } from '../../report/raw-script.ts';
import { defaultLimits, type Limits } from '../../source/limits.ts';
import { evaluateRaw } from '../analyse/evaluate-raw.ts';
import { isTooLarge, noSite, tooManyKeys, tooManyRows } from '../read/site-size.ts';
import type { ImportSubject } from './import-subject.ts';

export interface ImportNames {
  readonly site: string;
  readonly device: string;
  /** Of the file that the site will be in. */
  readonly path: string;
  /** Of a site, in place of the default ones. */
  readonly limits?: Limits;
}

export interface ImportedSite {
  readonly text: string;
  /** What the text says. */
  readonly loaded: Staged<Intent | undefined>;
  /** Commands under `raw:`. */
  readonly rawCount: number;
  /** Items of the configuration that the site itself says, and all of them. */
  readonly modelled: number;
  readonly items: number;
  /** What the site would change on the device besides taking items over; empty unless rosc could not say it. */
  readonly differences: readonly Change[];
}

interface Attempt {
  readonly scope: Scope;
  readonly recognised: Recognised;
  readonly renames: readonly Rename[];
  readonly scripts: readonly MenuScript[];
  readonly cost: number;
}

/** Undefined when rosc could not read any site that it makes of the configuration, and why. */
export function importSite(
  subject: ImportSubject,
  names: ImportNames,
  profiles: Profiles,
): Staged<ImportedSite | undefined> {
  const items = subject.config.items.filter(isSet).length;
  const foreign = subject.foreign.reduce((sum, script) => sum + script.rows, 0);
  const excess = tooManyRows(names.device, items + foreign, keysMaxOf(names));
  if (excess) return { value: undefined, diagnostics: [excess] };
  const context: Context = { subject, names, profiles, refusals: [], read: new Map() };
  const attempts = scopesFor(subject).flatMap((scope) => attempt(context, scope) ?? []);
  const [first, ...others] = attempts;
  if (!first) return { value: undefined, diagnostics: [whyNone(context)] };
  const best = others.reduce((a, b) => (b.cost < a.cost ? b : a), first);
  const further = policyScopes(subject.config, best).flatMap((scope) => attempt(context, scope) ?? []);
  const chosen = further.reduce((a, b) => (b.cost < a.cost ? b : a), best);
  const scripts = [...renameScripts(chosen.renames), ...chosen.scripts, ...subject.foreign];
  const { text, lowered } = readBack(context, chosen.recognised.site, scripts) ?? {};
  if (text === undefined || !lowered) return { value: undefined, diagnostics: [whyNone(context)] };
  const rows = chosen.scripts.reduce((sum, script) => sum + script.rows, 0);
  const value = {
    text,
    loaded: loadText(context, text),
    rawCount: scripts.reduce((sum, { commands }) => sum + commands.length, 0),
    modelled: Math.max(0, items - rows),
    items: items + foreign,
    differences: differences(subject.config, lowered),
  };
  return { value, diagnostics: [] };
}

interface Context {
  readonly subject: ImportSubject;
  readonly names: ImportNames;
  readonly profiles: Profiles;
  /** What was against the sites that could not be read back. */
  readonly refusals: Pick<Diagnostic, 'what' | 'why'>[];
  /** What sites lower to, by their text: attempts differ little, and steps of one often in nothing. */
  readonly read: Map<string, Config | undefined>;
  /** The text that was read last. */
  last?: { readonly text: string; readonly loaded: Staged<Intent | undefined> };
}

function keysMaxOf({ limits = defaultLimits }: ImportNames): number {
  return limits.keysMax;
}

function whyNone({ names, refusals: [refusal] }: Context): Diagnostic {
  if (!refusal) throw new Error('an import without any attempt');
  return noSite(names.device, refusal);
}

/** Everything first; less of it where a device does it in a way that a site would not. */
function scopesFor({ config }: ImportSubject): readonly Scope[] {
  const choice = (isThere: boolean) => (isThere ? [true, false] : [false]);
  const hasDhcp = (['/ip/dhcp-server', '/ip/dhcp-relay'] as const).some((menu) => itemsOf(config, menu).length > 0);
  return choice(hasMainBridge(config)).flatMap((bridging) => choice(hasDhcp).map((dhcp) => ({ bridging, dhcp })));
}

/** Undefined when the site that comes out could not be read back. */
function attempt(context: Context, scope: Scope): Attempt | undefined {
  const { subject, names } = context;
  const { config, target } = subject;
  const interfaces = interfaceRenames(config, target, scope.bridging ? mainBridge(config) : undefined);
  const called = renamed(config, interfaces);
  const bare = recognise({ config: called, target, ...names }, scope);
  const structure = scope.policy ? { ...bare, site: withPolicy(bare.site, names.device, called) } : bare;
  const { renames } = structure;
  const frame = readBack(context, structure.site)?.lowered;
  if (!frame) return undefined;
  const known = renamed(config, [...interfaces, ...renames]);
  const shaped = withDevice(structure, (device) => ({
    ...withFurtherSettings(device, { config: known, lowered: frame, target, vlans: structure.site.vlans }),
    ...listDrafts(known, frame),
  }));
  const before = readBack(context, shaped.site)?.lowered;
  const whole = before ? withDevice(shaped, (device) => ({ ...device, ...menuDrafts(known, before) })) : shaped;
  const own = { names: Object.fromEntries(interfaces.map(({ site, device }) => [site, device])) };
  const recognised = interfaces.length > 0 ? withDevice(whole, (device) => ({ ...device, ...own })) : whole;
  const lowered = readBack(context, recognised.site, renameScripts(renames))?.lowered;
  if (!lowered) return undefined;
  const scripts = rawScript(config, resolveDeferred(onFactory(lowered, target), { observed: config }).config);
  // A policy that lines would have to take back is not the device's.
  if (scope.policy && scripts.some(({ commands }) => commands.some(takesBack))) return undefined;
  const inRaw = [...renameScripts(renames), ...scripts].reduce((sum, { commands }) => sum + costOf(commands), 0);
  const rows = Object.values(recognised.site.devices).reduce((sum, device) => sum + menuRowCount(device), 0);
  const cost = inRaw + interfaces.length + rowsLikeTheirs * rows;
  return { scope, recognised, renames, scripts, cost };
}

function withDevice({ site, renames }: Recognised, change: (device: DeviceDraft) => DeviceDraft): Recognised {
  const devices = Object.entries(site.devices).map(([name, draft]) => [name, change(draft)] as const);
  return { site: { ...site, devices: Object.fromEntries(devices) }, renames };
}

/** A row in RouterOS's properties says less than the words that a site has for the same. */
const rowsLikeTheirs = 0.9;

/** A line that takes back what the site says is worse than one that adds to it. */
function costOf(commands: readonly string[]): number {
  return commands.reduce((sum, command) => sum + (takesBack(command) ? 3 : 1), 0);
}

function takesBack(command: string): boolean {
  return command.startsWith('remove ');
}

/** The configuration with the names that the site uses. */
function renamed(config: Config, renames: readonly Rename[]): Config {
  const origin = { kind: 'device', device: '', menu: '', key: '' } as const;
  const names = new Map<MenuPath, Map<string, Property>>();
  for (const { menu, site, device } of renames) {
    names.set(menu, (names.get(menu) ?? new Map()).set(device, { value: site, origin }));
  }
  return renames.length === 0 ? config : renameItems(config, names);
}

/** A name that another item still has is free only after that one has stepped aside. */
function renameScripts(renames: readonly Rename[]): readonly MenuScript[] {
  const olds = new Set(renames.map(({ menu, site }) => `${menu} ${site}`));
  const blocked = renames.filter(({ menu, device }) => olds.has(`${menu} ${device}`));
  const aside = (name: string) => `${name}-aside`;
  const steps = [
    ...blocked.map(({ menu, site }) => ({ menu, from: site, to: aside(site) })),
    ...renames
      .filter((each) => !blocked.includes(each))
      .map(({ menu, site, device }) => ({ menu, from: site, to: device })),
    ...blocked.map(({ menu, site, device }) => ({ menu, from: aside(site), to: device })),
  ];
  return steps.map(({ menu, from, to }) => ({
    menu,
    commands: [`set [ find name=${quoteText(from)} ] name=${quoteValue(to)}`],
    rows: 1,
  }));
}

function printed({ subject, names }: Context, site: SiteDraft, scripts: readonly MenuScript[]): string {
  const raw = printRawScript(merged(scripts));
  const devices = Object.entries(site.devices).map(([name, draft]) => {
    const { ports, 'dhcp-snooping': snooping } = draft;
    const folded: DeviceDraft = {
      ...draft,
      ...(ports && { ports: foldPorts(ports, subject.target) }),
      ...(snooping && {
        'dhcp-snooping': { trusted: oneOrMany(foldNames([snooping.trusted].flat(), subject.target)) },
      }),
      ...(raw !== '' && { raw }),
    };
    return [name, folded] as const;
  });
  const { model, standsFor, routeros } = subject.target;
  const as = standsFor === undefined ? '' : `, described as a ${model}`;
  const origin = `Imported from a ${printable(standsFor ?? model)} with RouterOS ${routeros.text}${as}.`;
  const header = [origin, ...remarksOf(subject), ''].slice(0, -1);
  return printSite({ ...site, site: names.site, devices: Object.fromEntries(devices) }, { header });
}

/** Neighbouring scripts of one menu as one. */
function merged(scripts: readonly MenuScript[]): readonly MenuScript[] {
  const result: MenuScript[] = [];
  for (const script of scripts) {
    const last = result.at(-1);
    if (last?.menu !== script.menu) result.push(script);
    else {
      const { menu, commands, rows } = last;
      result[result.length - 1] = { menu, commands: [...commands, ...script.commands], rows: rows + script.rows };
    }
  }
  return result;
}

function remarksOf({ secrets, withheld }: ImportSubject): string[] {
  return [
    ...secrets.map(
      ({ variable, menu, key, property }) => `Secret ${variable}: ${property} of ${[menu, key].join(' ').trim()}`,
    ),
    ...withheld.map(({ menu, key, because }) => `Left alone, because ${because}: ${[menu, key].join(' ').trim()}`),
  ];
}

/** The text of a site, and what it lowers to; undefined where rosc would not read it. */
function readBack(context: Context, site: SiteDraft, scripts: readonly MenuScript[] = []) {
  const { names, read, refusals } = context;
  const keysMax = keysMaxOf(names);
  if (isTooLarge(site, keysMax)) {
    refusals.push(tooManyKeys('it', keysMax));
    return undefined;
  }
  const text = printed(context, site, scripts);
  if (!read.has(text)) read.set(text, lowerText(context, text));
  return { text, lowered: read.get(text) };
}

function lowerText(context: Context, text: string): Config | undefined {
  const { names, refusals } = context;
  const { value: intent, diagnostics } = loadText(context, text);
  const device = intent?.devices.get(names.device);
  if (intent && device) return lower(intent, names.device, device.target, { evaluateRaw }).value.config;
  refusals.push(...diagnostics.filter(isError).slice(0, 1));
  return undefined;
}

function loadText(context: Context, text: string): Staged<Intent | undefined> {
  const { last, names, profiles } = context;
  if (last?.text === text) return last.loaded;
  const { path, limits = defaultLimits } = names;
  const loaded = loadIntent({ path, text, limits }, { profiles });
  context.last = { text, loaded };
  return loaded;
}

/** What a plan would do besides putting rosc's tag on items. */
function differences(config: Config, lowered: Config): readonly Change[] {
  const observed: Config = { items: config.items.filter(({ menu }) => menus.has(menu)) };
  const desired = resolveDeferred(lowered, { observed }).config;
  const { changes } = diff(observed, { items: desired.items.filter(({ menu }) => menus.has(menu)) }, { unread: true });
  return changes.filter(
    ({ properties, action }) => action !== 'set' || properties.some(({ name }) => name !== 'comment'),
  );
}

/** Rows that a device has by itself count when something is set on them: more than what tells them apart. */
function isSet({ menu, properties }: Item): boolean {
  if (!menus.has(menu)) return false;
  return menus.get(menu)?.kind !== 'fixed' || properties.size > (menu === '/interface/ethernet' ? 2 : 1);
}
