// Regular expressions that are too long for one line, or that come from a list of commands.

/** `parts` joined, with nothing between them. */
export function pattern(parts: readonly string[], flags = ''): RegExp {
  return new RegExp(parts.join(''), flags);
}

/** Statements that begin with one of `commands`, or with `undo` and one of them. */
export function beginnings(commands: readonly string[], undo?: 'no' | 'undo'): RegExp {
  return pattern(['^', undo === undefined ? '' : `(?:${undo} )?`, `(?:${commands.join('|')})\\b`]);
}

/** Statements that are one of `commands`, and nothing else. */
export function statements(commands: readonly string[]): RegExp {
  return pattern([`^(?:${commands.join('|')})$`]);
}
