// What a device sets on its bridge, the bridge's members and its ports beyond what the words of a site give them.

import { furtherWords, propertyOf, wrongWith } from '../intent/menu-words.ts';
import type { TypedValue } from '../intent/typed-value.ts';
import { bridgeName } from '../lower/layout.ts';
import { type Config, type Item, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import type { Target } from '../profile/target.ts';
import { nameOf } from './names.ts';
import { isSame, saidOf } from './said-of.ts';
import type { DeviceDraft, PortDraft, SiteDraft } from './site-draft.ts';

type Settings = Readonly<Record<string, TypedValue>>;

interface Surroundings {
  readonly config: Config;
  readonly lowered: Config;
  readonly target: Target;
  readonly vlans: SiteDraft['vlans'];
}

/** `lowered`: what the site makes without them; `config` has the names that the site uses. */
export function withFurtherSettings(
  draft: DeviceDraft,
  { config, lowered, target, vlans = {} }: Surroundings,
): DeviceDraft {
  const find = (menu: MenuPath, isMeant: (item: Item) => boolean) =>
    furtherOf(itemsOf(config, menu).find(isMeant), itemsOf(lowered, menu).find(isMeant));
  const member = (name: string) => {
    const isMeant = (item: Item) => propertyValue(item, 'interface') === name;
    return itemsOf(lowered, '/interface/bridge/port').some(isMeant)
      ? find('/interface/bridge/port', isMeant)
      : undefined;
  };
  const isBridge = (item: Item) => nameOf(item) === bridgeName;
  const hasBridge = itemsOf(lowered, '/interface/bridge').some(isBridge);
  const ports = [...target.ports.keys()].flatMap((name): [string, PortDraft][] => {
    const own = draft.ports?.[name];
    const ethernet = find('/interface/ethernet', (item) => nameOf(item) === name);
    const whole = { ...own, ...said('bridge-port', own && member(name)), ...said('ethernet', ethernet) };
    return own || ethernet ? [[name, whole]] : [];
  });
  const bonds = Object.entries(draft.bonds ?? {}).map(
    ([name, bond]) => [name, { ...bond, ...said('bridge-port', member(name)) }] as const,
  );
  const rows = Object.entries(vlans).flatMap(([name, { id }]): [string, Settings][] => {
    const further = find('/interface/bridge/vlan', (item) => isRowOf(item, id));
    const isMade = itemsOf(lowered, '/interface/bridge/vlan').some((item) => isRowOf(item, id));
    return further && isMade ? [[name, further]] : [];
  });
  return {
    ...draft,
    ...(rows.length > 0 && { 'vlan-table': Object.fromEntries(rows) }),
    ...(ports.length > 0 && { ports: Object.fromEntries(ports) }),
    ...(bonds.length > 0 && { bonds: Object.fromEntries(bonds) }),
    ...(hasBridge && said('bridge', find('/interface/bridge', isBridge))),
  };
}

function isRowOf(item: Item, id: number): boolean {
  return propertyValue(item, 'bridge') === bridgeName && propertyValue(item, 'vlan-ids') === String(id);
}

function said<K extends string>(key: K, further: Settings | undefined): { readonly [key in K]?: Settings } {
  const part: { [key in K]?: Settings } = {};
  if (further) part[key] = further;
  return part;
}

/** What differs, and has words. */
function furtherOf(wanted: Item | undefined, made: Item | undefined): Settings | undefined {
  if (!wanted) return undefined;
  const { menu } = wanted;
  const entries = furtherWords(menu).flatMap((word): [string, TypedValue][] => {
    const property = propertyOf(menu, word) ?? '';
    const value = propertyValue(wanted, property) || propertySpec(menu, property)?.default;
    if (value === undefined) return isEmptied(menu, property, made) ? [[word, '']] : [];
    if (isSame(menu, property, value, made)) return [];
    const own = saidOf(menu, property, value);
    return own === undefined || wrongWith(menu, word, own) !== undefined ? [] : [[word, own]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A list of which the site makes something, and the device has nothing. */
function isEmptied(menu: MenuPath, property: string, made: Item | undefined): boolean {
  return propertySpec(menu, property)?.type === 'set' && ((made && propertyValue(made, property)) ?? '') !== '';
}
