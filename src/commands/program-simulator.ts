// `rosc sim`, the simulated device, and what is sent through it.

import defaults from '../../profiles/defaults.json' with { type: 'json' };
import type { Io } from '../io/io.ts';
import {
  collect,
  common,
  integer,
  offered,
  positive,
  type Report,
  routerosVersion,
  type Verb,
} from './program-options.ts';

export function addSimulator(program: Verb, io: Io, report: Report): void {
  // What stands behind `inject` belongs to it, though `sim` has options of the same names.
  const sim = program
    .enablePositionalOptions()
    .command('sim')
    .enablePositionalOptions()
    .description('run a simulated switch that speaks the RouterOS API')
    .option('--model <model>', `the model to simulate, by default that of --load, or ${defaults.simulated.model}`)
    .option(
      '--routeros <version>',
      `the RouterOS version, by default that of --load, or ${defaults.simulated.routeros}`,
      routerosVersion,
    )
    .option('--load <export>', 'start with this configuration')
    .option('--defconf', 'start with the factory configuration')
    .option('--api <host:port>', 'where the API listens; port 0 = any free one', '127.0.0.1:8728')
    .option('--rest <host:port>', 'where REST listens')
    .option('--tls [file]', 'encrypt both, with a certificate made on the spot; the file receives it, for --ca-file')
    .option('--user <name>', 'the user', 'admin')
    .option('--password <password>', "the simulated user's password", '')
    .option('--seed <number>', 'the seed of the faults', integer, 1)
    .option('--fault <name=odds>', 'make something fail, for example offloadRefused=1', collect, [])
    .option('--offer <channel=version>', 'what its update server offers; may be repeated', offered)
    .option('--latency <ms>', 'delay of every answer', integer, 0)
    .option('--segment <bytes>', 'cut what the API sends into pieces of this size', positive)
    .option('--loop <port:port>', 'a cable between two ports of the simulated device')
    .option('--management <port=address>', 'tie the API connection to a port of the simulated device')
    .option('--state <file>', 'keep the state in this file')
    .option('--json', 'print the ready line as JSON')
    .examples('rosc sim --defconf', 'rosc sim --load export.rsc --api 127.0.0.1:0 --json')
    .action(async (options) => report(await (await import('./sim.ts')).sim(io, options)));
  common(sim.command('inject <site-or-export>'), ['text', 'json'])
    .description('send packets through a simulated device with this configuration, and tell the path of each')
    .requiredOption('--from <host>', 'the sender: ADDRESS@PORT, or ADDRESS@PORT/VLAN when it sends tagged frames')
    .requiredOption('--to <host>', 'the receiver, the same; without @PORT when it is behind a gateway')
    .option('--host <host>', 'a further host that answers ARP: a gateway', collect, [])
    .option('--protocol <name>', 'tcp, udp, icmp, …', 'tcp')
    .option('--port <number>', 'the destination port', integer, 80)
    .option('--source-port <number>', 'the source port', integer, 50_000)
    .option('--size <bytes>', 'length of the IP packets', integer, 500)
    .option('--packets <number>', 'how many, both ways together', integer, 6)
    .option('--one-way', 'nobody answers')
    .option('--device <name>', 'the device of the site that the packets enter', collect, [])
    .option('--model <model>', 'the model, when the export does not say it')
    .option(
      '--routeros <version>',
      'the RouterOS version, when the export does not say it, or in place of the site’s',
      routerosVersion,
    )
    .examples(
      'rosc sim inject core.rsc --from 10.0.2.2@ether1 --to 10.0.3.2 --port 443',
      'rosc sim inject site.yaml --device core --from 10.0.2.2@ether1 --to 10.0.3.2',
    )
    .action(async (file, options) => report(await (await import('./sim-inject.ts')).simInject(io, file, options)));
}
