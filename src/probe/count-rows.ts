// A line of script for a question: how many rows a `find` gives, or `?` where the device cannot look so.

export function countRows(find: string): string {
  return `:do { :set p ($p . [:len [${find}]] . " ") } on-error={ :set p ($p . "? ") }`;
}
