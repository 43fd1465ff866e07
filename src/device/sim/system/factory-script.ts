// The configuration that a boxed device comes with, as a script. Source: manual, "Default configurations".

import factory from '../../../../profiles/simulated/factory.json' with { type: 'json' };
import type { Target } from '../../../profile/target.ts';

const kinds: Readonly<Record<string, string>> = factory.kinds;

export function factoryScript(target: Target): string {
  const kind = Object.entries(kinds).find(([start]) => target.model.startsWith(start))?.[1] ?? factory.otherwise;
  const ports = [...target.ports.values()].filter(({ medium }) => medium !== 'wifi').map(({ name }) => name);
  if (kind === 'switch') return switchScript(ports);
  return kind === 'address-only' ? addressOnlyScript(ports) : routerScript(ports);
}

/** All ports switched together, one address on the bridge. */
function switchScript(ports: readonly string[]): string {
  return `/interface bridge
add comment=defconf name=bridge
/interface bridge port
${bridged(ports)}
/ip address
add address=192.168.88.1/24 comment=defconf interface=bridge
`;
}

function addressOnlyScript([first = '']: readonly string[]): string {
  return `/ip address
add address=192.168.88.1/24 comment=defconf interface=${first}
`;
}

/** The first port is the WAN, behind a firewall; the others are the LAN. */
function routerScript([wan = '', ...lan]: readonly string[]): string {
  return `/interface bridge
add comment=defconf name=bridge
/interface list
add comment=defconf name=WAN
add comment=defconf name=LAN
/ip pool
add name=default-dhcp ranges=192.168.88.10-192.168.88.254
/ip dhcp-server
add address-pool=default-dhcp interface=bridge name=defconf
/interface bridge port
${bridged(lan)}
/interface list member
add comment=defconf interface=bridge list=LAN
add comment=defconf interface=${wan} list=WAN
/ip address
add address=192.168.88.1/24 comment=defconf interface=bridge
/ip dhcp-client
add comment=defconf interface=${wan}
/ip dhcp-server network
add address=192.168.88.0/24 comment=defconf dns-server=192.168.88.1 gateway=192.168.88.1
/ip dns
set allow-remote-requests=yes
/ip firewall filter
add action=accept chain=input comment="defconf: accept established,related,untracked" \\
    connection-state=established,related,untracked
add action=drop chain=input comment="defconf: drop invalid" connection-state=invalid
add action=accept chain=input comment="defconf: accept ICMP" protocol=icmp
add action=drop chain=input comment="defconf: drop all not coming from LAN" in-interface-list=!LAN
add action=fasttrack-connection chain=forward comment="defconf: fasttrack" connection-state=established,related
add action=accept chain=forward comment="defconf: accept established,related, untracked" \\
    connection-state=established,related,untracked
add action=drop chain=forward comment="defconf: drop invalid" connection-state=invalid
add action=drop chain=forward comment="defconf: drop all from WAN not DSTNATed" \\
    connection-nat-state=!dstnat connection-state=new in-interface-list=WAN
/ip firewall nat
add action=masquerade chain=srcnat comment="defconf: masquerade" ipsec-policy=out,none out-interface-list=WAN
`;
}

function bridged(ports: readonly string[]): string {
  return ports.map((port) => `add bridge=bridge comment=defconf interface=${port}`).join('\n');
}
