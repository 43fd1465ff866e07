// The verbs that have to do with a device: plan, apply, verify, watch, and those that end a commit.

import { type Command, Option } from 'commander';
import type { Io } from '../io/io.ts';
import type { CommitVerb } from '../pipeline/change/end-commits.ts';
import type { FleetDeviceOptions } from './fleet-frame.ts';
import {
  byKind,
  collect,
  common,
  deviceOption,
  duration,
  integer,
  keeping,
  ofFleet,
  positive,
  type Report,
  reachable,
  routerosVersion,
  trusting,
  type Verb,
  withDevice,
} from './program-options.ts';

/** The verbs, in the order of the help. */
export function addDevice(program: Verb, io: Io, report: Report): void {
  addPlan(program, io, report);
  addApply(program, io, report);
  addVerify(program, io, report);
  addWatch(program, io, report);
  addBootstrap(program, io, report);
  addCapture(program, io, report);
  addProbe(program, io, report);
  addEndings(program, io, report);
}

const acceptVersion = ['--accept-version', 'go on although the device runs another RouterOS minor version'] as const;

function addPlan(program: Verb, io: Io, report: Report): void {
  common(ofFleet(trusting(withDevice(program.command('plan <site-or-fleet>')))), ['text', 'json'])
    .description('show what would change on the device, with offload before and after and the impact of the change')
    .option('--against <export>', 'compare with an export instead of the device')
    .option('--out <file>', 'write the plan as JSON for `rosc apply`')
    .option('--detailed-exitcode', 'exit 2 when there are changes')
    .option('--displace', 'take over interfaces and addresses that foreign items hold')
    .option(...acceptVersion)
    .option(
      '--upgrade <version>',
      'what this RouterOS version changes for the device, and the plan for after',
      routerosVersion,
    )
    .option('--parallel <count>', 'read so many devices at the same time (default: 8)', positive)
    .examples(
      'rosc plan site.yaml --device core=api://admin@192.0.2.1',
      'rosc plan site.yaml --against export.rsc',
      'rosc plan site.yaml --against export.rsc --upgrade 7.24.1',
    )
    .action((site, options) =>
      byKind({ io, report }, site, options, {
        fleet: async (own) => (await import('./fleet-plan.ts')).fleetPlan(own, site, options),
        site: async (own) => (await import('./plan.ts')).plan(own, site, options),
      }),
    );
}

function addApply(program: Verb, io: Io, report: Report): void {
  common(ofFleet(keeping(trusting(withDevice(program.command('apply <site-or-fleet-or-plan>'))))), ['text', 'json'])
    .description('push a site, a fleet or a plan as a confirmed commit, then check that the traffic is in hardware')
    .option('-y, --yes', 'do not ask')
    .option('--accept <code>', 'apply in spite of this error of the intent', collect, [])
    .option(...acceptVersion)
    .option('--displace', 'take over interfaces and addresses that foreign items hold')
    .addOption(
      new Option('--confirm <how>', 'who confirms: the post-check, or you by `rosc confirm`')
        .choices(['automatically', 'manually'])
        .default('automatically'),
    )
    .addOption(
      duration(
        '--confirm-timeout <duration>',
        'the device undoes the change after this time without confirmation',
        '2m',
      ),
    )
    .option('--no-backup', 'keep no backup on the device; one file serves all commits')
    .addOption(
      new Option(
        '--last-resort <what>',
        'when the undo has failed for its whole time: `backup` loads the backup, and reboots',
      ).choices(['backup']),
    )
    .option('--parallel <count>', 'change so many devices at the same time', positive, 1)
    .option(
      '--continue',
      'go on with the other devices when one cannot be reached, refuses or fails; exit 1 in the end',
    )
    .option('--max-failures <count>', 'go on until more devices than this have failed', integer)
    .option('--hold', 'confirm no device before every device has passed its check; if one fails, all go back')
    .option(
      '--upgrade <version>',
      'bring the devices to this RouterOS version, with restarts; going back takes hands',
      routerosVersion,
    )
    .option(
      '--packages <address>',
      'with --upgrade: where devices fetch {package}, {version} and {architecture} (default: MikroTik)',
    )
    .addOption(
      duration('--restart-timeout <duration>', 'with --upgrade: how long a restart of a device may take', '10m'),
    )
    .option('--site <file>', 'the site that a plan file was made from, for its secrets and addresses')
    .examples(
      'rosc apply site.yaml --yes',
      'rosc apply plan.json --confirm-timeout 5m',
      'rosc apply site.yaml --yes --parallel 4 --hold',
      'rosc apply fleet.yaml --yes --wave canary --state /var/lib/rosc',
      'rosc apply fleet.yaml --yes --wave canary --upgrade 7.20.8',
    )
    .action(async (site, options, command: Command) => {
      // What nobody gave is for the fleet to say.
      const given = Object.entries(options).filter(([name]) => command.getOptionValueSource(name) !== 'default');
      await byKind({ io, report }, site, options, {
        fleet: async (own) => (await import('./fleet-apply.ts')).fleetApply(own, site, Object.fromEntries(given)),
        site: async (own) =>
          options.upgrade === undefined
            ? (await import('./apply.ts')).apply(own, site, options)
            : (await import('./upgrade-site.ts')).upgradeSite(own, site, options),
        isSharded: true,
      });
    });
}

