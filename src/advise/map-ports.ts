// Which ports of another model take the place of a device's own: as fast, on the routing chip, of the same kind of
// plug, in this order.

import { isCopper, type Port, type Target } from '../profile/target.ts';

export interface SlowerPort {
  readonly from: string;
  readonly to: string;
  readonly mbps: number;
  readonly mbpsWanted: number;
}

export interface PortMapping {
  /** Own port → port of the other model. */
  readonly ports: ReadonlyMap<string, string>;
  /** Own ports that the other model has no place for. */
  readonly missing: readonly string[];
  readonly slower: readonly SlowerPort[];
  /** Ports that change from a copper plug to a module, or the other way. */
  readonly replugged: number;
}

export function mapPorts(used: readonly string[], from: Target, to: Target): PortMapping {
  if (from.model === to.model) return { ports: new Map(used.map((name) => [name, name])), ...nothingLost };
  const ports = new Map<string, string>();
  const missing: string[] = [];
  const slower: SlowerPort[] = [];
  let replugged = 0;
  const free = new Set([...to.ports.values()].filter(({ medium }) => medium !== 'wifi'));
  const wanted = used.flatMap((name) => from.ports.get(name) ?? []).sort((a, b) => b.mbps - a.mbps);
  for (const port of wanted) {
    const [best] = [...free].sort((a, b) => penalty(a, port, to) - penalty(b, port, to));
    if (!best) {
      missing.push(port.name);
      continue;
    }
    free.delete(best);
    ports.set(port.name, best.name);
    if (best.mbps < port.mbps) slower.push({ from: port.name, to: best.name, mbps: best.mbps, mbpsWanted: port.mbps });
    if (isCopper(best) !== isCopper(port)) replugged++;
  }
  return { ports, missing, slower, replugged };
}

const nothingLost = { missing: [], slower: [], replugged: 0 } as const;

/** Smaller is better. Speed weighs most, and a port faster than needed is kept for one that needs it. */
function penalty(candidate: Port, wanted: Port, to: Target): number {
  const speed = candidate.mbps < wanted.mbps ? 1e6 + (wanted.mbps - candidate.mbps) / 1e6 : candidate.mbps / 1e6;
  const chip = candidate.switch === to.offloadSwitch ? 0 : 1000;
  return speed + chip + (isCopper(candidate) === isCopper(wanted) ? 0 : 10);
}
