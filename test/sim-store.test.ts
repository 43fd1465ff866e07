import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../src/device/sim/clock.ts';
import { connectToSimulator } from '../src/device/sim/sim-device.ts';
import { createSimulator } from '../src/device/sim/simulator.ts';
import { targetOf } from './sim-target.ts';

async function device(options: { script?: string; routeros?: string; model?: string } = {}) {
  const clock = createVirtualClock();
  const target = targetOf(options.model ?? 'CRS326-24G-2S+', options.routeros ?? '7.18.2');
  const simulator = createSimulator({ target, clock, ...(options.script !== undefined && { script: options.script }) });
  return { simulator, clock, device: await connectToSimulator(simulator, { url: 'sim:test' }) };
}

describe('a fresh device', () => {
  it('has its ports, chip and identity', async () => {
    const { device: door } = await device();
    expect(await door.identity()).toMatchObject({ model: 'CRS326-24G-2S+', routeros: '7.18.2', name: 'MikroTik' });
    const ports = await door.print('/interface/ethernet');
    expect(ports).toHaveLength(26);
    expect(ports[0]).toMatchObject({ '.id': '*1', name: 'ether1', running: 'true', disabled: 'false' });
    console.log(
      ports[0],
      await door.print('/interface/ethernet/switch'),
      (await door.print('/interface/ethernet/switch/port')).at(-1),
    );
  });
  it('runs the rig', async () => {
    const { device: door } = await device({
      script: `
/interface bridge
add name=bridge vlan-filtering=yes
/interface vlan
add interface=bridge name=left vlan-id=2
add interface=bridge name=right vlan-id=3
/interface bridge port
add bridge=bridge frame-types=admit-only-untagged-and-priority-tagged interface=\\
    sfp-sfpplus1 pvid=2
add bridge=bridge interface=sfp-sfpplus2 pvid=3
/interface bridge vlan
add bridge=bridge tagged=bridge vlan-ids=2
/ip address
add address=10.0.2.1/24 interface=left
add address=10.0.3.1/24 interface=right
/ip route
add dst-address=198.51.100.0/24 gateway=10.0.2.2
/interface ethernet switch
set 0 l3-hw-offloading=yes
`,
    });
    for (const m of [
      '/interface/bridge',
      '/interface/bridge/port',
      '/interface/bridge/vlan',
      '/interface/vlan',
      '/ip/address',
      '/ip/route',
      '/interface/ethernet/switch',
    ] as const)
      console.log(m, await door.print(m));
    console.log(await door.monitor('/interface/ethernet/switch/l3hw-settings/monitor'));
  });
});
