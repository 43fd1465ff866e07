// Runs what a document shows. In a block `console`, a line after `$ ` is a command and what follows is its output, in
// which a line `…` stands for any lines; a block with a file name after its language is that file.

export interface DocumentRunner {
  /** Standard output and standard error of a shell command, as the document says in `shown`. */
  run(command: string, shown: readonly string[]): Promise<string>;
  write(name: string, text: string): void;
}

interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

/** The document with the output that its commands have today: the same text where the document tells the truth. */
export async function runDocument(text: string, runner: DocumentRunner): Promise<string> {
  const lines = text.split('\n');
  const rendered: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    rendered.push(line);
    const [, fence, language = '', name] = /^(`{3,})([a-z]+)(?: (\S+))?$/.exec(line) ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf(fence, at + 1);
    const block = lines.slice(at + 1, end);
    if (name !== undefined) runner.write(name, `${block.join('\n')}\n`);
    rendered.push(...(language === 'console' ? await runBlock(block, runner) : block));
    at = end - 1;
    // The closing fence is the next line; it must not be taken for an opening one.
    rendered.push(lines[++at] ?? '');
  }
  return rendered.join('\n');
}

/** The languages of a document's blocks that neither run nor name a file. */
export function blocksOf(text: string): readonly { language: string; name: string | undefined; body: string }[] {
  return [...text.matchAll(/^(`{3,})([a-z]*)(?: (\S+))?\n(.*?)^\1$/gms)].map(
    ([, , language = '', name, body = '']) => ({
      language,
      name,
      body,
    }),
  );
}

async function runBlock(block: readonly string[], runner: DocumentRunner): Promise<readonly string[]> {
  const rendered: string[] = [];
  for (const { command, output } of shownIn(block)) {
    const ran = await runner.run(command, output);
    const actual = ran
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.trimEnd());
    rendered.push(`$ ${command}`, ...(fits(output, actual) ? output : actual));
  }
  return rendered;
}

function shownIn(block: readonly string[]): readonly Shown[] {
  const shown: { command: string; output: string[] }[] = [];
  for (const line of block) {
    if (line.startsWith('$ ')) shown.push({ command: line.slice(2), output: [] });
    else shown.at(-1)?.output.push(line);
  }
  return shown;
}

/** Whether the output is what is shown; `…` alone on a line stands for any number of lines, at least one. */
function fits(shown: readonly string[], actual: readonly string[]): boolean {
  const text = actual.join('\n');
  if (shown.length === 0) return text === '';
  const pattern = shown.map((line) => (line.trim() === '…' ? '[^]+?' : line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')));
  return new RegExp(`^${pattern.join('\n')}$`).test(text);
}
