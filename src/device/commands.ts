// Changes as API sentences, and the few forms that RouterOS's verbs take. Source: manual, developer-guides/api,
// "Command description"; `=!name=` clears a property.

import type { MenuPath } from '../model/config.ts';
import type { Command } from './device.ts';

/** What to do to one item, by the ids of the session that read it. */
export type ItemChange =
  | {
      readonly action: 'add';
      readonly menu: MenuPath;
      readonly set: Readonly<Record<string, string>>;
      /** Id of the item that comes right after; absent = last. */
      readonly before?: string;
    }
  | {
      readonly action: 'set';
      readonly menu: MenuPath;
      /** Absent = a settings menu. */
      readonly id?: string;
      readonly set: Readonly<Record<string, string>>;
      readonly cleared?: readonly string[];
    }
  | { readonly action: 'remove' | 'enable' | 'disable'; readonly menu: MenuPath; readonly id: string }
  | { readonly action: 'move'; readonly menu: MenuPath; readonly id: string; readonly before?: string };

export function commandOf(change: ItemChange): Command {
  const { action: verb, menu } = change;
  switch (change.action) {
    case 'add': {
      const place = change.before === undefined ? {} : { 'place-before': change.before };
      return { menu, verb, arguments: { ...change.set, ...place } };
    }
    case 'set': {
      const { id, set, cleared = [] } = change;
      return { menu, verb, arguments: { ...(id !== undefined && { '.id': id }), ...set }, cleared };
    }
    case 'remove':
    case 'enable':
    case 'disable':
      return { menu, verb, arguments: { '.id': change.id } };
    case 'move': {
      const place = change.before === undefined ? {} : { destination: change.before };
      return { menu, verb, arguments: { numbers: change.id, ...place } };
    }
  }
}

/** The words of one sentence, without a tag. */
export function commandWords({ menu, verb, arguments: named, cleared = [] }: Command): readonly string[] {
  return [
    `${menu === '/' ? '' : menu}/${verb}`,
    ...Object.entries(named).map(([name, value]) => `=${name}=${value}`),
    ...cleared.map((name) => `=!${name}=`),
  ];
}
