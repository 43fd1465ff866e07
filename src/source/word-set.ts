// A set of words as they stand in a text, blanks between them: property names, actions.

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
