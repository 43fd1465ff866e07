// Mutated exports for fuzzing: fixtures with characters, words and lines lost, doubled, exchanged or made up. The same
// seed gives the same texts.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** The texts that mutation starts from: every fixture that is no larger than a screen or two. */
export function exportSeeds(): readonly string[] {
  return ['fixtures/rules', 'fixtures/rsc']
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.rsc'))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    .filter((text) => text.length < 4000 && !text.includes('#* '))
    .map(withHeader)
    .sort();
}

/** Fixtures of rules name their target in a comment of their own. */
function withHeader(text: string): string {
  const [, model, version] = /^# target: (\S+) (\S+)/.exec(text) ?? [];
  if (!model) return text;
  return text.replace(/^.*\n/, `# 2025-01-01 00:00:00 by RouterOS ${version}\n# model = ${model}\n`);
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const noise = [
  ...['"', '\\', '{', '}', '[', ']', '(', ')', ';', '=', '!', '$', '#', '\n', '\r\n', '\u0000', '\ufeff', 'ä', '\\E4'],
  ...[
    ' [ find ]',
    ' [ find default=yes ]',
    'set 0 ',
    'remove [ find ]\n',
    'move 3 0\n',
    ':if (true) do={',
    '*2C',
    '..',
  ],
  ...['/interface bridge\n', '/ip firewall filter\n', 'add ', 'disabled=yes ', 'name=bridge1 ', 'interface=ether1 '],
  ...['vlan-ids=1-4094 ', 'vlan-ids=9-2 ', 'pvid=99999999999999999999 ', 'address=0.0.0.0/0 ', 'address=::/0 '],
  ...['999.1.1.1/99', 'gateway=10.0.0.1%ether1@main ', 'mtu=-1 ', 'jump-target=forward action=jump '],
];

/** One to five mutations of a text; `other` lends lines. */
export function mutateExport(text: string, other: string, random: () => number): string {
  let mutated = text;
  const steps = 1 + Math.floor(random() * 5);
  for (let step = 0; step < steps; step++) mutated = mutateOnce(mutated, other, random);
  return mutated;
}

function mutateOnce(text: string, other: string, random: () => number): string {
  const place = () => Math.floor(random() * (text.length + 1));
  const at = place();
  const length = Math.floor(random() ** 3 * 60);
  const lines = text.split('\n');
  const line = () => Math.floor(random() * lines.length);
  switch (Math.floor(random() * 8)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + (noise[Math.floor(random() * noise.length)] ?? '') + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(3) + text.slice(at + length);
    case 3:
      return text.slice(0, Math.max(40, at));
    case 4:
      return lines.toSpliced(line(), 1).join('\n');
    case 5:
      return lines.toSpliced(line(), 0, lines[line()] ?? '').join('\n');
    case 6: {
      const lent = other.split('\n');
      return lines.toSpliced(line(), 0, ...lent.slice(Math.floor(random() * lent.length)).slice(0, 6)).join('\n');
    }
    default:
      return text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + text.slice(at + 1);
  }
}
