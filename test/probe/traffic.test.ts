// What a switch forwards in hardware stays there while it is probed: packets of others go through it at each sentence.

import { expect, test } from 'vitest';
import type { Device } from '../../src/device/device.ts';
import type { Packet } from '../../src/device/sim/chip/packet.ts';
import { bareSwitch, createProbeRig, probedTarget, questionsFor } from '../support/probe-rig.ts';

interface Subject {
  readonly script: string;
  readonly hosts: readonly { readonly address: string; readonly port: string }[];
}

/** Two networks behind VLANs of a bridge, a route and a switch rule: a switch at work. */
const atWork: Subject = {
  script: [
    '/interface bridge add name=bridge vlan-filtering=yes',
    '/interface bridge port add bridge=bridge interface=ether1 pvid=10',
    '/interface bridge port add bridge=bridge interface=ether2 pvid=20',
    '/interface bridge port add bridge=bridge interface=ether4 pvid=10',
    '/interface bridge vlan add bridge=bridge vlan-ids=10 tagged=bridge',
    '/interface bridge vlan add bridge=bridge vlan-ids=20 tagged=bridge',
    '/interface vlan add name=vlan10 interface=bridge vlan-id=10',
    '/interface vlan add name=vlan20 interface=bridge vlan-id=20',
    '/ip address add address=10.0.10.1/24 interface=vlan10',
    '/ip address add address=10.0.20.1/24 interface=vlan20',
    '/ip route add dst-address=0.0.0.0/0 gateway=10.0.20.2',
    '/ip firewall address-list add list=friends address=192.0.2.9 comment=neighbour',
    '/interface ethernet switch set switch1 l3-hw-offloading=yes',
  ].join('\n'),
  hosts: [
    { address: '10.0.10.2', port: 'ether1' },
    { address: '10.0.10.3', port: 'ether4' },
    { address: '10.0.20.2', port: 'ether2' },
  ],
};

/** Routed ports alone, so that the tables of routes and hosts are filled as well. */
const onBench: Subject = {
  script: [
    bareSwitch,
    '/ip address add address=10.0.10.1/24 interface=ether1',
    '/ip address add address=10.0.20.1/24 interface=ether2',
  ].join('\n'),
  hosts: [
    { address: '10.0.10.2', port: 'ether1' },
    { address: '10.0.20.2', port: 'ether2' },
  ],
};

function packetsBetween(hosts: Subject['hosts']): readonly Packet[] {
  return hosts.flatMap((from, index) =>
    hosts
      .filter(({ address }) => address !== from.address)
      .map((to): Packet => {
        const ip = { source: from.address, destination: to.address, protocol: 'udp', sourcePort: 5000 } as const;
        return {
          port: from.port,
          sourceMac: macOf(index),
          tags: [],
          length: 500,
          ip: { ...ip, destinationPort: 6000 },
        };
      }),
  );
}

function macOf(index: number): string {
  return `00:00:5E:00:53:0${index + 1}`;
}

/** A table that is filled while packets go through it is as full as another. */
const longer: readonly string[] = ['next-hop-table-size', 'route-table-size'];

const everything = questionsFor(probedTarget(), 'rows', 'ports', 'cable').filter(({ id }) => !longer.includes(id));

/** Share of the packets that left hardware, while all of this is asked. */
async function disturbed({ script, hosts }: Subject, asked = everything) {
  const packets = packetsBetween(hosts);
  let all = 0;
  let aside = 0;
  let isWatched = false;
  const send = () => {
    for (const packet of isWatched ? packets : []) {
      all += 1;
      aside += Number(rig.simulator.inject(packet).placement !== 'hardware');
    }
  };
  const watched = (device: Device): Device => ({
    ...device,
    print(menu, options) {
      send();
      return device.print(menu, options);
    },
    run(command, options) {
      send();
      return device.run(command, options);
    },
    pipeline(commands, options) {
      send();
      return device.pipeline(commands, options);
    },
    monitor(path, words, options) {
      send();
      return device.monitor(path, words, options);
    },
  });
  const rig = createProbeRig({ script, through: watched });
  for (const [index, host] of hosts.entries()) rig.simulator.attach({ ...host, mac: macOf(index) });
  rig.simulator.settle();
  for (const packet of packets) rig.simulator.inject(packet);
  isWatched = true;
  await rig.read();
  const { run, ended } = await rig.probe(asked);
  const settled = run.file.answers.filter(({ says }) => says !== undefined).length;
  return { all, share: aside / all, settled, ended };
}

test.each([
  ['a switch at work', atWork, 30],
  ['a switch on a bench', onBench, 48],
])('of what %s forwards one percent leaves hardware at most', async (_, subject, most) => {
  const { all, share, settled, ended } = await disturbed(subject);
  expect(ended).toEqual({ kind: 'as-before' });
  expect(all).toBeGreaterThan(1000);
  expect(settled).toBeGreaterThan(most);
  expect(share).toBeLessThan(0.01);
});

test('what leaves hardware would be seen', async () => {
  const { share } = await disturbed({
    ...atWork,
    script: `${atWork.script}\n/interface vlan set vlan10 l3-hw-offloading=no`,
  });
  expect(share).toBeGreaterThan(0.3);
});
