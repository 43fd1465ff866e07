// How fast a class of packets can go at most: the ports' line rate, the chip, or what was measured of the CPU.

import { grades } from '../../diagnostics/diagnostic.ts';
import type { Ceiling as Measured, ModelFactKey } from '../../profile/fact.ts';
import type { Outcome } from '../firewall/outcome.ts';
import { attachmentsOf } from '../network/attachments.ts';
import type { Network, PhysicalPort } from '../network/network.ts';
import type { Ceiling } from '../packets/flow.ts';

const usualMtu = 1500;

/** Undefined = nobody knows. */
export function ceilingOf(network: Network, outcome: Outcome): Ceiling | undefined {
  const { placement, cpuPath } = outcome;
  if (placement === 'hardware' || placement === 'fasttrack') {
    return lowest([lineRate(network, outcome), chipRate(network), policed(outcome)]);
  }
  return placement === 'cpu' && cpuPath ? cpuRate(network, outcome, cpuPath) : undefined;
}

function lowest(ceilings: readonly (Ceiling | undefined)[]): Ceiling | undefined {
  const known = ceilings.filter((ceiling) => ceiling !== undefined);
  return known.sort((a, b) => (a.bps ?? 0) - (b.bps ?? 0))[0];
}

/** All ports of the one side together, or of the other. */
function lineRate(network: Network, { traffic, egress }: Outcome): Ceiling | undefined {
  const sides = [[traffic.inInterface], egress.map((exit) => exit.interface)]
    .map((names) => new Set(names.flatMap((name) => attachmentsOf(network, name).flatMap(({ ports }) => ports))))
    .filter((ports) => ports.size > 0);
  return lowest(sides.map(sumOfPorts));
}

function sumOfPorts(ports: ReadonlySet<PhysicalPort>): Ceiling {
  const mbps = [...ports].reduce((sum, { port }) => sum + port.mbps, 0);
  const said = [...ports]
    .map(({ port }) => port.says('line rate'))
    .sort((a, b) => grades.indexOf(b.grade) - grades.indexOf(a.grade));
  return { bps: mbps * 1e6, grade: said[0]?.grade ?? 'inferred', citation: said[0]?.citation ?? '', by: 'line rate' };
}

function chipRate(network: Network): Ceiling | undefined {
  const fact = network.target.fact('ceiling.chip-pps');
  if (!fact) return undefined;
  return { pps: fact.value, bps: fact.value * usualMtu * 8, grade: fact.grade, citation: fact.cite, by: 'switch chip' };
}

function policed({ policedBps, notes }: Outcome): Ceiling | undefined {
  const [evidence] = notes.find(({ code }) => code === 'acl/acl-rate-policer')?.evidence ?? [];
  if (policedBps === undefined || !evidence) return undefined;
  return { bps: policedBps, grade: evidence.grade, citation: evidence.citation, by: 'switch rule' };
}

const cpuFacts = {
  slow: ['ceiling.slow', 'CPU slow path'],
  fastpath: ['ceiling.fastpath', 'CPU FastPath'],
  fasttrack: ['ceiling.fasttrack', 'CPU FastTrack'],
} as const satisfies Record<string, readonly [ModelFactKey, string]>;

/** The best figure for packets that the path carries: a flow of smaller ones is slower still. */
function cpuRate(network: Network, { traffic, egress }: Outcome, path: keyof typeof cpuFacts): Ceiling | undefined {
  const [key, by] = cpuFacts[path];
  const fact = network.target.fact(key);
  if (!fact) return undefined;
  const names = [traffic.inInterface, ...egress.map((exit) => exit.interface)];
  const mtu = Math.min(...names.map((name) => network.l3Interfaces.get(name)?.mtu ?? usualMtu));
  const fitting = fact.value.filter(({ packetBytes }) => packetBytes <= mtu);
  const [best] = [...(fitting.length > 0 ? fitting : fact.value)].sort((a, b) => bpsOf(b) - bpsOf(a));
  if (!best) return undefined;
  const besides = best.rules === undefined ? '' : `, ${best.rules} filter rules`;
  return { pps: best.pps, bps: bpsOf(best), grade: fact.grade, citation: fact.cite, by: `${by}${besides}` };
}

function bpsOf({ pps, packetBytes, bps }: Measured): number {
  return bps ?? pps * packetBytes * 8;
}