function addVerify(program: Verb, io: Io, report: Report): void {
  common(ofFleet(trusting(withDevice(program.command('verify <site-or-fleet>')))), ['text', 'json'])
    .description('the post-check alone, with the evidence for each line')
    .option(...acceptVersion)
    .option('--parallel <count>', 'look at so many devices of a fleet at the same time (default: 8)', positive)
    .examples('rosc verify site.yaml', 'rosc verify site.yaml --device core --json')
    .action((site, options) =>
      byKind({ io, report }, site, options, {
        fleet: async (own) => (await import('./fleet-verify.ts')).fleetVerify(own, site, options),
        site: async (own) => (await import('./verify.ts')).verify(own, site, options),
      }),
    );
}

function addWatch(program: Verb, io: Io, report: Report): void {
  common(ofFleet(trusting(withDevice(program.command('watch <site-or-fleet>')))), ['text', 'json'])
    .description('follow offload state and drift of the devices, and serve them as Prometheus metrics; it only reads')
    .addOption(duration('--interval <duration>', 'time from one look at a device to the next', '30s'))
    .addOption(duration('--drift-interval <duration>', 'time from one reading of its configuration to the next', '5m'))
    .option('--listen <host:port>', 'where /metrics listens; port 0 = any free one', '127.0.0.1:0')
    .option('--token-file <file>', 'file with the token that a scrape shows; needed to listen beyond this machine')
    .examples('rosc watch site.yaml', 'rosc watch site.yaml --listen 127.0.0.1:9436 --json')
    .action((site, options) =>
      byKind({ io, report }, site, options, {
        fleet: async (own) => (await import('./fleet-watch.ts')).fleetWatch(own, site, options),
        site: async (own) => (await import('./watch.ts')).watch(own, site, options),
      }),
    );
}

function addBootstrap(program: Verb, io: Io, report: Report): void {
  common(program.command('bootstrap <site>'), ['text', 'json'])
    .description('print the script that makes a boxed device ready for rosc: user, certificate, management access')
    .addOption(deviceOption())
    .option('--user <name>', 'name of the user and of its group', 'rosc')
    .option('--read-only', 'a user for plan and verify alone')
    .option('-o, --out <file>', 'write the script there')
    .option('--force', 'overwrite the file')
    .examples('rosc bootstrap site.yaml --device core -o core-bootstrap.rsc')
    .action(async (site, options) => report(await (await import('./bootstrap.ts')).bootstrap(io, site, options)));
}

