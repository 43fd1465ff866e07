import { it } from 'vitest';
import { createSimulator } from '../src/device/sim/simulator.ts';
import { createVirtualClock } from '../src/device/sim/clock.ts';
import { targetOf } from './sim-target.ts';
it('x', () => {
  const s = createSimulator({ target: targetOf('CRS326-24G-2S+', '7.18.2'), clock: createVirtualClock(), script: `
/interface bridge
add name=bridge vlan-filtering=yes
/interface vlan
add interface=bridge name=left vlan-id=2
add interface=bridge name=right vlan-id=3
/interface bridge port
add bridge=bridge interface=sfp-sfpplus1 pvid=2
add bridge=bridge interface=sfp-sfpplus2 pvid=3
/ip address
add address=10.0.2.1/24 interface=left
add address=10.0.3.1/24 interface=right
/interface ethernet switch
set 0 l3-hw-offloading=yes
` });
  s.attach({ address: '10.0.2.2', mac: '02:00:00:00:02:02', port: 'sfp-sfpplus1' });
  s.attach({ address: '10.0.3.2', mac: '02:00:00:00:03:02', port: 'sfp-sfpplus2' });
  const p = { port: 'sfp-sfpplus1', sourceMac: '02:00:00:00:02:02', tags: [], length: 1000, ip: { source: '10.0.2.2', destination: '10.0.3.2', protocol: 'udp', sourcePort: 1234, destinationPort: 514 } };
  for (let i=0;i<2;i++) console.log(JSON.stringify(s.inject(p)));
  s.run('/ip/firewall/filter/add chain=forward action=fasttrack-connection connection-state=established,related; /ip/firewall/filter/add chain=forward action=accept; /interface/ethernet/switch/set 0 l3-hw-offloading=no');
  const r = { ...p, port: 'sfp-sfpplus2', sourceMac: '02:00:00:00:03:02', ip: { source: '10.0.3.2', destination: '10.0.2.2', protocol: 'udp', sourcePort: 514, destinationPort: 1234 } };
  for (const x of [p,r,p,p]) console.log(JSON.stringify(s.inject(x)));
  const t=performance.now(); for (let i=0;i<20000;i++) s.inject(p); console.log('per packet us', (performance.now()-t)/20);
});
