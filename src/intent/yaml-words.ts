// What is wrong with a file that is no YAML, in the words of whoever wrote it, and where that began.

export interface YamlTrouble {
  readonly what: string;
  /** Where what is not closed was opened. */
  readonly openedAt?: number;
}

/** `message`: the parser's; `at`: where it gave up. */
export function yamlTrouble(message: string, text: string, at: number): YamlTrouble {
  const before = text.slice(0, at);
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote) return { what: 'a text in quotes is not closed', openedAt: before.lastIndexOf(quote) };
  if (/^Flow (?:map|sequence) in block collection/.test(message)) {
    const openedAt = openBracket(before);
    if (openedAt !== undefined) return { what: `the \`${text[openedAt]}\` of an earlier line is not closed`, openedAt };
  }
  const surplus = /^Unexpected flow-(?:map|seq)-end token/.test(message) ? text[at] : undefined;
  if (surplus !== undefined) return { what: `this \`${surplus}\` closes nothing` };
  if (/^Nested mappings are not allowed/.test(message)) {
    return { what: 'one value has two `: `; quote it, or move the second key to the column of its neighbours' };
  }
  return { what: message.charAt(0).toLowerCase() + message.slice(1) };
}

/** The last bracket that nothing behind it closes; those in quotes and comments are text. */
function openBracket(text: string): number | undefined {
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?:^|(?<=\s))#.*|[[\]{}]/gm)) {
    if (sign === '{' || sign === '[') open.push(index);
    else if (sign === '}' || sign === ']') open.pop();
  }
  return open.at(-1);
}
