// One property of a settings menu, when the configuration sets it.

import { type Config, type Item, type MenuPath, settingsOf } from '../model/config.ts';

export interface Setting {
  readonly item: Item;
  readonly value: string;
}

/** Undefined when the menu or the property is left to its default. */
export function settingOf(config: Config, menu: MenuPath, property: string): Setting | undefined {
  const item = settingsOf(config, menu);
  const value = item?.properties.get(property)?.value;
  return item && value !== undefined ? { item, value } : undefined;
}
