// Where nothing published says what a device does: what this one does. Each default finds the least, which is worse for
// whoever looks for rows, and the seeded simulation draws among all of them.

/** The first of each is the one under which `find` finds the least. */
export const readingChoices = {
  /**
   * What `find` makes of a property that holds a list. The manual finds a VLAN by `vlan-ids=30` (bridge-vlan-table)
   * and says elsewhere that an array does not equal a text (scripting tips); users report that such a `find` finds
   * nothing. `never`: no list equals anything. `member`: a list of one equals its member. `text`: the list as it is
   * printed.
   */
  listsInFind: ['never', 'member', 'text'],
  /**
   * Whether `find` takes a bare word for one of an enumeration's. `protocol=udp` was seen to find nothing while
   * `protocol="udp"` did; other words of letters were found bare (tik4net, findings-cli 10.4).
   */
  bareEnumerations: ['never', 'found'],
  /** Whether `find` turns a number into text, and `yes` into `true`, to compare them; only for a property of that type. */
  typesInFind: ['apart', 'converted'],
} as const;

export type Readings = { readonly [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number] };

export const worstReadings: Readings = {
  listsInFind: readingChoices.listsInFind[0],
  bareEnumerations: readingChoices.bareEnumerations[0],
  typesInFind: readingChoices.typesInFind[0],
};
