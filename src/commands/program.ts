// The command line: every verb with its arguments and options. What a verb does is in the file of its name.

import { Command, InvalidArgumentError, Option } from 'commander';
import defaults from '../../profiles/defaults.json' with { type: 'json' };
import type { ExitStatus, Io } from './io.ts';
import type { formats } from './output.ts';
import { versionText } from './version.ts';

type Report = (status: ExitStatus) => void;

/** Builds the parser; a command that ran hands its exit status to `report`. */
export function buildProgram(io: Io, report: Report): Command {
  const program = new Command('rosc')
    .description('Offload-aware configuration compiler for MikroTik RouterOS v7')
    .version(versionText(), '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text), writeErr: (text) => io.stderr(text) })
    .showSuggestionAfterError()
    .helpCommand(false);
  addOffline(program, io, report);
  addFirst(program, io, report);
  addAdvice(program, io, report);
  addDevice(program, io, report);
  addKnowledge(program, io, report);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}

function addOffline(program: Command, io: Io, report: Report): void {
  common(program.command('check <site>'), ['text', 'json', 'sarif', 'markdown', 'github'])
    .description('validate, lower and analyse a site: a verdict for every route, VLAN, rule and flow; no device')
    .option('--strict', 'treat an unknown placement of a flow as an error')
    .option('--watch', 'check again after every change of the file, until Ctrl-C')
    .option('--routeros <version>', 'judge as if every device ran this RouterOS version')
    .option('--down <port>', 'judge with this port down (DEVICE:PORT, or PORT when there is one device)', collect, [])
    .addOption(deviceOption())
    .addHelpText(
      'after',
      examples(['rosc check site.yaml', 'rosc check site.yaml --json', 'rosc check site.yaml --routeros 7.21']),
    )
    .action(async (site, options) => {
      if (options.watch) report(await (await import('./check-watch.ts')).checkWatch(io, site, options));
      else report(await (await import('./check.ts')).check(io, site, options));
    });
  common(program.command('compile <site>'), ['text', 'json'])
    .description('print or write the RouterOS script of each device, importable on a fresh device')
    .option('-o, --out <directory>', 'write DEVICE.rsc files there')
    .option('--explain', 'print which form each rule took, and why')
    .addOption(deviceOption())
    .addHelpText('after', examples(['rosc compile site.yaml', 'rosc compile site.yaml -o build/']))
    .action(async (site, options) => report(await (await import('./compile.ts')).compile(io, site, options)));
  common(program.command('trace <site-or-export>'), ['text', 'json'])
    .description('follow one flow through the device, step by step, to its placement')
    .requiredOption('--from <end>', 'VLAN, zone, interface, address, prefix, internet or any')
    .requiredOption('--to <end>', 'the same for the destination')
    .option('--protocol <name>', 'tcp, udp, icmp, …; without it TCP and UDP')
    .option('--port <ports>', 'destination ports: 80, 8000-8080, 80,443')
    .option('--one-way', 'nobody answers')
    .option('--model <model>', 'the model, when an export does not say it')
    .option('--routeros <version>', 'judge as if the device ran this RouterOS version')
    .addOption(deviceOption())
    .addHelpText('after', examples(['rosc trace site.yaml --from office --to internet --protocol tcp --port 443']))
    .action(async (file, options) => report(await (await import('./trace.ts')).trace(io, file, options)));
  common(program.command('audit <export>'), ['text', 'json', 'sarif', 'markdown', 'github'])
    .description('say what breaks offload in an export (.rsc file, - for stdin) or on a live device (URL)')
    .option('--model <model>', 'the model, when the export does not say it')
    .option('--routeros <version>', 'the RouterOS version, when the export does not say it')
    .option('--only <code>', 'report this rule only', collect, [])
    .option(
      '--min-evidence <grade>',
      'report findings of at least this evidence: measured, documented, reported, inferred',
    )
    .option('--fix', 'print the commands that would mend the safe findings')
    .addOption(passwordFile())
    .addHelpText('after', examples(['rosc audit export.rsc', 'ssh router /export | rosc audit - --verbose']))
    .action(async (file, options) => report(await (await import('./audit.ts')).audit(io, file, options)));
}

function addFirst(program: Command, io: Io, report: Report): void {
  common(program.command('init'), ['text', 'json'])
    .description('write a first site for a model; asks on a terminal when no model is given')
    .option('--model <model>', 'the model')
    .option('--routeros <version>', 'the RouterOS version that it runs')
    .option('--site <name>', 'name of the site')
    .option('--name <device>', 'name of the device in the site')
    .option('-o, --out <file>', 'write the site there, and its JSON Schema beside it')
    .option('--force', 'overwrite the file')
    .addHelpText('after', examples(['rosc init', 'rosc init --model "$MODEL" --routeros 7.20.8 -o site.yaml']))
    .action(async (options) => report(await (await import('./init.ts')).init(io, options)));
  common(reachable(program.command('import <export>')), ['text', 'json'])
    .description('make a first site from an export (.rsc file, - for stdin) or from a live device (URL)')
    .option('-o, --out <file>', 'write the site there')
    .option('--force', 'overwrite the file')
    .option('--site <name>', 'name of the site')
    .option('--name <device>', 'name of the device in the site; otherwise its own')
    .option('--model <model>', 'the model, when the export does not say it')
    .option('--routeros <version>', 'the RouterOS version, when the export does not say it')
    .addHelpText(
      'after',
      examples(['rosc import export.rsc -o site.yaml', 'rosc import api://admin@192.0.2.1 -o site.yaml']),
    )
    .action(async (from, options) =>
      report(await (await import('./import.ts')).importConfiguration(io, from, options)),
    );
}

function addAdvice(program: Command, io: Io, report: Report): void {
  common(program.command('advise <site>'), ['text', 'json'])
    .description('rank every known model for each device of a site: what stays in hardware, headroom, power, price')
    .option('--all', 'every model, not only the best')
    .addOption(deviceOption())
    .addHelpText('after', examples(['rosc advise site.yaml', 'rosc advise site.yaml --device core --json']))
    .action(async (site, options) => report(await (await import('./advise.ts')).advise(io, site, options)));
  common(program.command('host-check <files...>'), ['text', 'json'])
    .description('read what a host says of its network card (ethtool -i, ethtool -k, ip -d -j link, iperf3 -J)')
    .option('--site <file>', 'compare with this site')
    .option('--host <name>', 'the host of the site that the files are from')
    .option('--interface <name>', 'the interface, when the files tell of several')
    .addHelpText('after', examples(['rosc host-check driver features links speed --site site.yaml --host nas']))
    .action(async (files, options) => report(await (await import('./host-check.ts')).hostCheck(io, files, options)));
}

function addDevice(program: Command, io: Io, report: Report): void {
  common(withDevice(program.command('plan <site>')), ['text', 'json'])
    .description('show what would change on the device, with offload before and after and the impact of the change')
    .option('--against <export>', 'compare with an export instead of the device')
    .option('--out <file>', 'write the plan as JSON for `rosc apply`')
    .option('--detailed-exitcode', 'exit 2 when there are changes')
    .option('--displace', 'take over interfaces and addresses that foreign items hold')
    .option('--accept-version', 'go on although the device runs another RouterOS minor version')
    .addHelpText(
      'after',
      examples(['rosc plan site.yaml --device core=api://admin@192.0.2.1', 'rosc plan site.yaml --against export.rsc']),
    )
    .action(async (site, options) => report(await (await import('./plan.ts')).plan(io, site, options)));
  common(withDevice(program.command('apply <site-or-plan>')), ['text', 'json'])
    .description('push a site or a plan as a confirmed commit, then check that the traffic is in hardware')
    .option('-y, --yes', 'do not ask')
    .option('--accept <code>', 'apply in spite of this error of the intent', collect, [])
    .option('--accept-version', 'go on although the device runs another RouterOS minor version')
    .option('--displace', 'take over interfaces and addresses that foreign items hold')
    .addOption(
      new Option('--confirm <how>', 'who confirms: the post-check, or you by `rosc confirm`')
        .choices(['automatically', 'manually'])
        .default('automatically'),
    )
    .option(
      '--confirm-timeout <duration>',
      'the device undoes the change after this time without confirmation',
      duration,
      120_000,
    )
    .addHelpText('after', examples(['rosc apply site.yaml --yes', 'rosc apply plan.json --confirm-timeout 5m']))
    .action(async (site, options) => report(await (await import('./apply.ts')).apply(io, site, options)));
  common(withDevice(program.command('verify <site>')), ['text', 'json'])
    .description('the post-check alone, with the evidence for each line')
    .action(async (site, options) => report(await (await import('./verify.ts')).verify(io, site, options)));
  common(program.command('bootstrap <site>'), ['text', 'json'])
    .description('print the script that makes a boxed device ready for rosc: user, certificate, management access')
    .addOption(deviceOption())
    .option('--user <name>', 'name of the user and of its group', 'rosc')
    .option('--read-only', 'a user for plan and verify alone')
    .option('-o, --out <file>', 'write the script there')
    .option('--force', 'overwrite the file')
    .addHelpText('after', examples(['rosc bootstrap site.yaml --device core -o core-bootstrap.rsc']))
    .action(async (site, options) => report(await (await import('./bootstrap.ts')).bootstrap(io, site, options)));
  common(reachable(program.command('capture <device-url>')), ['text', 'json'])
    .description('write down what a device prints of the menus that rosc reads, anonymised, for bug reports')
    .option('-o, --out <file>', 'write it there')
    .option('--force', 'overwrite the file')
    .addHelpText('after', examples(['rosc capture api://admin@192.0.2.1 -o capture.json']))
    .action(async (url, options) => report(await (await import('./capture.ts')).capture(io, url, options)));
  for (const [name, text] of [
    ['confirm', 'confirm a commit that is still open'],
    ['rollback', 'undo a commit that is still open'],
    ['recover', 'list and clear what an interrupted commit left on the device'],
  ] as const) {
    common(withDevice(program.command(`${name} <site>`)), ['text', 'json'])
      .description(text)
      .action(async (site, options) =>
        report(await (await import('./open-commit.ts')).openCommit(io, name, site, options)),
      );
  }
}

function addKnowledge(program: Command, io: Io, report: Report): void {
  common(program.command('explain <code>'), ['text', 'json'])
    .description('print the page of a rule, a diagnostic code or a fact')
    .addHelpText('after', examples(['rosc explain l3hw/l3hw-switch-off', 'rosc explain acl.rules']))
    .action(async (code, options) => report(await (await import('./explain.ts')).explain(io, code, options)));
  common(program.command('models [model]'), ['text', 'json'])
    .description('capability tables of the known models, or the page of one')
    .option('--family <family>', 'only models with a chip of this family')
    .option('--feature <fact>', 'only models whose chip has this feature, for example l3.vrf')
    .action(async (model, options) => report(await (await import('./models.ts')).models(io, model, options)));
  common(program.command('schema'), ['json'])
    .description('print the JSON Schema of site files, for editors')
    .addHelpText('after', examples(['rosc schema > site.schema.json']))
    .action(async (options) => report(await (await import('./schema.ts')).schema(io, options)));
  common(withDevice(program.command('ui [subject]')), ['text', 'json'])
    .description('show a site or an export as a web page that follows the file; it only reads')
    .option('--listen <host:port>', 'where the page listens; port 0 = any free one', '127.0.0.1:0')
    .option('--token-file <file>', 'file with the token that the page asks for; needed to listen beyond this machine')
    .option('--export <file>', 'write the page into this file in place of serving it')
    .option('--demo', 'show a built-in site on simulated devices')
    .option('--model <model>', 'the model, when an export does not say it')
    .option('--routeros <version>', 'the RouterOS version, when an export does not say it')
    .addHelpText(
      'after',
      examples(['rosc ui site.yaml', 'rosc ui export.rsc', 'rosc ui site.yaml --export report.html']),
    )
    .action(async (subject, options) => report(await (await import('./ui.ts')).ui(io, subject, options)));
  program
    .command('completion <shell>')
    .description('print the completion script for bash, zsh or fish')
    .addHelpText('after', examples(['rosc completion bash > /etc/bash_completion.d/rosc']))
    .action(async (shell) => report((await import('./completion.ts')).completion(io, shell)));
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action(async (words) => report(await (await import('./completion.ts')).complete(io, program, words)));
  program
    .command('sim')
    .description('run a simulated switch that speaks the RouterOS API')
    .option('--model <model>', 'the model to simulate', defaults.simulated.model)
    .option('--routeros <version>', 'the RouterOS version to simulate', defaults.simulated.routeros)
    .option('--load <export>', 'start with this configuration')
    .option('--defconf', 'start with the factory configuration')
    .option('--api <host:port>', 'where the API listens; port 0 = any free one', '127.0.0.1:8728')
    .option('--rest <host:port>', 'where REST listens')
    .option('--user <name>', 'the user', 'admin')
    .option('--password <password>', "the simulated user's password", '')
    .option('--seed <number>', 'the seed of the faults', integer, 1)
    .option('--fault <name=odds>', 'make something fail, for example offloadRefused=1', collect, [])
    .option('--latency <ms>', 'delay of every answer', integer, 0)
    .option('--management <port=address>', 'tie the API connection to a port of the simulated device')
    .option('--state <file>', 'keep the state in this file')
    .option('--json', 'print the ready line as JSON')
    .action(async (options) => report(await (await import('./sim.ts')).sim(io, options)));
}

function common(command: Command, known: readonly (typeof formats)[number][]): Command {
  return command
    .addOption(new Option('--format <format>', 'how results are printed').choices(known))
    .option('--json', 'short for --format json')
    .addOption(new Option('--color <when>', 'colour').choices(['auto', 'always', 'never']))
    .option('-q, --quiet', 'no remarks and no progress')
    .option('-v, --verbose', 'notes too')
    .addOption(new Option('--fail-on <severity>', 'exit 1 at this severity').choices(['error', 'warning', 'note']))
    .option('--profiles <directory>', 'further profiles of chips and models');
}

function withDevice(command: Command): Command {
  return reachable(command.addOption(deviceOption()));
}

/** How to log in to a device, and whom to trust. */
function reachable(command: Command): Command {
  return command
    .addOption(passwordFile())
    .option('--ca-file <file>', 'certificates (PEM) that may sign the device’s, for apis:// and rests://')
    .option('--fingerprint <sha256>', 'the one certificate that the device may show, for apis:// and rests://')
    .option('--insecure-anonymous-tls', 'accept TLS without any certificate: no protection against an active attacker')
    .option('--timeout <duration>', 'longest wait for one answer of the device', duration, 10_000);
}

function deviceOption(): Option {
  return new Option('--device <name[=url]>', 'pick a device of the site, and say where it is')
    .argParser(collect)
    .default([]);
}

function passwordFile(): Option {
  return new Option('--password-file <file>', 'file that holds the password in its first line');
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
}

/** `120s`, `5m`, `500ms`, or seconds; in milliseconds. */
function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (!match) throw new InvalidArgumentError('It has to be a time such as 120s or 5m.');
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] ?? 's'] ?? 1000;
  return Math.round(Number(match[1]) * factor);
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
