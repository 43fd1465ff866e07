// A judge of script text that knows nothing of how rosc prints it: every value that a `find` or `where` compares with
// has to stand in quotes, unless it is a boolean, a number, an id, a variable or a command. Source: manual, scripting
// tips and tricks, "where address=111.111.1.1/24"; device findings of tik4net, CLI, 10.4.

const literal = /^(?:yes|no|true|false|-?\d+|0x[0-9a-fA-F]+|\*[0-9A-F]+)$/;

/** The conditions whose value is bare, as they stand in the text. Scripts in quotes are read as well. */
export function bareConditions(script: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < script.length; at++) {
    if (script[at] === '"') {
      const end = stringEnd(script, at);
      if (isScript(script.slice(0, at))) found.push(...bareConditions(unquoted(script.slice(at + 1, end))));
      at = end;
    } else if (isWordAt(script, at, 'where') || (isWordAt(script, at, 'find') && !isWordAt(script, at + 5, 'where'))) {
      found.push(...conditionsAfter(script, at).filter(isBare));
    }
  }
  return found;
}

/** What a string is for: some hold commands. */
function isScript(before: string): boolean {
  return /(?::execute |\b(?:source|on-event)=)$/.test(before);
}

function isWordAt(text: string, at: number, word: string): boolean {
  const before = text[at - 1] ?? ' ';
  return text.startsWith(word, at) && /[\s[(/]/.test(before) && /[\s\]]/.test(text[at + word.length] ?? ' ');
}

const nesting: Readonly<Record<string, 1 | -1>> = { '[': 1, '(': 1, ']': -1, ')': -1 };

/** Words up to the bracket that closes the command, or the end of its line. */
function conditionsAfter(text: string, start: number): readonly string[] {
  const words: string[] = [];
  let word = '';
  let at = start + (/^[a-z]*/.exec(text.slice(start))?.[0].length ?? 0);
  for (let depth = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = stringEnd(text, at);
      word += text.slice(at, end + 1);
      at = end;
      continue;
    }
    if ((character === ']' && depth === 0) || /[\n;}]/.test(character)) break;
    depth += nesting[character] ?? 0;
    if (character === ' ' && depth === 0) {
      words.push(word);
      word = '';
    } else word += character;
  }
  return [...words, word].filter((each) => each !== '');
}

function isBare(condition: string): boolean {
  const value = /^!?[\w.-]+(?:!=|<=|>=|[=<>~])(.*)$/s.exec(condition)?.[1];
  if (value === undefined) return false;
  if (value.startsWith('"')) return stringEnd(value, 0) !== value.length - 1 || value === '""';
  return !literal.test(value) && !/^[$[(]/.test(value);
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function unquoted(text: string): string {
  return text.replace(/\\(["\\$])/g, '$1');
}
