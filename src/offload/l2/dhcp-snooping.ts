// DHCP snooping: harmless to what the chip forwards, but it switches the bridge's FastPath off.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { enabledItemsOf, isYes, propertyValue } from '../../model/config.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';

export const dhcpSnooping = defineRule({
  id: 'l2/dhcp-snooping',
  cost: 'M',
  datapath: 'fasttrack',
  facts: ['l2.dhcp-snooping'],
  implies: ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'],
  summary: 'DHCP snooping switches bridge FastPath off, and with it FastTrack over the bridge',
  why: 'Frames that the chip switches or routes are not affected. What the CPU forwards over this bridge takes the slow path, and FastTrack connections over it are impaired.',
  remedy:
    'Accept it where the chip forwards the traffic; otherwise switch snooping off, or keep DHCP apart with switch rules.',

  check({ config, network }) {
    const findings: Finding[] = [];
    for (const item of enabledItemsOf(config, '/interface/bridge')) {
      if (!isYes(propertyValue(item, 'dhcp-snooping'))) continue;
      const bridge = network.bridges.get(propertyValue(item, 'name') ?? item.key);
      const chips = new Set(
        bridge?.ports.flatMap((port) => network.portsBelow(port.interface).map((below) => below.switch)),
      );
      const facts = [...chips].flatMap((chip) => (chip ? [chip.fact('l2.dhcp-snooping')] : []));
      const isKept = facts.every((fact) => fact?.value === true);
      const fasttrack = fasttrackRules(network)[0];
      findings.push({
        subject: item,
        placement: fasttrack ? 'cpu' : 'hardware',
        // Without FastTrack there is nothing on the CPU that the bridge could speed up.
        cost: fasttrack ? 'H' : isKept ? 'i' : 'M',
        what: fasttrack
          ? 'FastTrack over the bridge is impaired: DHCP snooping switches bridge FastPath off'
          : 'bridge FastPath is off because of DHCP snooping; what the chip forwards is not affected',
        primary: label(item, 'dhcp-snooping', 'switches bridge FastPath off'),
        ...(fasttrack && { related: [label(fasttrack, 'action', 'FastTrack relies on bridge FastPath')] }),
        ...(fasttrack && {
          fix: setValue(item, 'dhcp-snooping', 'no', 'switch snooping off'),
        }),
      });
    }
    return findings;
  },
});
