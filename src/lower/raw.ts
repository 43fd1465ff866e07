// `raw:` lines: RouterOS commands for what rosc does not model. They run on the lowered configuration, as they
// would on a device that has it, and what they add is tagged like everything else.

import type { Staged } from '../diagnostics/diagnostic.ts';
import type { DeviceIntent } from '../intent/intent.ts';
import { type Config, type Item, itemId, type Property } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { knowsProperty, menus } from '../model/menus.ts';
import { factoryConfig } from '../profile/factory.ts';
import type { Target } from '../profile/target.ts';
import type { Location, SourceFile } from '../source/location.ts';
import { digest, tagPrefix } from './tag.ts';

/** Runs a script on a configuration. The reader of scripts is not lowering's to import, so it comes in from outside. */
export type EvaluateRaw = (script: SourceFile, base: Config) => Staged<Config>;

export function withRaw(
  config: Config,
  { device, target, evaluate }: { device: DeviceIntent; target: Target; evaluate: EvaluateRaw | undefined },
): Staged<Config> {
  const { raw } = device.settings;
  if (raw === undefined) return { value: config, diagnostics: [] };
  if (!evaluate) throw new Error('a site with `raw:` lines needs a reader of scripts');
  const base = onFactory(config, target);
  const known = new Set(base.items.map(itemId));
  const { value, diagnostics } = evaluateInPlace(device, raw, (script) => evaluate(script, base));
  const factory = new Map(factoryConfig(target).items.map((item) => [itemId(item), item]));
  const lowered = new Map(config.items.map((item) => [itemId(item), item]));
  const items = value.items
    .filter((item) => lowered.has(itemId(item)) || !isSame(item, factory.get(itemId(item))))
    .map((item) => withoutFactory(item, { factory: factory.get(itemId(item)), lowered: lowered.get(itemId(item)) }))
    .map((item) => (known.has(itemId(item)) && hasKey(item) ? item : tagged(item, target)));
  return { value: { items }, diagnostics };
}

/** Places in a literal block are places in the site: that is where the reader sees them, and may accept a finding. */
function evaluateInPlace(
  device: DeviceIntent,
  raw: string,
  evaluate: (script: SourceFile) => Staged<Config>,
): Staged<Config> {
  const script = rawFile(device, raw);
  const { file } = device.places.at('raw');
  const { value, diagnostics } = evaluate(script);
  if (script.path !== file.path) return { value, diagnostics };
  const placed = <T extends Location>(at: T): T => (at.kind === 'source' && at.file === script ? { ...at, file } : at);
  return {
    value: { items: value.items.map((item) => itemPlaced(item, placed)) },
    diagnostics: diagnostics.map((each) => ({
      ...each,
      primary: { ...each.primary, at: placed(each.primary.at) },
      related: each.related.map((label) => ({ ...label, at: placed(label.at) })),
      ...(each.fix && {
        fix: { ...each.fix, edits: each.fix.edits.map((edit) => ({ ...edit, span: placed(edit.span) })) },
      }),
    })),
  };
}

function itemPlaced(item: Item, placed: (at: Location) => Location): Item {
  const properties = [...item.properties].map(
    ([name, property]) => [name, { ...property, origin: placed(property.origin) }] as const,
  );
  return { ...item, origin: placed(item.origin), properties: new Map(properties) };
}

/** The rows that every device of the model has, under what is lowered: raw lines may set both. */
export function onFactory(config: Config, target: Target): Config {
  const lowered = new Map(config.items.map((item) => [itemId(item), item]));
  const factory = factoryConfig(target).items;
  const beneath = factory.map((item): Item => {
    const over = lowered.get(itemId(item));
    return over ? { ...item, ...over, properties: new Map([...item.properties, ...over.properties]) } : item;
  });
  const taken = new Set(factory.map(itemId));
  return { items: [...beneath, ...config.items.filter((item) => !taken.has(itemId(item)))] };
}

/** What the factory set and nobody changed is not desired, only there. */
function withoutFactory(
  item: Item,
  { factory, lowered }: { factory: Item | undefined; lowered: Item | undefined },
): Item {
  if (!factory || !lowered) return item;
  const isFactory = (name: string, value: string) =>
    factory.properties.get(name)?.value === value && !lowered.properties.has(name);
  return { ...item, properties: new Map([...item.properties].filter(([name, { value }]) => !isFactory(name, value))) };
}

/** Items without a key are counted, and a raw line may have put one before others. */
function hasKey({ menu }: Item): boolean {
  return (menus.get(menu)?.key.length ?? 0) > 0 || menus.get(menu)?.kind === 'settings';
}

function isSame(item: Item, other: Item | undefined): boolean {
  if (!other || item.properties.size !== other.properties.size) return false;
  return [...item.properties].every(([name, { value }]) => other.properties.get(name)?.value === value);
}

/** The tag of a raw item is made of its contents, so that lines around it may change. */
function tagged(item: Item, { routeros }: Target): Item {
  const menu = menus.get(item.menu);
  const own = item.properties.get('comment');
  const takesComment = menu?.kind !== 'settings' && !isRadio(item) && knowsProperty(item.menu, 'comment', routeros);
  if (!takesComment || own?.value.startsWith(tagPrefix)) return item;
  const words = [...item.properties].map(([name, { value }]) => `${name}=${value}`).sort();
  const name = `${tagPrefix}raw/${digest(words.join(' '))}`;
  const comment: Property = { value: own ? `${name} ${own.value}` : name, origin: own?.origin ?? item.origin };
  return { ...item, properties: new Map([...item.properties, ['comment', comment]]) };
}

const rawOf = ' (raw of ';

/** Whether lines of `raw:` are a file with such a name. */
export function isRawPath(path: string): boolean {
  return path.includes(rawOf);
}

/**
 * The lines as a file of their own. A literal block (`raw: |`) becomes the site with everything else blanked, so that
 * places in it are places in the site; other scalars lose their places in reading, and get a name that says so.
 */
function rawFile({ places, name }: DeviceIntent, raw: string): SourceFile {
  const { file, start, end } = places.at('raw');
  const firstLine = file.text.indexOf('\n', start) + 1;
  if (file.text[start] !== '|' || firstLine === 0) return { path: `${file.path}${rawOf}${name})`, text: raw };
  const blank = (text: string) => text.replace(/[^\r\n]/g, ' ');
  const { text, path } = file;
  return { path, text: `${blank(text.slice(0, firstLine))}${text.slice(firstLine, end)}${blank(text.slice(end))}` };
}
