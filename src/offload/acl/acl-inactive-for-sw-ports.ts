// A switch rule for a port that hangs on the CPU, a bond that the CPU runs, or an interface that is neither.

import type { Network } from '../../forwarding/network.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, type FindingAbout } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclInactiveForSwPorts = defineRule({
  id: 'acl/acl-inactive-for-sw-ports',
  cost: 'H',
  summary: 'Switch rules see packets of the chip only',
  why: 'A rule can list ports of the chip and bonds that it runs; what enters elsewhere never meets it.',
  remedy: 'List ports of the chip, or filter in the firewall.',

  check: aboutEach(rulesOfRoutingChip, (item, { network }) =>
    listValues(propertyValue(item, 'ports'))
      .flatMap((name) => outsideOf(network, name) ?? [])
      .slice(0, 1),
  ),
});

/** What keeps packets of an interface away from the chip's rules. */
function outsideOf(network: Network, name: string): FindingAbout | undefined {
  const port = network.ports.get(name);
  const bond = network.bonds.get(name);
  if (bond && !bond.hardware) {
    return {
      placement: 'unknown',
      what: 'whether switch rules work that list a bond of the CPU is not described',
      primary: ['ports', `the CPU runs \`${name}\``],
    };
  }
  if (bond || port?.switch || network.kindOf(name) === undefined) return undefined;
  return {
    placement: 'unavailable',
    what: `switch rules do not apply to ${port ? 'ports that hang on the CPU' : 'what is neither a port nor a bond'}`,
    primary: ['ports', `\`${name}\` is ${port ? 'not on the chip' : 'no port'}`],
  };
}
