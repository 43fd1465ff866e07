// Settings that rosc does not model: what they do is unknown, and so is a verdict that depends on their item.

import { type Config, type Item, itemsOf, listValues, type MenuPath, menusOf } from '../../model/config.ts';
import { isModelled } from '../../model/is-modelled.ts';
import { menus } from '../../model/menus.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent, derivedOnce, derivedPer } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import { makeReason, type Reason } from '../packets/causes.ts';
import type { Attachment } from './attachments.ts';
import type { Network, Reference } from './network.ts';

/** Undefined = everything that the item sets is modelled. */
export function unmodelledReason({ config }: Network, item: Item | undefined): Reason | undefined {
  const [strange] = (item && strangeProperties(config).get(item)) ?? [];
  if (!item || !strange) return undefined;
  const text = `what \`${strange.property}\` of ${item.menu} does is not modelled`;
  return makeReason('unknown', 'offload/unmodelled-property', text, item.properties.get(strange.property)?.origin);
}

/** Properties that no table of ours describes, by items whose menu one describes. */
export const strangeProperties = derivedOnce((config: Config): ReadonlyMap<Item, readonly Reference[]> => {
  const strange = new Map<Item, Reference[]>();
  for (const menu of menusOf(config)) {
    const specs = menus.get(menu)?.properties;
    if (!specs) continue;
    for (const item of itemsOf(config, menu)) {
      item.properties.forEach(({ value }, name) => {
        if (!isModelled(name, specs[name], value)) append(strange, item, { item, property: name });
      });
    }
  }
  return strange;
});

/** A menu that the device did not let read may say anything. */
export function unreadReason({ config }: Network): Reason | undefined {
  const [menu] = config.unread ?? [];
  if (menu === undefined) return undefined;
  const at = { kind: 'device', device: '', menu, key: '' } as const;
  return makeReason('unknown', 'device/menu-unread', `${menu} could not be read`, at);
}

/** The same for everything that an L3 interface and one way into it are made of, and for menus that name them. */
export const unmodelledAt = derivedPer((network: Network, name: string, attachment?: Attachment) => {
  const unread = unreadReason(network);
  if (unread) return unread;
  const below = network.vlanInterfaces.get(name)?.parent ?? name;
  const port = attachment?.name ?? name;
  const items = [
    network.l3Interfaces.get(name)?.item,
    network.l3Interfaces.get(below)?.item,
    network.bridgePorts.get(port)?.item,
    network.bonds.get(port)?.item,
    ...(attachment?.ports ?? []).flatMap(({ item, l3OffloadItem }) => [item, l3OffloadItem]),
  ];
  const [found] = items.flatMap((item) => unmodelledReason(network, item) ?? []);
  if (found) return found;
  const references = unmodelledReferences(network);
  const names = [name, below, port, ...(attachment?.ports ?? []).map((physical) => physical.name)];
  const named = names.find((each) => references.has(each)) ?? '';
  const { menu, at } = references.get(named) ?? {};
  const text = `${menu} is not modelled, and it names \`${named}\``;
  return menu && makeReason('unknown', 'offload/unmodelled-property', text, at);
});

/** Interfaces that items of unmodelled menus name, each with the first that does. */
const unmodelledReferences = derivedOnce((network: Network) => {
  const found = new Map<string, { readonly menu: MenuPath; readonly at: Location }>();
  for (const menu of network.unmodelledMenus) {
    for (const [name, at] of namedIn(network, menu)) computeIfAbsent(found, name, () => ({ menu, at }));
  }
  return found;
});

/** Interfaces that items of a menu name, and where. */
export const namedIn = derivedPer((network: Network, menu: MenuPath): ReadonlyMap<string, Location> => {
  const found = new Map<string, Location>();
  for (const { value, origin } of itemsOf(network.config, menu).flatMap((item) => [...item.properties.values()])) {
    const names = listValues(value).filter((word) => network.kindOf(word) !== undefined);
    for (const name of names) computeIfAbsent(found, name, () => origin);
  }
  return found;
});
