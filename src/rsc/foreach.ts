// `:foreach i in=[/interface/list/member/find …] do={ … }`: commands about what each row that is found names. Source:
// manual, l3hw, "Interface Lists".

import type { MenuPath } from '../model/config.ts';
import type { SourceFile } from '../source/location.ts';
import { Lexer } from './lexer.ts';
import { commandsIn } from './parser.ts';
import type { Rows } from './rows.ts';
import type { Code, Command } from './script.ts';
import { selectAny } from './select.ts';
import { readSelector } from './selector.ts';

/** Up to its commands, which end with the code. */
const head = /^:foreach\s+([\w-]+)\s+in=\[\s*(\/[\w/ -]{1,60}?)[\s/]{1,9}(find\b[^\]]*\])\s*do=\{/;

/** Undefined when the code is more than that, or only the device can tell. */
export function unrolled(
  { text, ...file }: SourceFile,
  { start, end }: Code,
  tableOf: (menu: MenuPath) => Rows,
): readonly Command[] | undefined {
  const code = text.slice(start, end).trimEnd();
  const [whole, variable = '', path = '', find = ''] = head.exec(code) ?? [];
  const body = { ...file, text: text.slice(0, start + code.length - 1) };
  const commands = whole && commandsIn(body, start + whole.length);
  if (!commands) return undefined;
  const table = tableOf(`/${path.slice(1).replace(/[\s/]+/g, '/')}`);
  const rows = selectAny(table, readSelector(new Lexer(`[${find}`)).selector) ?? [];
  const asked = new RegExp(`^\\[\\s*${path}[\\s/]+get\\s+\\$${variable}\\s+(?:value-name=)?([\\w-]+)\\s*\\]$`);
  const found = rows.flatMap(({ properties }) =>
    commands.flatMap(({ selector: at, ...command }) => {
      const property = at && asked.exec(text.slice(at.start, at.end))?.[1];
      const name = properties.get(property ?? '')?.value;
      if (!at || name === undefined || command.arguments.some(({ value }) => value?.computed)) return [];
      return { ...command, selector: { ...at, kind: 'words', words: [{ ...at, text: name }] } as const };
    }),
  );
  // Where there is no row here, the device may have some that no export lists.
  const isKnown = found.length > 0 && found.length === rows.length * commands.length;
  return isKnown && table.looks.take(found.length) ? found : undefined;
}
