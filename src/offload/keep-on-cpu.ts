// The fix for a policy that the chip bypasses: brings both directions of a path to the CPU, by the narrowest means
// that the device has.

import type { Fix } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { Spared } from '../forwarding/bypass/spared.ts';
import type { RoutedEnd } from '../forwarding/legs/ends.ts';
import { isInHardware } from '../forwarding/legs/leg.ts';
import type { Network } from '../forwarding/network/network.ts';
import { chipName } from '../forwarding/network/ports.ts';
import { type Item, propertyValue } from '../model/config.ts';
import { bondsInSwitchRulesRemedy, takesBondsInSwitchRules } from '../model/switch-rule-bonds.ts';
import { commandFix, redirectPorts, routeInHardware, setNamed, word } from './fix.ts';

type KeptPath = Pick<Spared, 'from' | 'to' | 'family'>;

/** Prefers the end that leads to the Internet, because that is where state is kept. */
export function endToKeep({ from, to }: KeptPath): RoutedEnd {
  return from.internet && !to.internet ? from : to.internet ? to : from;
}

export function keepOnCpu(network: Network, path: KeptPath): Fix {
  const end = endToKeep(path);
  const chip = network.offload?.switch;
  if (end.interface.kind === 'vlan' && chip?.fact('l3.vlan-flag')?.value === true) {
    return commandFix(
      `take \`${end.name}\` off hardware routing: the CPU then sees both directions`,
      setNamed('/interface/vlan', end.name, 'l3-hw-offloading=no'),
    );
  }
  if (!chip || !isInHardware(end.leg)) {
    return manualFix('say the same with switch rules, or take one side of the path off hardware routing');
  }
  const isBond = end.interface.kind === 'bond';
  if (isBond && !takesBondsInSwitchRules(network.target.routeros)) {
    return manualFix(
      `take one side of the path off hardware routing, and ${bondsInSwitchRulesRemedy} to redirect what enters by \`${end.name}\``,
    );
  }
  const ports = isBond ? end.name : end.leg.on.map(({ name }) => name).join(',');
  if (end.interface.kind === 'port' || isBond) {
    return commandFix(
      `take \`${end.name}\` off hardware routing, and redirect what enters there`,
      ...end.leg.on.map(({ name }) => routeInHardware('no', 'port', name)),
      // The flag of the ports is for both families, whichever the policy is about.
      ...redirectPorts(network, ports),
    );
  }
  return manualFix(
    'say the same with switch rules, or redirect this class of packets to the CPU with them, in both directions',
  );
}

/** A switch rule that brings what a rule matches to the CPU; undefined = no single one can say that match. */
export function redirectOf(network: Network, rule: Item): string | undefined {
  if (!rule.properties.has('src-address') && !rule.properties.has('dst-address')) return undefined;
  const words: string[] = [];
  for (const name of ['src-address', 'dst-address', 'protocol', 'src-port', 'dst-port']) {
    const value = propertyValue(rule, name);
    if (value === undefined) continue;
    if (/[!,-]/.test(value)) return undefined;
    words.push(`${name}=${word(value)}`);
  }
  const add = `/interface/ethernet/switch/rule add switch=${chipName(network)}`;
  return `${add} mac-protocol=ip ${words.join(' ')} redirect-to-cpu=yes`;
}
