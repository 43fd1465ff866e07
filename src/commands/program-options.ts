// Options that several verbs share, and how their values are read.

import { Command, Help, InvalidArgumentError, Option } from 'commander';
import type { ExitStatus, Io } from '../io/io.ts';
import { type formats, usage } from '../io/output.ts';
import { parseDuration } from '../model/duration.ts';
import { parseVersion } from '../model/version.ts';
import type { ScopeOptions } from '../pipeline/fleet/fleet-scope.ts';
import { isFleetFile } from '../pipeline/read/is-fleet-file.ts';
import { parseShard, type Shard } from '../pipeline/read/shard.ts';
import { allowingCommands, withState } from '../pipeline/read/with-environment.ts';

/** A command whose help ends with examples. */
export class Verb extends Command {
  override createCommand(name?: string): Verb {
    return new Verb(name);
  }

  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
  }
}

/** Takes the status that a command ended with. */
export type Report = (status: ExitStatus) => void;

export function common(command: Verb, known: readonly (typeof formats)[number][], failOn = 'error'): Verb {
  return command
    .addOption(new Option('--format <format>', 'how results are printed, by default as text').choices(known))
    .option('--json', 'short for --format json')
    .addOption(
      new Option('--color <when>', 'colour, by default where a terminal shows it').choices(['auto', 'always', 'never']),
    )
    .option('-q, --quiet', 'no remarks and no progress')
    .option('-v, --verbose', 'notes too')
    .addOption(
      new Option('--fail-on <severity>', `exit 1 at this severity, by default ${failOn}`).choices([
        'error',
        'warning',
        'note',
        'never',
      ]),
    )
    .option('--profiles <directory>', 'further profiles of chips and models');
}

const shared: ReadonlySet<string> = new Set(
  common(new Verb(), [])
    .options.flatMap(({ long }) => long ?? [])
    .concat('--help'),
);

/** A command's own options before those that every command has. */
export function ownFirst(this: Help, command: Command): Option[] {
  const all = Help.prototype.visibleOptions.call(this, command);
  const isShared = ({ long }: Option) => shared.has(long ?? '');
  return [...all.filter((option) => !isShared(option)), ...all.filter(isShared)];
}

/** That a list is empty until somebody gives a value is no news. */
export function withoutEmptyList(this: Help, option: Option): string {
  return Help.prototype.optionDescription.call(this, option).replace(' (default: [])', '');
}

export function withDevice(command: Verb): Verb {
  return reachable(command.addOption(deviceOption()));
}

/** How to log in to a device, and whom to trust. */
export function reachable(command: Verb): Verb {
  return command
    .addOption(passwordFile())
    .option('--ca-file <file>', 'certificates (PEM) that may sign the device’s, for apis:// and rests://')
    .option('--fingerprint <sha256>', 'the one certificate that the device may show, for apis:// and rests://')
    .option('--insecure-anonymous-tls', 'accept TLS without any certificate: no protection against an active attacker')
    .addOption(
      duration('--timeout <duration>', 'longest wait for one answer of the device, from when it was asked', '30s'),
    );
}

export function deviceOption(): Option {
  return new Option('--device <name[=url]>', 'pick a device of the site, and say where it is')
    .argParser(collect)
    .default([]);
}

/** Whether secrets may come from commands, and those of which fleet. */
export function trusting(command: Verb): Verb {
  return command
    .option('--allow-exec', 'run the commands of `!exec` that site and fleet take secrets from')
    .option(
      '--trust <sha256>',
      'of a fleet: run them if its files have this digest, which `rosc check` prints',
      sha256,
    );
}

function sha256(text: string): string {
  const [, digest] = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text) ?? [];
  if (digest === undefined) throw new InvalidArgumentError('It has to be 64 hexadecimal digits.');
  return digest.toLowerCase();
}

/** Where what outlives a run is kept. */
export function keeping(command: Verb): Verb {
  return command.option(
    '--state <directory>',
    'where commits and rollouts are kept, for runners that share them (default: ROSC_STATE, or .rosc)',
  );
}

/** What part of a fleet it is about. */
export function ofFleet(command: Verb): Verb {
  return command
    .option('--select <label=value>', 'of a fleet: only devices with this label; may be repeated', collect, [])
    .option('--wave <name>', 'of a fleet: only the devices of this wave')
    .option('--shard <i/n>', 'only the i-th of n parts of the devices, for runners that share them', shard);
}

interface FleetSelection extends Pick<ScopeOptions, 'select' | 'wave' | 'shard'> {
  readonly state?: string;
  readonly allowExec?: boolean;
  readonly trust?: string;
}

interface Ways {
  readonly fleet: (own: Io) => Promise<ExitStatus>;
  readonly site: (own: Io) => Promise<ExitStatus>;
  /** The devices of a site can be shared among runners, too. */
  readonly isSharded?: boolean;
}

/** A fleet goes to the one command, everything else to the other. */
export async function byKind(
  { io, report }: { readonly io: Io; readonly report: Report },
  path: string,
  options: FleetSelection,
  ways: Ways,
): Promise<void> {
  report(await statusOf(io, path, options, ways));
}

async function statusOf(
  io: Io,
  path: string,
  options: FleetSelection,
  { fleet, site, isSharded = false }: Ways,
): Promise<ExitStatus> {
  const own = allowingCommands(withState(io, options.state), options.allowExec === true);
  const { select = [], wave, shard: part, trust } = options;
  if (await isFleetFile(io, path)) {
    const trusted =
      trust === undefined
        ? own
        : await (await import('../pipeline/fleet/trust-fleet.ts')).trustingFleet(own, path, trust);
    return trusted
      ? fleet(trusted)
      : usage(io, `the files of ${path} have another digest than the one that is trusted`);
  }
  if (trust !== undefined) return usage(io, '--trust is about a fleet file');
  if (select.length > 0 || wave !== undefined || (part && !isSharded)) {
    return usage(io, '--select, --wave and, but for apply, --shard are about a fleet file');
  }
  return site(own);
}

export function passwordFile(): Option {
  return new Option('--password-file <file>', 'file that holds the password in its first line');
}

export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

export function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
}

function shard(text: string): Shard {
  const part = parseShard(text);
  if (!part) throw new InvalidArgumentError('It has to be a part such as 2/5.');
  return part;
}

/** As it is written. */
export function routerosVersion(text: string): string {
  const version = parseVersion(text);
  if (!version) throw new InvalidArgumentError('It has to be a RouterOS version such as 7.20.8.');
  return version.text;
}

/** `stable=7.20.8` */
export function offered(text: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, channel, routeros = ''] = /^([a-z-]+)=(.+)$/.exec(text) ?? [];
  if (channel === undefined) throw new InvalidArgumentError('It has to be a channel and a version: stable=7.20.8.');
  return { ...previous, [channel]: routerosVersion(routeros) };
}

export function positive(text: string): number {
  const value = integer(text);
  if (value < 1) throw new InvalidArgumentError('It has to be one or more.');
  return value;
}

/** An option whose value is a time, in milliseconds. `usual` is written as people write it. */
export function duration(flags: string, description: string, usual: string): Option {
  return new Option(flags, description).argParser(milliseconds).default(milliseconds(usual), usual);
}

/** `120s`, `1m30s`, `500ms`, or seconds; in milliseconds. */
function milliseconds(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It has to be a time such as 120s or 5m.');
  return ms;
}
