// A configuration as sorted lines `menu key: property=value …`, for goldens.

import type { Config } from '../../src/model/config.ts';

/** Menus and properties sorted; items of one menu in their order, which may mean something. */
export function printConfig({ items }: Config): string {
  const menus = [...new Set(items.map(({ menu }) => menu))].sort();
  const lines = menus.flatMap((menu) =>
    items
      .filter((item) => item.menu === menu)
      .map(({ key, properties }) => {
        const settings = [...properties].map(([name, { value }]) => `${name}=${quoted(value)}`).sort();
        return `${[menu, key].filter((part) => part !== '').join(' ')}: ${settings.join(' ')}`;
      }),
  );
  return `${lines.join('\n')}\n`;
}

function quoted(value: string): string {
  return value === '' || /\s/.test(value) ? JSON.stringify(value) : value;
}
