// Exports for fuzzing: the fixtures, and what is put into them.

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

/** What breaks RouterOS script, or looks like it. */
export const exportNoise = [
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
