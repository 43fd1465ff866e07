// Refusals in RouterOS's own words. A command handler throws a Trap; the session turns it into `!trap`, a script into
// an error. Texts: reference captures listed in the manual's API page and public client test suites.

/** Categories of the API manual page; captures often lack them, so most traps have none. */
export type TrapCategory = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export class Trap extends Error {
  readonly category: TrapCategory | undefined;

  constructor(message: string, category?: TrapCategory) {
    super(message);
    this.name = 'Trap';
    this.category = category;
  }
}

/** What the work gives, or the trap that ends it. */
export function orTrap<T>(work: () => T): T | Trap {
  try {
    return work();
  } catch (error) {
    if (error instanceof Trap) return error;
    throw error;
  }
}

export const traps = {
  noSuchCommand: () => new Trap('no such command', 0),
  noSuchPrefix: () => new Trap('no such command prefix', 0),
  noSuchItem: () => new Trap('no such item', 0),
  unknownParameter: (name: string) => new Trap(`unknown parameter ${name}`),
  missing: (name: string) => new Trap(`missing =${name}=`),
  noMatch: (name: string) => new Trap(`input does not match any value of ${name}`, 1),
  ambiguous: (name: string) => new Trap(`ambiguous value of ${name}, more than one possible value matches input`, 1),
  invalid: (name: string) => new Trap(`invalid value for argument ${name}`, 1),
  outOfRange: (name: string, low: number, high: number) =>
    new Trap(`value of ${name} out of range (${low}..${high})`, 1),
  permission: () => new Trap('not enough permissions (9)'),
  failure: (text: string) => new Trap(`failure: ${text}`),
  actionFailed: () => new Trap('action failed (6)'),
  interrupted: () => new Trap('interrupted', 2),
} as const;