function addCapture(program: Verb, io: Io, report: Report): void {
  common(ofFleet(trusting(withDevice(program.command('capture <device-url-or-fleet>')))), ['text', 'json'])
    .description('write down what a device prints of the menus that rosc reads, anonymised, for bug reports')
    .option('-o, --out <file>', 'write it there; of a fleet a folder, with one file a device')
    .option('--force', 'overwrite the file')
    .examples('rosc capture api://admin@192.0.2.1 -o capture.json', 'rosc capture fleet.yaml -o captures')
    .action((url, options) =>
      byKind({ io, report }, url, options, {
        fleet: async (own) => (await import('./fleet-capture.ts')).fleetCapture(own, url, options),
        site: async (own) => (await import('./capture.ts')).capture(own, url, options),
      }),
    );
}

function addProbe(program: Verb, io: Io, report: Report): void {
  common(reachable(program.command('probe [device-url]')), ['text', 'json'])
    .description('ask a real device what the manual leaves open, and write its answers down, anonymised')
    .option('-y, --yes', 'do not ask')
    .option('-o, --out <file>', 'write the answers there, and go on in it (default: MODEL-VERSION.probe.yaml)')
    .option('--scratch <ports>', 'try rows on these free ports, under an undo; without it nothing is changed')
    .option('--loop <port:port>', 'two such ports that a cable joins: frames go over it')
    .option('--reboot', 'restart the device in the end, to see what it undoes then; only with --scratch')
    .option('--check <file>', 'judge such a file, without a device')
    .examples(
      'rosc probe api://admin@192.0.2.1',
      'rosc probe api://admin@192.0.2.1 --scratch ether23,ether24',
      'rosc probe api://admin@192.0.2.1 --loop ether23:ether24',
      'rosc probe --check answers.probe.yaml',
    )
    .action(async (url, options) => report(await (await import('./probe.ts')).probe(io, url, options)));
}

function addEndings(program: Verb, io: Io, report: Report): void {
  for (const [name, text] of [
    ['confirm', 'confirm a commit that is still open'],
    ['recover', 'list and clear what an interrupted commit left on the device'],
  ] as const) {
    ending(program.command(`${name} <site-or-fleet>`))
      .description(text)
      .examples(`rosc ${name} site.yaml`, `rosc ${name} fleet.yaml --wave canary`)
      .action((site, options) => endOpen({ io, report }, name, site, options));
  }
  ending(program.command('rollback <site-or-fleet>'))
    .description('undo a commit that is still open, or take back an earlier one from what was kept of it')
    .option('--to <commit>', 'go back to before this commit; what others changed since stays')
    .option('-y, --yes', 'do not ask, with --to')
    .option('--displace', 'take over interfaces and addresses that foreign items hold, with --to')
    .option('--no-backup', 'as with apply, with --to')
    .addOption(duration('--confirm-timeout <duration>', 'as with apply, with --to', '2m'))
    .examples('rosc rollback site.yaml', 'rosc rollback site.yaml --to 3f9a01bc')
    .action(async (site, { to, ...options }) => {
      if (to === undefined) return endOpen({ io, report }, 'rollback', site, options);
      const { fleetRollbackTo, rollbackTo } = await import('./rollback-to.ts');
      await byKind({ io, report }, site, options, {
        fleet: (own) => fleetRollbackTo(own, site, to, options),
        site: (own) => rollbackTo(own, site, to, options),
      });
    });
}

function ending(command: Verb): Verb {
  return common(ofFleet(keeping(trusting(withDevice(command)))), ['text', 'json']).option(
    '--parallel <count>',
    'ask so many devices of a fleet at the same time (default: 8)',
    positive,
  );
}

function endOpen(
  run: { readonly io: Io; readonly report: Report },
  verb: CommitVerb,
  path: string,
  options: FleetDeviceOptions,
): Promise<void> {
  return byKind(run, path, options, {
    fleet: async (own) => (await import('./fleet-open-commit.ts')).fleetOpenCommit(own, verb, path, options),
    site: async (own) => (await import('./open-commit.ts')).openCommit(own, verb, path, options),
  });
}
