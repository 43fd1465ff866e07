// Switch rules that send whole ports to the CPU: the documented way to keep a port's traffic from being routed in
// hardware.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../model/config.ts';

/** Matchers that a rule for all IPv4 or IPv6 packets of a port may have. */
const harmless: ReadonlySet<string> = new Set([
  'comment',
  'disabled',
  'mac-protocol',
  'ports',
  'redirect-to-cpu',
  'switch',
]);

/** Whether a switch rule takes every packet of the family that enters at this port to the CPU. */
export function isRedirected(network: Network, port: string, family: 4 | 6): boolean {
  return enabledItemsOf(network.config, '/interface/ethernet/switch/rule').some(
    (rule) => redirectsAll(rule, family) && coversPort(network, rule, port),
  );
}

function redirectsAll(rule: Item, family: 4 | 6): boolean {
  if (!isYes(propertyValue(rule, 'redirect-to-cpu'))) return false;
  if ([...rule.properties.keys()].some((name) => !harmless.has(name))) return false;
  const protocol = propertyValue(rule, 'mac-protocol');
  return protocol === undefined || ['ip', '0x800', '0x0800'].includes(protocol) === (family === 4);
}

function coversPort(network: Network, rule: Item, port: string): boolean {
  const ports = listValues(propertyValue(rule, 'ports'));
  if (ports.length === 0) return true;
  return ports.some((name) => name === port || network.bonds.get(name)?.slaves.includes(port));
}
