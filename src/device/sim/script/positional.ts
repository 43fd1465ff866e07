// Values without a name, by command and in their order, as the console takes them.

const slots: Readonly<Record<string, readonly string[]>> = {
  set: ['numbers'],
  remove: ['numbers'],
  enable: ['numbers'],
  disable: ['numbers'],
  unset: ['numbers', 'value-name'],
  comment: ['numbers', 'comment'],
  move: ['numbers', 'destination'],
  get: ['numbers', 'value-name'],
  run: ['number'],
  sign: ['numbers'],
  import: ['file-name'],
  execute: ['script'],
  ping: ['address'],
  save: ['name'],
  load: ['name'],
};

export function positional(menu: string, verb: string, isSettings: boolean): readonly string[] {
  const own = slots[verb] ?? (menu === '/log' ? ['message'] : []);
  return isSettings ? own.filter((slot) => slot !== 'numbers') : own;
}
