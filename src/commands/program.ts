// The command line: every verb with its arguments and options. What a verb does is in the file of its name.

import { Command, Help, Option } from 'commander';
import type { Io } from '../io/io.ts';
import { versionText } from '../io/version.ts';
import { redactText } from '../source/redact-text.ts';
import { conventions } from './conventions.ts';
import { addDevice } from './program-device.ts';
import {
  byKind,
  collect,
  common,
  deviceOption,
  ofFleet,
  ownFirst,
  type Report,
  reachable,
  routerosVersion,
  Verb,
  withDevice,
  withoutEmptyList,
} from './program-options.ts';
import { addSimulator } from './program-simulator.ts';

/** What a command does with its arguments and options. */
type Action = Parameters<Command['action']>[0];

/** What a command is for, in the order in which a new user needs them. */
const groups: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['Look, without a device:', ['check', 'audit', 'trace', 'compile', 'advise', 'ui']],
  ['Change devices:', ['plan', 'apply', 'verify', 'confirm', 'rollback', 'recover']],
  ['Watch and collect:', ['watch', 'capture', 'host-check', 'probe', 'report']],
  ['Set up:', ['init', 'import', 'fmt', 'bootstrap', 'completion']],
  ['Learn and try:', ['explain', 'models', 'schema', 'sim', 'help']],
];

