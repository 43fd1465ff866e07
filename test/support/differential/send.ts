// What hosts of a random network send: through the device, never to each other.

import type { Packet, PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import type { Host } from '../sim-rig.ts';
import { sides } from './bases.ts';
import { type Configuration, interfaceOf } from './configurations.ts';
import type { Device } from './run-pairs.ts';

export function send(
  { simulator, macs }: Device,
  configuration: Configuration,
  by: Host,
  ip: NonNullable<Packet['ip']>,
): PacketTrace {
  const side = sides.find((each) => configuration.hardware[each] === by.port) ?? 'left';
  return simulator.inject({
    port: by.port,
    sourceMac: by.mac,
    destinationMac: macs.get(interfaceOf(configuration, side)) ?? '',
    tags: by.vlan === undefined ? [] : [{ vlan: by.vlan }],
    length: 500,
    ip,
  });
}
