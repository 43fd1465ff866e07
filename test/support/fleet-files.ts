// Fleets for tests: a fleet file and the sites beside it, in memory, and what rosc says of them.

import { main } from '../../src/cli.ts';
import type { DiagnosticJson } from '../../src/diagnostics/render-json.ts';
import { type MemoryIo, type MemoryOptions, memoryIo } from './memory-io.ts';

export const fleetFolder = '/fleet';

/** A switch with one VLAN and a routed port, whose addresses come from its number. */
/** A switch of few ports: what a fleet does is the same, and each device has less to say. */
export const branchModel = 'CRS305-1G-4S+';

export function branchSite(name: string, number: number): string {
  return `version: 1
site: ${name}
vlans: { office: { id: ${number}, ipv4: 10.${number}.10.0/24 } }
devices:
  sw1:
    model: ${branchModel}
    management: { port: ether1, address: 192.168.88.1/24 }
    ports: { sfp-sfpplus2: { vlan: office }, sfp-sfpplus1: { routed: 10.255.${number}.1/30 } }
    gateways: { office: 10.${number}.10.1 }
`;
}

export async function fleetIo(files: Readonly<Record<string, string>>, options: MemoryOptions = {}): Promise<MemoryIo> {
  const io = memoryIo({ env: { ROSC_PASSWORD: '' }, cwd: fleetFolder, ...options });
  for (const [name, text] of Object.entries(files)) await io.writeFile(`${fleetFolder}/${name}`, text);
  return io;
}

interface Said {
  readonly code: string;
  readonly what: string;
  /** `fleet.yaml:4:3` */
  readonly at: string;
  readonly label: string;
}

/** What `rosc check fleet.yaml` says, with its status. */
export async function checkFleet(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const io = await fleetIo(files);
  const status = await main(['check', 'fleet.yaml', '--json', ...options], io);
  const report = JSON.parse(io.out());
  const said = (report.diagnostics as DiagnosticJson[])
    .filter(({ severity }) => severity !== 'note')
    .map(({ code, what, label, location }): Said => {
      const at = 'file' in location ? `${location.file}:${location.line}:${location.column}` : location.device;
      return { code, what, label, at };
    });
  return { status, report, said, err: io.err() };
}
