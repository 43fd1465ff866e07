// Prose in lines of a terminal.

/**
 * Lines of at most `width` columns, all but the first with a hanging indent. A list that is longer is broken behind its
 * commas; any other long word stays whole, because it is there to be copied.
 */
export function wrapWords(text: string, width: number, hang = 0): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  const add = (word: string, blank: string) => {
    const longer: string = line === undefined ? word : `${line}${blank}${word}`;
    if (line !== undefined && line.trim() !== '' && longer.trimEnd().length > width) {
      lines.push(line.trimEnd());
      line = ' '.repeat(hang) + word;
    } else line = longer;
  };
  for (const word of text.split(' ')) {
    const parts = word.length + hang > width ? word.split(/(?<=,)/) : [word];
    for (const [index, part] of parts.entries()) add(part, index === 0 ? ' ' : '');
  }
  return [...lines, (line ?? '').trimEnd()];
}
