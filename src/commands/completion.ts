// `rosc completion SHELL`: a script for the shell, which asks the hidden command `rosc complete` for each word.

import type { Command, Option } from 'commander';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { usage } from '../io/output.ts';

const scripts: Readonly<Record<string, string>> = {
  bash: `_rosc() {
  local IFS=$'\\n'
  COMPREPLY=( $(compgen -W "$(rosc complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}") )
}
complete -o default -F _rosc rosc
`,
  zsh: `#compdef rosc
_rosc() {
  local -a found
  found=("\${(@f)$(rosc complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${#found[1]} )) && compadd -- "\${found[@]}" || _files
}
compdef _rosc rosc
`,
  fish: `complete -c rosc -f -a '(set -l words (commandline -opc) (commandline -ct); rosc complete -- $words[2..-1] 2>/dev/null)'
complete -c rosc -F -n 'test (count (commandline -opc)) -gt 1'
`,
};

export const completionShells = Object.keys(scripts);

export function completion(io: Io, shell: string): ExitStatus {
  const script = scripts[shell];
  if (script === undefined) {
    return usage(io, `there is completion for ${completionShells.join(', ')}`);
  }
  io.stdout(script);
  return exit.fine;
}

/** Prints what the last of the words could be, one candidate a line. */
export async function complete(io: Io, program: Command, words: readonly string[]): Promise<ExitStatus> {
  const current = words.at(-1) ?? '';
  const candidates = await candidatesFor(io, program, words);
  const fitting = [...new Set(candidates)].filter((candidate) => candidate.startsWith(current));
  for (const candidate of fitting) io.stdout(`${candidate}\n`);
  return exit.fine;
}

async function candidatesFor(io: Io, program: Command, words: readonly string[]): Promise<readonly string[]> {
  const verbs = program.commands.filter((command) => command.name() !== 'complete');
  if (words.length <= 1) return verbs.map((command) => command.name());
  const verb = verbs.find((command) => command.name() === words[0]);
  if (!verb) return [];
  if (verb.commands.some((command) => command.name() === words[1] && words.length > 2)) {
    return candidatesFor(io, verb, words.slice(1));
  }
  const option = optionBefore(verb, words);
  if (option?.argChoices) return option.argChoices;
  if (option) return valuesOf(io, option.long ?? '', words);
  const current = words.at(-1) ?? '';
  if (current.startsWith('-')) return verb.options.flatMap(({ long }) => (long ? [long] : []));
  const further = words.length === 2 ? verb.commands.map((command) => command.name()) : [];
  return [...further, ...(await subjectsOf(io, verb.name()))];
}

/** The option whose value is being typed. */
function optionBefore(verb: Command, words: readonly string[]): Option | undefined {
  const previous = words.at(-2);
  return verb.options.find((option) => (option.long === previous || option.short === previous) && option.required);
}

async function subjectsOf(io: Io, verb: string): Promise<readonly string[]> {
  if (verb === 'explain') return (await import('../report/page.ts')).pageCodes();
  if (verb === 'models') return modelIds(io);
  return verb === 'completion' ? completionShells : [];
}

async function modelIds(io: Io): Promise<readonly string[]> {
  const { loadAllProfiles } = await import('../pipeline/read/load-profiles.ts');
  return [...(await loadAllProfiles(io, undefined)).value.models.keys()];
}

/** Devices, ports and VLANs come from the site that stands among the words. */
async function valuesOf(io: Io, option: string, words: readonly string[]): Promise<readonly string[]> {
  if (option === '--model') return modelIds(io);
  if (option === '--only') return (await import('../report/page.ts')).pageCodes();
  const path = words.find((word) => /\.ya?ml$/.test(word));
  if (path === undefined || !['--device', '--from', '--to', '--down'].includes(option)) return [];
  const { loadSite } = await import('../pipeline/read/load-site.ts');
  const { value: intent } = await loadSite(io, path);
  if (!intent) return [];
  if (option === '--device') return [...intent.devices.keys()];
  if (option === '--down') {
    return [...intent.devices.keys(), ...[...intent.devices.values()].flatMap(({ ports }) => [...ports.keys()])];
  }
  return [...Object.keys(intent.site.vlans ?? {}), 'internet', 'any'];
}
