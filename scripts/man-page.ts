// The manual page, from the same parser that reads the command line: it cannot say anything that `--help` does not.

import type { Argument, Command, Option } from 'commander';
import { environment, exitStatuses } from '../src/commands/conventions.ts';

/** roff for man(1). */
export function manPage(program: Command): string {
  const lines = [
    `.TH ${program.name().toUpperCase()} 1 "" "${program.name()}" "User Commands"`,
    '.SH NAME',
    `${program.name()} \\- ${roff(program.description())}`,
    '.SH SYNOPSIS',
    `.B ${program.name()}`,
    '.I command',
    '[\\fIargument\\fR ...] [\\fIoption\\fR ...]',
    '.SH COMMANDS',
    ...visibleCommands(program).flatMap((command) => [
      ...commandLines(command, [program.name(), command.name()]),
      ...visibleCommands(command).flatMap((each) => commandLines(each, [program.name(), command.name(), each.name()])),
    ]),
    '.SH EXIT STATUS',
    ...exitStatuses.flatMap(({ status, meaning }) => ['.TP', `.B ${status}`, roff(meaning)]),
    '.TP',
    '.B 128 + n',
    roff('Ended by signal n, and nothing of this run is left on a device.'),
    '.SH ENVIRONMENT',
    ...environment.flatMap(({ name, meaning }) => ['.TP', `.B ${roff(name)}`, roff(meaning)]),
  ];
  return `${lines.join('\n')}\n`;
}

export function visibleCommands(program: Command): readonly Command[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help');
}

/** The lines below `Examples:` of a command's help. */
export function examplesOf(command: Command): readonly string[] {
  const parts: string[] = [];
  const output = command.configureOutput();
  command.configureOutput({ ...output, writeOut: (part) => void parts.push(part) });
  command.outputHelp();
  command.configureOutput(output);
  const [, examples = ''] = parts.join('').split('\nExamples:\n');
  return (examples.split('\n\n')[0] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function commandLines(command: Command, names: readonly string[]): readonly string[] {
  const examples = examplesOf(command);
  const words = [...names, ...command.registeredArguments.map(argumentText)];
  return [
    `.SS ${roff(words.join(' '))}`,
    `${roff(sentence(command.description()))}`,
    ...command.createHelp().visibleOptions(command).filter(isOwn).flatMap(optionLines),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:', '.PP', '.EX', ...examples.map(roff), '.EE']),
  ];
}

function optionLines(option: Option): readonly string[] {
  const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : '';
  const value: unknown = option.defaultValue;
  const byDefault = typeof value === 'string' && value !== '' ? `, by default ${value}` : '';
  return ['.TP', `.B ${roff(option.flags)}`, roff(sentence(`${option.description}${choices}${byDefault}`))];
}

/** Every command has `--help`; one line at each would say nothing. */
function isOwn({ long }: Option): boolean {
  return long !== '--help';
}

function argumentText(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}

/** Text that roff prints as it stands. */
function roff(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replace(
      /[^\x20-\x7e]/gu,
      (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
