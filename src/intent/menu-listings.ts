// Which menus of RouterOS a site says row by row, by the keys of a device that lead to them, and what each is for.

import type { MenuPath } from '../model/config.ts';

/** By key: the menu, and what it is for. */
export type Listing = Readonly<Record<string, readonly [MenuPath, string]>>;

export const interfaces = {
  bridges: ['/interface/bridge', 'Bridges besides the one that `ports` and `bonds` are in'],
  'bridge-ports': [
    '/interface/bridge/port',
    'Members of bridges that are no port or bond of the site: radios, tunnels',
  ],
  'bridge-vlans': ['/interface/bridge/vlan', 'Rows of the VLAN tables of such bridges'],
  vlans: ['/interface/vlan', 'VLAN interfaces outside the site’s own bridge: on a port, a bond, another bridge'],
  vrrp: ['/interface/vrrp', 'Addresses that routers share (VRRP)'],
  wireguard: ['/interface/wireguard', 'WireGuard'],
  'wireguard-peers': ['/interface/wireguard/peers', 'The other ends of WireGuard'],
  pppoe: ['/interface/pppoe-client', 'PPPoE uplinks'],
  veth: ['/interface/veth', 'Ends of containers'],
  eoip: ['/interface/eoip', 'EoIP tunnels'],
  gre: ['/interface/gre', 'GRE tunnels'],
  ipip: ['/interface/ipip', 'IP-in-IP tunnels'],
  '6to4': ['/interface/6to4', '6to4 and 6in4 tunnels'],
  l2tp: ['/interface/l2tp-client', 'L2TP uplinks'],
  ovpn: ['/interface/ovpn-client', 'OpenVPN uplinks'],
  'ovpn-servers': ['/interface/ovpn-server/server', 'OpenVPN servers'],
  lists: ['/interface/list', 'Lists of interfaces that include or leave out other lists'],
  'list-members': ['/interface/list/member', 'Members of such lists'],
} as const satisfies Listing;

export const wifi = {
  radios: ['/interface/wifi', 'Radios, by the names that they have from the factory'],
  virtual: ['/interface/wifi', 'Further access points on a radio, their `master-interface`'],
  configurations: ['/interface/wifi/configuration', 'Settings that radios share: SSID, country, mode'],
  security: ['/interface/wifi/security', 'How clients prove themselves; what they have to know is a secret'],
  datapaths: ['/interface/wifi/datapath', 'Where the frames of clients go: bridge, VLAN'],
  channels: ['/interface/wifi/channel', 'Bands, frequencies and widths'],
} as const satisfies Listing;

export const wireless = {
  radios: ['/interface/wireless', 'Radios, by the names that they have from the factory'],
  virtual: ['/interface/wireless', 'Further access points on a radio, their `master-interface`'],
  'security-profiles': [
    '/interface/wireless/security-profiles',
    'How clients prove themselves; what they have to know is a secret',
  ],
} as const satisfies Listing;

export const dhcp = {
  pools: ['/ip/pool', 'Pools of addresses'],
  servers: ['/ip/dhcp-server', 'DHCP servers on interfaces that are no VLAN of `dhcp-server`'],
  networks: ['/ip/dhcp-server/network', 'What their clients learn'],
  clients: ['/ip/dhcp-client', 'Interfaces whose address comes by DHCP'],
  'ipv6-clients': ['/ipv6/dhcp-client', 'Interfaces whose address or prefix comes by DHCPv6'],
} as const satisfies Listing;

export const routing = {
  routes: ['/ip/route', 'Routes that `routes` has no words for: by an interface, into another table'],
  'ipv6-routes': ['/ipv6/route', 'Such IPv6 routes'],
  tables: ['/routing/table', 'Routing tables'],
  rules: ['/routing/rule', 'Which packets ask which table'],
} as const satisfies Listing;

export const rules = {
  filter: ['/ip/firewall/filter', 'The firewall'],
  nat: ['/ip/firewall/nat', 'Address translation'],
  mangle: ['/ip/firewall/mangle', 'Marks and changes of packets'],
  raw: ['/ip/firewall/raw', 'Rules before connection tracking'],
  'ipv6-filter': ['/ipv6/firewall/filter', 'The firewall for IPv6'],
  'ipv6-nat': ['/ipv6/firewall/nat', 'Address translation for IPv6'],
  'ipv6-mangle': ['/ipv6/firewall/mangle', 'Marks and changes of IPv6 packets'],
  'ipv6-raw': ['/ipv6/firewall/raw', 'Rules for IPv6 before connection tracking'],
} as const satisfies Listing;

export const system = {
  'user-groups': ['/user/group', 'Groups of users, with their rights'],
  logging: ['/system/logging', 'Which messages go where'],
  'logging-actions': ['/system/logging/action', 'Where messages may go'],
  schedules: ['/system/scheduler', 'What runs when'],
  scripts: ['/system/script', 'Scripts'],
} as const satisfies Listing;

export const settings = {
  clock: ['/system/clock', 'Time zone'],
  note: ['/system/note', 'What is shown at login'],
  routerboard: ['/system/routerboard/settings', 'How the board starts'],
  discovery: ['/ip/neighbor/discovery-settings', 'Where neighbours are looked for (CDP, LLDP, MNDP)'],
  'connection-tracking': ['/ip/firewall/connection/tracking', 'Connection tracking'],
  'mac-server': ['/tool/mac-server', 'Where MAC Telnet answers'],
  'mac-winbox': ['/tool/mac-server/mac-winbox', 'Where WinBox answers by MAC address'],
  'mac-ping': ['/tool/mac-server/ping', 'Whether pings by MAC address are answered'],
  romon: ['/tool/romon', 'RoMON'],
  'bandwidth-server': ['/tool/bandwidth-server', 'Bandwidth test server'],
  ssh: ['/ip/ssh', 'SSH'],
  cloud: ['/ip/cloud', 'MikroTik’s cloud: dynamic name, time'],
  ipv4: ['/ip/settings', 'IPv4 of the device as a whole'],
  ipv6: ['/ipv6/settings', 'IPv6 of the device as a whole'],
  dns: ['/ip/dns', 'The resolver, beyond `dns`'],
  'ntp-client': ['/system/ntp/client', 'The time client, beyond `ntp`'],
  snmp: ['/snmp', 'SNMP, beyond `snmp`'],
  upnp: ['/ip/upnp', 'UPnP'],
  leds: ['/system/leds/settings', 'Lights'],
  watchdog: ['/system/watchdog', 'Watchdog'],
  updates: ['/system/package/update', 'Where updates come from'],
  'l2tp-server': ['/interface/l2tp-server/server', 'L2TP server'],
} as const satisfies Listing;
