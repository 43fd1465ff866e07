// A switch rule for a port that hangs on the CPU, a bond that the CPU runs, or an interface that is neither.

import { badPortsOf } from '../../forwarding/acl.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclInactiveForSwPorts = defineRule({
  id: 'acl/acl-inactive-for-sw-ports',
  cost: 'H',
  summary: 'Switch rules see packets of the chip only',
  why: 'A rule can list ports of the chip and bonds that it runs; what enters elsewhere never meets it.',
  remedy: 'List ports of the chip, or filter in the firewall.',

  check: aboutEach(
    routingChipRulesWith('acl/acl-inactive-for-sw-ports'),
    ({ rule, reason: { placement } }, { network }) => {
      const [name = ''] = badPortsOf(network, rule).map((bad) => bad.name);
      const [port, bond] = [network.ports.get(name), network.bonds.get(name)];
      if (bond) {
        return {
          placement,
          what: 'whether switch rules work that list a bond of the CPU is not described',
          primary: ['ports', `${bond.hardware ? 'perhaps ' : ''}the CPU runs \`${name}\``],
        };
      }
      return {
        placement,
        what: `switch rules do not apply to ${port ? 'ports that hang on the CPU' : 'what is neither a port nor a bond'}`,
        primary: ['ports', `\`${name}\` is ${port ? 'not on the chip' : 'no port'}`],
      };
    },
  ),
});
