// Lines that belong together, for what single random lines come upon too rarely: a way to the CPU, and what happens
// there.

const leftOff = '/interface/ethernet/switch/port/set @left l3-hw-offloading=no';
const rightOff = '/interface/ethernet/switch/port/set @right l3-hw-offloading=no';
const redirect = '/interface/ethernet/switch/rule/add switch=switch1 ports=@left,@right redirect-to-cpu=yes';
const fasttrack = 'add chain=forward action=fasttrack-connection connection-state=established,related';
const accept = '/ip/firewall/filter/add chain=forward action=accept connection-state=established,related';
const filter = (line: string) => `/ip/firewall/filter/${line}`;
const markRouting = '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes';
const otherTable = '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt';

export const recipes: readonly (readonly string[])[] = [
  [],
  [leftOff, rightOff],
  [leftOff, rightOff, filter(fasttrack), accept],
  [redirect, filter(fasttrack), accept],
  [redirect, filter(fasttrack.replace('connection-state', 'hw-offload=no connection-state')), accept],
  [redirect, filter(fasttrack), '/interface/ethernet/switch/l3hw-settings/set fasttrack-hw=no'],
  [redirect, '/ip/firewall/mangle/add chain=forward action=fasttrack-connection connection-state=established'],
  [redirect, filter(fasttrack), '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out'],
  [redirect, '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out', accept],
  [redirect, filter(fasttrack), markRouting, otherTable],
  [markRouting, otherTable],
  [redirect, `/ipv6/firewall/filter/${fasttrack}`],
  [redirect, '/ip/firewall/connection/tracking/set enabled=yes'],
  [redirect, '/ip/traffic-flow/set enabled=yes'],
  [redirect.replace('@left,@right', '@left'), filter('add chain=forward action=drop connection-state=invalid')],
  [redirect.replace('@left,@right', '@left'), accept, filter('add chain=forward action=drop in-interface=@in')],
  ['/ipv6/firewall/filter/add chain=forward action=drop protocol=tcp'],
  ['/ipv6/firewall/filter/add chain=forward action=drop in-interface=@out connection-state=new'],
  ['/interface/ethernet/set @right mac-address=02:AA:00:00:00:01'],
  ['/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.3.3'],
  [
    '/interface/bridge/port/set [find interface=@left] hw=no',
    vlanRule('mac-protocol=ip protocol=tcp dst-port=514 vlan-id=2 new-dst-ports=""'),
  ],
  [vlanRule('mac-protocol=ip protocol=tcp dst-port=514 vlan-id=2 new-dst-ports=""')],
  ['/interface/bonding/set [find] mode=balance-rr'],
  ['/interface/bridge/vlan/set [find vlan-ids=2] tagged=""'],
  ['/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 suppress-hw-offload=yes'],
  ['/interface/bridge/port/set [find interface=@left] horizon=1'],
  ['/ip/firewall/raw/add chain=prerouting action=drop protocol=udp'],
];

function vlanRule(words: string): string {
  return `/interface/ethernet/switch/rule/add switch=switch1 ports=@left ${words}`;
}