/** Builds the parser; a command that ran hands its exit status to `report`. `ui` serves the page, the other face. */
export function buildProgram(io: Io, report: Report, ui: Action): Verb {
  const help = new Command('help').description('print the help of a command').argument('[command]').helpOption(false);
  const program = new Verb('rosc')
    .description('Offload-aware configuration compiler for MikroTik RouterOS v7')
    .version(versionText(), '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text), writeErr: (text) => io.stderr(redactText(text)) })
    .showSuggestionAfterError()
    .addHelpCommand(help)
    .configureHelp({
      visibleOptions: ownFirst,
      subcommandTerm: withoutOptions,
      optionDescription: withoutEmptyList,
      groupItems: inOrderOfGroups,
    })
    .addHelpText('afterAll', conventions);
  addOffline(program, io, report);
  addFirst(program, io, report);
  addFormat(program, io, report);
  addAdvice(program, io, report);
  addDevice(program, io, report);
  addKnowledge(program, io, report);
  addReports(program, io, report);
  addPage(program, ui);
  addShell(program, io, report);
  addSimulator(program, io, report);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  for (const command of [...program.commands, help]) {
    const [heading] = groups.find(([, names]) => names.includes(command.name())) ?? [];
    if (heading !== undefined) command.helpGroup(heading);
  }
  return program;
}

/** Commands as `groups` has them; options stay as they are. */
function inOrderOfGroups<T extends Command | Option>(
  _: T[],
  items: T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  const names = groups.flatMap(([, commands]) => commands);
  const rankOf = (item: T) => (item instanceof Command ? names.indexOf(item.name()) : 0);
  const ordered = items.toSorted((a, b) => rankOf(a) - rankOf(b));
  return new Help().groupItems(ordered, ordered, groupOf);
}

/** `check <site-or-fleet>`: that every command has options need not be said of each, and leaves its description room. */
function withoutOptions(command: Command): string {
  return new Help().subcommandTerm(command).replace(' [options]', '');
}

function addOffline(program: Verb, io: Io, report: Report): void {
  common(ofFleet(program.command('check <site-or-fleet>')), ['text', 'json', 'sarif', 'markdown', 'github'])
    .description(
      'validate, lower and analyse a site or a fleet: a verdict for every route, VLAN, rule and flow; no device',
    )
    .option('--strict', 'treat an unknown placement of a flow as an error')
    .option('--matrix', 'who talks to whom by which path, too: every pair of zones')
    .option('--watch', 'check again after every change of the file, until Ctrl-C')
    .option('--routeros <version>', 'judge as if every device ran this RouterOS version', routerosVersion)
    .option(
      '--down <what>',
      'judge with this port or device down (DEVICE:PORT, PORT when there is one device, or DEVICE)',
      collect,
      [],
    )
    .addOption(deviceOption())
    .examples('rosc check site.yaml', 'rosc check site.yaml --json', 'rosc check site.yaml --routeros 7.21')
    .action(async (site, options) => {
      await byKind({ io, report }, site, options, {
        fleet: async () => (await import('./fleet-check.ts')).fleetCheck(io, site, options),
        site: async () =>
          options.watch
            ? (await import('./check-watch.ts')).checkWatch(io, site, options)
            : (await import('./check.ts')).check(io, site, options),
      });
    });
  common(program.command('compile <site>'), ['text', 'json'])
    .description('print or write the RouterOS script of each device, importable on a fresh device')
    .option(
      '-o, --out <directory>',
      'write DEVICE.rsc files there; secrets are in no script, comments say which to set by hand',
    )
    .option('--explain', 'print which form each rule took, and why')
    .addOption(deviceOption())
    .examples('rosc compile site.yaml', 'rosc compile site.yaml -o build/')
    .action(async (site, options) => report(await (await import('./compile.ts')).compile(io, site, options)));
  common(program.command('trace <site-or-export>'), ['text', 'json'])
    .description('follow one flow through the device, step by step, to its placement')
    .requiredOption('--from <end>', 'VLAN, zone, interface, address, ADDRESS%INTERFACE, prefix, internet or any')
    .requiredOption('--to <end>', 'the same for the destination')
    .option('--protocol <name>', 'tcp, udp, icmp, …; without it TCP and UDP')
    .option('--port <ports>', 'destination ports: 80, 8000-8080, 80,443')
    .option('--one-way', 'nobody answers')
    .option('--model <model>', 'the model, when an export does not say it')
    .option('--routeros <version>', 'judge as if the device ran this RouterOS version', routerosVersion)
    .addOption(deviceOption())
    .examples('rosc trace site.yaml --from office --to internet --protocol tcp --port 443')
    .action(async (file, options) => report(await (await import('./trace.ts')).trace(io, file, options)));
  common(reachable(program.command('audit <export>')), ['text', 'json', 'sarif', 'markdown', 'github'])
    .description('say what breaks offload in an export (.rsc file, - for stdin) or on a live device (URL)')
    .option('--model <model>', 'the model, when the export does not say it')
    .option('--routeros <version>', 'the RouterOS version, when the export does not say it', routerosVersion)
    .option('--only <code>', 'report this rule only', collect, [])
    .option(
      '--min-evidence <grade>',
      'report findings of at least this evidence: measured, documented, reported, inferred',
    )
    .option('--fix', 'print the commands that would mend the safe findings')
    .examples('rosc audit export.rsc', 'ssh router /export | rosc audit - --verbose')
    .action(async (file, options) => report(await (await import('./audit.ts')).audit(io, file, options)));
}

function addFirst(program: Verb, io: Io, report: Report): void {
  common(program.command('init'), ['text', 'json'])
    .description('write a first site for a model; asks on a terminal when no model is given')
    .option('--model <model>', 'the model')
    .option('--routeros <version>', 'the RouterOS version that it runs', routerosVersion)
    .option('--site <name>', 'name of the site')
    .option('--name <device>', 'name of the device in the site')
    .option('-o, --out <file>', 'write the site there, and its JSON Schema beside it')
    .option('--force', 'overwrite the file')
    .examples('rosc init', 'rosc init --model "$MODEL" --routeros 7.20.8 -o site.yaml')
    .action(async (options) => report(await (await import('./init.ts')).init(io, options)));
  const importing = common(
    reachable(program.command('import <export>')),
    ['text', 'json'],
    'never (other makers: error)',
  )
    .description(
      'make a first site from an export (.rsc file, - for stdin), a live device (URL), or a switch of H3C or Cisco',
    )
    .option('-o, --out <file>', 'write the site there')
    .option('--force', 'overwrite the file')
    .option('--site <name>', 'name of the site')
    .option('--name <device>', 'name of the device in the site; otherwise its own')
    .option('--model <model>', 'the model, when the export does not say it')
    .option('--routeros <version>', 'the RouterOS version, when the export does not say it', routerosVersion)
    .option('--from <maker>', 'comware or ios: whose configuration it is, where the file does not show it')
    .option('--map <old=new>', 'port of another maker’s switch = port of the model; may be repeated', collect, [])
    .examples(
      'rosc import export.rsc -o site.yaml',
      'rosc import api://admin@192.0.2.1 -o site.yaml',
      'rosc import core.cfg --map GigabitEthernet1/0/24=ether1 -o site.yaml',
    )
    .action(async (from, options) =>
      report(await (await import('./import.ts')).importConfiguration(io, from, options)),
    );
  common(importing.command('netbox <url-or-dump>'), ['text', 'json'])
    .description('make a file for each site of NetBox, or make it again and say what changed there')
    .option('-o, --out <directory>', 'write the files there')
    .option('--force', 'overwrite files that did not come from NetBox')
    .option('--dry-run', 'say what would change, and write nothing')
    .option('--site <slug>', 'this site only; may be repeated', collect, [])
    .option('--routeros <version>', 'of devices whose platform in NetBox says none', routerosVersion)
    .option('--dump <file>', 'keep what NetBox answered, to be imported without it')
    .examples(
      'rosc import netbox https://netbox.example.net -o sites',
      'rosc import netbox dump.json -o sites --dry-run',
    )
    .action(async (source, options) =>
      report(await (await import('./import-netbox.ts')).importNetbox(io, source, options)),
    );
}

function addFormat(program: Verb, io: Io, report: Report): void {
  common(program.command('fmt <files...>'), ['text', 'json'])
    .description('lay out site and fleet files in one way, with their comments; - for stdin')
    .option('--check', 'write nothing: exit 1 where a file is laid out otherwise')
    .examples('rosc fmt site.yaml', 'rosc fmt --check site.yaml')
    .action(async (files, options) => report(await (await import('./fmt.ts')).fmt(io, files, options)));
}

function addAdvice(program: Verb, io: Io, report: Report): void {
  common(program.command('advise <site>'), ['text', 'json'])
    .description('rank every known model for each device of a site: what stays in hardware, headroom, power, price')
    .option('--all', 'every model, not only the best')
    .addOption(deviceOption())
    .examples('rosc advise site.yaml', 'rosc advise site.yaml --device core --json')
    .action(async (site, options) => report(await (await import('./advise.ts')).advise(io, site, options)));
  common(program.command('host-check <files...>'), ['text', 'json'])
    .description('read what a host says of its network card (ethtool -i, ethtool -k, ip -d -j link, iperf3 -J)')
    .option('--site <file>', 'compare with this site')
    .option('--host <name>', 'the host of the site that the files are from')
    .option('--interface <name>', 'the interface, when the files tell of several')
    .examples('rosc host-check driver features links speed --site site.yaml --host nas')
    .action(async (files, options) => report(await (await import('./host-check.ts')).hostCheck(io, files, options)));
}

function addKnowledge(program: Verb, io: Io, report: Report): void {
  common(program.command('explain <code>'), ['text', 'json'])
    .description('print the page of a rule, a diagnostic code, a fact or a key of a site')
    .examples('rosc explain l3hw/l3hw-switch-off', 'rosc explain acl.rules', "rosc explain 'devices.*.nat'")
    .action(async (code, options) => report(await (await import('./explain.ts')).explain(io, code, options)));
  common(program.command('models [model]'), ['text', 'json'])
    .description('capability tables of the known models, or the page of one')
    .option('--family <family>', 'only models with a chip of this family')
    .option('--feature <fact>', 'only models whose chip has this feature, for example l3.vrf')
    .option('--nics', 'the network cards and drivers of hosts that are known, in place of models')
    .examples('rosc models', 'rosc models --feature l3.vrf', 'rosc models --nics')
    .action(async (model, options) => report(await (await import('./models.ts')).models(io, model, options)));
  common(program.command('schema'), ['json'])
    .description('print the JSON Schema of site files, or of fleet files, for editors')
    .option('--fleet', 'of fleet files')
    .examples('rosc schema > site.schema.json', 'rosc schema --fleet > fleet.schema.json')
    .action(async (options) => report(await (await import('./schema.ts')).schema(io, options)));
}

function addReports(program: Verb, io: Io, report: Report): void {
  const reports = program.command('report').description('work with what commands print as JSON');
  reports
    .command('merge <files...>')
    .description(
      'join the JSON reports of shards or of sites: a table, JSON, JUnit or markdown, and the worst exit status',
    )
    .addOption(
      new Option('--format <format>', 'how the result is printed').choices(['text', 'json', 'junit', 'markdown']),
    )
    .option('--json', 'short for --format json')
    .addOption(new Option('--color <when>', 'colour').choices(['auto', 'always', 'never']))
    .option('-q, --quiet', 'no remarks and no progress')
    .examples('rosc report merge shard-*.json', 'rosc report merge shard-*.json --format junit > rosc.xml')
    .action(async (files, options) =>
      report(await (await import('./report-merge.ts')).reportMerge(io, files, options)),
    );
}

function addPage(program: Verb, ui: Action): void {
  common(withDevice(program.command('ui [subject]')), ['text', 'json'])
    .description('show a site or an export as a web page that follows the file; it only reads')
    .option('--listen <host:port>', 'where the page listens; port 0 = any free one', '127.0.0.1:0')
    .option('--token-file <file>', 'file with the token that the page asks for; needed to listen beyond this machine')
    .option('--export <file>', 'write the page into this file in place of serving it')
    .option('--demo', 'show a built-in site on simulated devices')
    .option('--model <model>', 'the model, when an export does not say it')
    .option('--routeros <version>', 'the RouterOS version, when an export does not say it', routerosVersion)
    .examples('rosc ui site.yaml', 'rosc ui export.rsc', 'rosc ui site.yaml --export report.html')
    .action(ui);
}

function addShell(program: Verb, io: Io, report: Report): void {
  program
    .command('completion <shell>')
    .description('print the completion script for bash, zsh or fish')
    .examples('rosc completion bash > /etc/bash_completion.d/rosc')
    .action(async (shell) => report((await import('./completion.ts')).completion(io, shell)));
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action(async (words) => report(await (await import('./completion.ts')).complete(io, program, words)));
}
