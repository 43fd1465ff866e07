// Bonds over ports of different speed.

import { masterOf } from '../../forwarding/network/masters.ts';
import type { Network, PhysicalPort } from '../../forwarding/network/network.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { effective } from '../../model/menus.ts';
import { aboutEach, bonds, defineRule } from '../rule.ts';

export const bondMixedSpeed = defineRule({
  id: 'l2/bond-mixed-speed',
  cost: 'L',

  check: aboutEach(bonds, (bond, { network }) => {
    const ports = bond.slaves.flatMap((slave) => network.ports.get(slave) ?? []);
    const speeds = new Set(ports.map((port) => speedOf(port, network)));
    if (bond.mode === 'active-backup' || bond.mode === 'broadcast' || speeds.size < 2) return [];
    const slowest = ports.reduce((a, b) => (speedOf(b, network) < speedOf(a, network) ? b : a));
    return {
      placement: 'hardware',
      what: `bond \`${bond.name}\` spreads flows over ports of different speed`,
      primary: ['slaves', `\`${slowest.name}\` is slower than the others`],
    };
  }),
});

/** Mbit/s that the port is set to, or the most that it can do: the first lane of a socket in use as lanes is a lane. */
function speedOf({ item, port }: PhysicalPort, network: Network): number {
  const forced = item && !isYes(effective(item, 'auto-negotiation').value) ? propertyValue(item, 'speed') : undefined;
  const [, amount, unit] = /^([\d.]+)(M|G)/.exec(forced ?? '') ?? [];
  if (amount !== undefined) return Number(amount) * (unit === 'G' ? 1000 : 1);
  const others = [...network.ports.values()].filter(
    (other) => socketOf(other) === socketOf({ port }) && other.port !== port,
  );
  const isSplit = socketOf({ port }) !== undefined && others.some(({ name }) => isUsed(network, name));
  return isSplit ? Math.min(port.mbps, ...others.map((other) => other.port.mbps)) : port.mbps;
}

/** What the lanes of one socket have in common: `qsfpplus1-2` is in `qsfpplus1`. */
function socketOf({ port }: Pick<PhysicalPort, 'port'>): string | undefined {
  return /^(qsfp.*\d)-\d$/.exec(port.name)?.[1];
}

function isUsed(network: Network, name: string): boolean {
  return masterOf(network, name) !== undefined || (network.l3Interfaces.get(name)?.addresses.length ?? 0) > 0;
}
