// Where nothing published says what a device does: what this one does. Each default finds the least, which is worse for
// whoever looks for rows, and the seeded simulation draws among all of them.

import type { Random } from './random.ts';

export interface Readings {
  /**
   * What `find` makes of a property that holds a list. The manual finds a VLAN by `vlan-ids=30` (bridge-vlan-table)
   * and says elsewhere that an array does not equal a text (scripting tips); users report that such a `find` finds
   * nothing. `never`: no list equals anything. `member`: a list of one equals its member. `text`: the list as it is
   * printed.
   */
  readonly listsInFind: 'never' | 'member' | 'text';
  /**
   * Whether `find` takes a bare word for one of an enumeration's. `protocol=udp` was seen to find nothing while
   * `protocol="udp"` did; other words of letters were found bare (tik4net, findings-cli 10.4).
   */
  readonly bareEnumerations: 'never' | 'found';
  /** Whether `find` turns a number into text, and `yes` into `true`, to compare them; only for a property of that type. */
  readonly typesInFind: 'apart' | 'converted';
}

const choices: { readonly [Name in keyof Readings]: readonly Readings[Name][] } = {
  listsInFind: ['never', 'member', 'text'],
  bareEnumerations: ['never', 'found'],
  typesInFind: ['apart', 'converted'],
};

/** Those under which `find` finds the least. */
export const worstReadings: Readings = {
  listsInFind: 'never',
  bareEnumerations: 'never',
  typesInFind: 'apart',
};

/** One reading of each, by chance. */
export function drawReadings(random: Random): Readings {
  const { listsInFind, bareEnumerations, typesInFind } = choices;
  return {
    listsInFind: random.pick(listsInFind) ?? worstReadings.listsInFind,
    bareEnumerations: random.pick(bareEnumerations) ?? worstReadings.bareEnumerations,
    typesInFind: random.pick(typesInFind) ?? worstReadings.typesInFind,
  };
}
