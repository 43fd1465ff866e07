// Regular expressions that are too long for one line.

/** `parts` joined, with nothing between them. */
export function pattern(parts: readonly string[], flags = ''): RegExp {
  return new RegExp(parts.join(''), flags);
}
