// A route whose connections FastTrack hands to the chip: what audit says of it, held against connections through the
// simulated device, which shares no code with it.

import { expect, test } from 'vitest';
import { analyze } from '../../src/offload/analyze.ts';
import { openFixture } from '../support/rule-fixtures.ts';
import { device, type Host, left, packet, rig, right } from '../support/sim-rig.ts';

const model = 'CRS309-1G-8S+';
const routeros = '7.20.8';
const gateway: Host = { address: '203.0.113.1', mac: '02:00:00:00:09:01', port: 'sfp-sfpplus3' };
/** Behind the gateway. */
const far: Host = { ...gateway, address: '198.51.100.9' };

/** Who asks by NAT. */
const translated: Host = { ...gateway, address: '203.0.113.2' };

const fasttrack = 'add chain=forward action=fasttrack-connection connection-state=established,related';
const base = `${rig}/ip address
add address=203.0.113.2/30 interface=sfp-sfpplus3
/ip route
add gateway=203.0.113.1
/interface ethernet switch port
set [find name=sfp-sfpplus3] l3-hw-offloading=no
/ip firewall nat
add chain=srcnat action=masquerade out-interface=sfp-sfpplus3
/ip firewall filter
`;

test.each([
  [`${fasttrack}\n`, 'fasttrack'],
  [`${fasttrack} hw-offload=no\n`, 'cpu'],
  [`${fasttrack} protocol=tcp\n`, 'cpu'],
  [`${fasttrack} src-address=10.0.2.0/24\n`, 'cpu'],
  [`${fasttrack} src-address=10.0.2.0/24\n${fasttrack}\n`, 'fasttrack'],
  // The first answer decides, which no rule for what is sent by its clients matches.
  [`${fasttrack} src-address=10.0.2.0/24 hw-offload=no\n${fasttrack}\n`, 'fasttrack'],
  [`add chain=forward action=accept protocol=tcp dst-port=443\n${fasttrack}\n`, 'fasttrack'],
  [`add chain=forward action=accept protocol=tcp port=443\n${fasttrack}\n`, 'cpu'],
  [`add chain=forward action=accept protocol=icmp\n${fasttrack}\n`, 'fasttrack'],
  [`${fasttrack}\n/interface ethernet switch l3hw-settings\nset fasttrack-hw=no\n`, 'cpu'],
  [`${fasttrack}\n/queue simple\nadd name=q target=10.0.2.0/24 max-limit=10M/10M\n`, 'cpu'],
  [`${fasttrack}\n/queue simple\nadd name=q target=10.0.3.0/24 max-limit=10M/10M\n`, 'cpu'],
  [`${fasttrack}\n/queue tree\nadd name=q parent=sfp-sfpplus3 max-limit=10M\n`, 'fasttrack'],
  [`${fasttrack}\n/ip firewall mangle\nadd chain=forward action=change-dscp new-dscp=10 protocol=udp\n`, 'cpu'],
  [`${fasttrack}\n/ip firewall mangle\nadd chain=forward action=change-dscp new-dscp=10 protocol=icmp\n`, 'fasttrack'],
])('the default route beside %j is %s, as its connections fare', (rules, placement) => {
  const text = `# target: ${model} ${routeros}\n${base}${rules}`;
  const { context } = openFixture({ path: 'handed-over.rsc', text });
  const { verdicts } = analyze({ ...context, context: 'audit' });
  expect(verdicts.find(({ subject }) => subject.menu === '/ip/route')?.placement).toBe(placement);
  const simulator = device(rules, { model, routeros, base });
  for (const host of [gateway, far]) simulator.attach(host);
  simulator.settle();
  const ways = [left, right].flatMap((host) =>
    ['tcp', 'udp'].flatMap((protocol) =>
      [80, 443].map((port) => {
        const request = packet(host, far, { protocol, destinationPort: port, syn: true });
        simulator.inject(request);
        const answer = { protocol, sourcePort: port, destinationPort: 50_000, syn: true, ack: true };
        simulator.inject(packet(far, translated, answer));
        const next = packet(host, far, { protocol, destinationPort: port, ack: true });
        simulator.inject(next);
        return simulator.inject(next);
      }),
    ),
  );
  const isHandedOver = ways.every((way) => way.placement === 'fasttrack' && way.bypassed.length === 0);
  expect(isHandedOver).toBe(placement === 'fasttrack');
});
