// Random configurations for the differential test: one of four small networks, a model, a version, and a few changes.
// Covered: IPv4 between two subnets of one chip, with bridges, bonds, a routed port, two bridges; hardware-routing
// flags, switch rules, firewall, NAT, tracking, VRF, routes and routing rules, bridge features, link state, MTU, MAC.
// Not covered: IPv6, tunnels, VRRP, MLAG, HotSpot, IPsec, capacity limits, switched traffic within one VLAN.

import fc from 'fast-check';
import { type Host, left, rig, right } from '../sim-rig.ts';

export interface Configuration {
  readonly model: string;
  readonly routeros: string;
  readonly base: Base;
  readonly changes: readonly string[];
}

type Base = keyof typeof bases;

const bridgePorts = '/interface bridge port';
const vlanInterfaces = `/interface vlan
add interface=bridge name=left vlan-id=2
add interface=bridge name=right vlan-id=3
`;

const bases = {
  'two-vlans': rig,
  bond: rig
    .replace(bridgePorts, `/interface bonding\nadd mode=802.3ad name=bond1 slaves=sfp-sfpplus1\n${bridgePorts}`)
    .replace('interface=sfp-sfpplus1', 'interface=bond1'),
  'routed-port': rig
    .replace('interface=right', 'interface=sfp-sfpplus2')
    .replace(/add bridge=bridge .*sfp-sfpplus2 pvid=3\n/, '')
    .replace('interface=bridge name=right', 'interface=bridge name=other'),
  'two-bridges': rig
    .replace(vlanInterfaces, '')
    .replace(bridgePorts, `/interface bridge\nadd name=second vlan-filtering=yes\n${bridgePorts}`)
    .replace(/add bridge=bridge (.*sfp-sfpplus2 pvid=3)/, 'add bridge=second $1')
    .replace('bridge=bridge tagged=bridge vlan-ids=3', 'bridge=second tagged=second vlan-ids=3')
    .replace('/ip address', `${vlanInterfaces.replace('bridge name=right', 'second name=right')}/ip address`),
} as const;

const noFiltering = '/interface/bridge/set bridge vlan-filtering=no';

/** Console commands; `@left`, `@right` and `@spare` stand for ports, `@out` for the interface of the second subnet. */
const changes = [
  '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
  '/interface/bonding/set [find] mode=active-backup',
  '/interface/bonding/set [find] mode=balance-rr',
  '/ip/firewall/filter/add chain=forward action=fasttrack-connection hw-offload=no connection-state=established,related',
  '/ip/firewall/filter/add chain=forward action=fasttrack-connection connection-state=established,related',
  '/ip/firewall/filter/add chain=forward action=accept connection-state=established,related',
  '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
  '/ip/firewall/filter/add chain=forward action=accept in-interface=left',
  '/ip/firewall/filter/add chain=forward action=drop protocol=tcp dst-port=514',
  '/ip/firewall/filter/add chain=forward action=drop in-interface=@out connection-state=new',
  '/ip/firewall/mangle/add chain=forward action=mark-packet new-packet-mark=x',
  '/ip/firewall/raw/add chain=prerouting action=notrack',
  '/ip/firewall/connection/tracking/set enabled=yes',
  '/ip/firewall/connection/tracking/set enabled=no',
  '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
  '/interface/bridge/set bridge admin-mac=02:BB:00:00:00:01 auto-mac=no',
  '/interface/ethernet/set @right disabled=yes',
  '/interface/vlan/set left disabled=yes',
  '/interface/vlan/set [find vlan-id=2] use-service-tag=yes',
  '/interface/vlan/set [find vlan-id=3] mtu=1400',
  '/interface/bridge/port/set [find interface=@right] frame-types=admit-only-vlan-tagged',
  '/interface/bridge/port/set [find interface=@right] pvid=5',
  '/interface/bridge/port/set [find interface=@right] hw=no',
  '/interface/bridge/port/set [find interface=@left] horizon=1',
  '/interface/bridge/port/add bridge=bridge interface=@spare pvid=2',
  noFiltering,
  '/interface/bridge/set bridge dhcp-snooping=yes',
  '/interface/bridge/set bridge igmp-snooping=yes',
  '/interface/bridge/set bridge protocol-mode=mstp',
  '/interface/bridge/settings/set use-ip-firewall=yes',
  '/interface/bridge/vlan/set [find vlan-ids=2] tagged=""',
  '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left vlan-id=2 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left vlan-id=9 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=udp dst-port=514',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=tcp dst-port=514 new-dst-ports=""',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@right mac-protocol=ip src-address=10.0.3.0/24 dst-address=10.0.2.0/24 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left,@right mac-protocol=ip protocol=udp new-dst-ports=""',
  '/ip/settings/set allow-fast-path=no',
  '/ip/settings/set ip-forward=no',
  '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.2.99',
  '/ip/route/add dst-address=10.0.3.0/25 blackhole',
  '/routing/rule/add src-address=10.0.2.0/24 action=lookup table=main',
  '/ip/vrf/add name=cust interfaces=@out',
  '/queue/simple/add name=q target=10.0.2.0/24',
] as const;

/** Shrinks to the first network, model and version, and to fewer changes. */
export const configurations: fc.Arbitrary<Configuration> = fc
  .record({
    base: fc.constantFrom(...(Object.keys(bases) as Base[])),
    model: fc.constantFrom('CRS326-24G-2S+', 'CRS309-1G-8S+'),
    routeros: fc.constantFrom('7.18.2', '7.14.3', '7.21.5', '7.24.5'),
    changes: fc.uniqueArray(fc.constantFrom(...changes), { maxLength: 5 }),
  })
  // Hosts behind a bridge that does not filter would have to send service tags, which the simulated ones do not.
  .filter(
    ({ changes: chosen }) => !(chosen.includes(noFiltering) && chosen.some((line) => line.includes('service-tag'))),
  );

/** The interface that has the second subnet. */
export function outInterface({ base }: Configuration): string {
  return base === 'routed-port' ? 'sfp-sfpplus2' : 'right';
}

/** Hosts of a VLAN interface: without VLAN filtering its bridge takes nothing for it but frames that carry the tag. */
export function hostsOf({ base, changes }: Configuration): readonly [left: Host, right: Host] {
  if (!changes.includes(noFiltering)) return [left, right];
  const isBelowBridge = base === 'two-vlans' || base === 'bond';
  return [{ ...left, vlan: 2 }, isBelowBridge ? { ...right, vlan: 3 } : right];
}

/** The configuration as a script. */
export function scriptOf(configuration: Configuration): string {
  const names: Readonly<Record<string, string>> = {
    '@left': 'sfp-sfpplus1',
    '@right': 'sfp-sfpplus2',
    '@spare': configuration.model.startsWith('CRS309') ? 'sfp-sfpplus5' : 'ether5',
    '@out': outInterface(configuration),
  };
  const lines = configuration.changes.map((line) => line.replace(/@\w+/g, (word) => names[word] ?? word));
  return `${bases[configuration.base]}${lines.join('\n')}\n`;
}
