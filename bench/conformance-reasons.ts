// Why the simulated device's parser and RouterOS's `:parse` still differ about some public scripts.

const reasons: readonly (readonly [part: string, reason: string])[] = [
  ['topic-155540-function', 'an open string: RouterOS looks for the bracket inside it first'],
  ['topic-161056-guide', 'shell, not RouterOS: which of two blanks the error is at'],
  ['topic-163557-a-few', 'named arguments of a called function count as declared variables there'],
  ['topic-169685-regex', 'one unnamed value too many: the command tree does not say how many it takes'],
  ['topic-174437-a-call', 'shell, not RouterOS: what a `find` at the root takes for a value'],
  ['topic-178918-wishes', 'an argument with a script that does not parse: RouterOS says so at its brace'],
  [
    'topic-182894-what',
    'the parsed form fed back: after an operator that fails RouterOS goes back to the blank before',
  ],
  ['topic-183452-using', '`where=` is an argument there, for which a value is missing'],
  ['topic-153357-using', 'arguments that 7.23 looks up when it runs, over several lines'],
  ['topic-163038-router', 'an argument that 7.23 looks up when it runs'],
  ['topic-166698-vrrp', 'a parameter that 7.23 looks up when it runs, with a quoted variable'],
  ['topic-267611-v7-22beta', 'a word that an enumeration does not have: RouterOS looks at the values as well'],
];

export function reasonOf(file: string): string {
  return reasons.find(([part]) => file.includes(part))?.[1] ?? 'not explained';
}
