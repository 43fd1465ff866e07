// Values without a name, by command and in their order, as the console takes them.

import table from '../../../../profiles/simulated/language.json' with { type: 'json' };

const slots: Readonly<Record<string, string>> = table.slots;

export function positional(menu: string, verb: string, isSettings: boolean): readonly string[] {
  const own = slots[verb]?.split(' ') ?? (menu === '/log' ? ['message'] : []);
  return isSettings ? own.filter((slot) => slot !== 'numbers') : own;
}
