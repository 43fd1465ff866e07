// A switch rule for a port that hangs on the CPU, a bond that the CPU runs, or an interface that is neither.

import type { Network } from '../../forwarding/network.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { defineRule, ofEach } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclInactiveForSwPorts = defineRule({
  id: 'acl/acl-inactive-for-sw-ports',
  cost: 'H',
  summary: 'Switch rules see packets of the chip only',
  why: 'A rule can list ports of the chip and bonds that it runs; what enters elsewhere never meets it.',
  remedy: 'List ports of the chip, or filter in the firewall.',

  check: ofEach(rulesOfRoutingChip, (item, { network }) => {
    const [outside] = listValues(propertyValue(item, 'ports')).flatMap((name) => outsideOf(network, name) ?? []);
    if (outside === undefined) return [];
    return {
      subject: item,
      placement: 'unavailable',
      what: 'switch rules do not apply to what is no port of the chip',
      primary: ['ports', outside],
    };
  }),
});

/** What keeps packets of an interface away from the chip's rules. */
function outsideOf(network: Network, name: string): string | undefined {
  const port = network.ports.get(name);
  if (port) return port.switch ? undefined : `\`${name}\` is not on the chip`;
  const bond = network.bonds.get(name);
  if (bond) return bond.hardware ? undefined : `\`${name}\` is a bond of the CPU`;
  const kind = network.kindOf(name);
  return kind && `\`${name}\` is no port and no bond`;
}
