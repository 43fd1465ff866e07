// Lines that belong together, for what single random lines come upon too rarely: a way to the CPU, and what happens
// there.

import fc from 'fast-check';

const leftOff = '/interface/ethernet/switch/port/set @left l3-hw-offloading=no';
const rightOff = '/interface/ethernet/switch/port/set @right l3-hw-offloading=no';
const redirect = switchRule('ports=@left,@right redirect-to-cpu=yes');
const redirectLeft = switchRule('ports=@left redirect-to-cpu=yes');
const fasttrack = 'add chain=forward action=fasttrack-connection connection-state=established,related';
const accept = filter('add chain=forward action=accept connection-state=established,related');
const masquerade = '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out';
const markRouting = '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes';
const otherTable = '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt';
const switchOff = '/interface/ethernet/switch/set 0 l3-hw-offloading=no';
const fasttrackOff = '/interface/ethernet/switch/l3hw-settings/set fasttrack-hw=no';
const customer = '/ip/vrf/add name=cust interfaces=@spare';

const encryption = '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=10.0.3.0/24 tunnel=yes peer=p';
const login = '/ip/hotspot/add interface=@in';

/** To the CPU by all ways, and how fast it is there. */
const paths: readonly (readonly string[])[] = [
  [leftOff, rightOff],
  [leftOff, rightOff, filter(fasttrack), accept],
  [redirect, filter(fasttrack), accept],
  [redirect, filter(fasttrack.replace('connection-state', 'hw-offload=no connection-state')), accept],
  [redirect, filter(fasttrack), fasttrackOff],
  [redirect, filter(fasttrack), fasttrackOff, accept],
  [leftOff, rightOff, filter(fasttrack), fasttrackOff],
  [redirect, '/ip/firewall/mangle/add chain=forward action=fasttrack-connection connection-state=established'],
  [redirect, filter(fasttrack), masquerade],
  [redirect, masquerade, accept],
  [redirect, masquerade],
  [leftOff, rightOff, masquerade],
  [redirect, filter(fasttrack), markRouting, otherTable],
  [redirect, `/ipv6/firewall/filter/${fasttrack}`],
  [redirect, '/ip/firewall/connection/tracking/set enabled=yes'],
  [redirect, '/ip/traffic-flow/set enabled=yes'],
  [redirect, '/ip/traffic-flow/set enabled=yes', '/ip/firewall/connection/tracking/set enabled=no'],
  [leftOff, rightOff, '/ip/traffic-flow/set enabled=yes'],
  [redirect, '/ip/settings/set allow-fast-path=no'],
  [redirect, '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24'],
  [redirect, '/queue/tree/add name=t max-limit=1M parent=global'],
  [redirect, '/ip/settings/set rp-filter=strict', otherTable, '/routing/rule/add action=lookup table=alt'],
  [redirectLeft, filter('add chain=forward action=drop connection-state=invalid')],
  [redirectLeft, accept, filter('add chain=forward action=drop in-interface=@in')],
];

/** In the chip, and what it misses. */
const bypasses: readonly (readonly string[])[] = [
  [markRouting, otherTable],
  ['/routing/rule/add src-address=10.0.2.0/24 action=lookup-only-in-table table=alt', otherTable],
  ['/ipv6/firewall/filter/add chain=forward action=drop protocol=tcp'],
  ['/ipv6/firewall/filter/add chain=forward action=drop in-interface=@out connection-state=new'],
  ['/ipv6/firewall/filter/add chain=forward action=drop protocol=udp dst-port=514'],
  ['/ip/firewall/mangle/add chain=forward action=change-ttl new-ttl=set:9'],
  ['/ip/firewall/mangle/add chain=prerouting action=change-ttl new-ttl=set:9 protocol=udp'],
  ['/ip/firewall/mangle/add chain=postrouting action=change-dscp new-dscp=10'],
  ['/ip/firewall/raw/add chain=prerouting action=drop protocol=udp'],
  ['/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24'],
  [
    '/ip/firewall/mangle/add chain=forward action=mark-packet new-packet-mark=p protocol=udp',
    '/queue/tree/add name=t max-limit=1M parent=global packet-mark=p',
  ],
];

const mark = '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c';
const markOpeners = `${mark} connection-state=new in-interface=@in`;
const dropMarked = filter('add chain=forward action=drop connection-mark=c');

/** What earlier packets have made of their connection, and what that means for later ones and for answers. */
const remembered: readonly (readonly string[])[] = [
  [markOpeners, `${dropMarked} out-interface=@in`],
  [markOpeners, `${dropMarked} connection-state=established protocol=tcp`],
  [markOpeners, filter('add chain=forward action=drop connection-mark=!c connection-state=established')],
  [markOpeners, filter('add chain=forward action=drop connection-mark=no-mark')],
  [markOpeners, `${markRouting} connection-mark=c in-interface=@out`, otherTable],
  [`${mark} connection-state=established in-interface=@out`, `${dropMarked} in-interface=@in`],
  [`${mark} dst-address=10.0.3.0/24 protocol=udp`, `${dropMarked} out-interface=@in`],
  [`${mark.replace('prerouting', 'postrouting')} connection-state=new`, `${dropMarked} in-interface=@out`],
  [
    markOpeners,
    '/ip/firewall/mangle/add chain=forward action=mark-packet new-packet-mark=p connection-mark=c in-interface=@out',
    '/queue/tree/add name=t max-limit=1M parent=global packet-mark=p',
  ],
  [markOpeners, `${dropMarked} out-interface=@in`, '/ip/firewall/raw/add chain=prerouting action=notrack protocol=udp'],
  [masquerade, filter('add chain=forward action=drop connection-nat-state=srcnat')],
  [masquerade, markOpeners, filter('add chain=forward action=drop connection-nat-state=!srcnat out-interface=@in')],
  [redirectLeft, markOpeners, `${dropMarked} out-interface=@in`],
  [redirectLeft.replace('@left', '@right'), markOpeners, `${dropMarked} out-interface=@in`],
];

/** Into the chip or not. */
const offloads: readonly (readonly string[])[] = [
  ['/interface/ethernet/set @right mac-address=02:AA:00:00:00:01'],
  ['/interface/bonding/set [find] mode=balance-rr'],
  ['/interface/bridge/vlan/set [find vlan-ids=2] tagged=""'],
  ['/interface/bridge/port/set [find interface=@left] horizon=1'],
  ['/interface/bridge/port/set [find interface=@left] hw=no', switchRule(vlanDrop())],
  [switchRule(vlanDrop())],
  [switchRule('ports=@right mac-protocol=ip protocol=udp vlan-id=3 redirect-to-cpu=yes')],
  [switchRule('ports=@left mac-protocol=ip protocol=tcp vlan-header=not-present redirect-to-cpu=yes')],
  [customer, switchRule('ports=@left new-vrf=cust')],
  [customer, switchRule('ports=@left,@right new-vrf=cust')],
  [customer, switchRule('mac-protocol=ip dst-address=10.0.2.0/24 new-vrf=cust')],
  [switchRule('ports=@left mac-protocol=ip protocol=udp new-dst-ports=@right')],
];

const routes: readonly (readonly string[])[] = [
  ['/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.3.3'],
  ['/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 suppress-hw-offload=yes'],
  ['/ip/route/add dst-address=10.0.3.0/25 gateway=@out suppress-hw-offload=yes'],
  [
    '/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.3.2 scope=10',
    '/ip/route/add dst-address=198.51.100.0/24 gateway=203.0.113.1 target-scope=11',
  ],
  ['/ip/route/add dst-address=198.51.100.0/24 blackhole', redirect],
  ['/ip/vrf/add name=cust interfaces=@in,@out'],
];

/** What shows in few networks, models or versions, so that it has to be tried more often. */
const rare: readonly (readonly string[])[] = [
  [encryption],
  [login],
  [redirect, encryption],
  [redirect, login],
  [redirect, filter(fasttrack), encryption],
  [redirect, filter(fasttrack), login],
  [leftOff, rightOff, filter(fasttrack), encryption],
  [leftOff, rightOff, filter(fasttrack), markRouting, otherTable],
  [redirect, filter(fasttrack), fasttrackOff],
  [redirect, filter(fasttrack), fasttrackOff, accept],
  [leftOff, rightOff, filter(fasttrack), fasttrackOff],
  [redirect, filter(fasttrack.replace('connection-state', 'hw-offload=no connection-state'))],
  [redirect, '/ip/firewall/mangle/add chain=forward action=fasttrack-connection connection-state=established'],
  [redirect, `/ipv6/firewall/filter/${fasttrack}`],
  [leftOff, rightOff, `/ipv6/firewall/filter/${fasttrack}`],
  [redirect, '/ip/traffic-flow/set enabled=yes'],
  [switchOff, '/ip/traffic-flow/set enabled=yes'],
  [leftOff, rightOff, '/ip/traffic-flow/set enabled=yes'],
  [switchOff, '/ip/firewall/connection/tracking/set enabled=yes'],
  [switchOff, '/ip/traffic-flow/set enabled=yes', '/ipv6/settings/set accept-redirects=no'],
  ['/ipv6/firewall/filter/add chain=forward action=drop in-interface=@in connection-state=new'],
  ['/ipv6/firewall/filter/add chain=forward action=drop'],
  ['/ipv6/firewall/filter/add chain=forward action=drop connection-state=new'],
  ['/ipv6/firewall/filter/add chain=forward action=drop dst-address=2001:db8:3::/64'],
  ['/ipv6/firewall/filter/add chain=forward action=reject out-interface=@out'],
  ['/ip/firewall/filter/add chain=forward action=drop protocol=tcp dst-port=80'],
  ['/ip/firewall/raw/add chain=prerouting action=drop src-address=10.0.2.0/24'],
  [redirectLeft, accept, filter('add chain=forward action=drop')],
  [redirectLeft, filter('add chain=forward action=drop connection-state=!established')],
  [redirectLeft, filter('add chain=forward action=drop connection-state=invalid'), accept],
  [redirectLeft, filter('add chain=forward action=drop connection-state=invalid'), filter(fasttrack)],
  [redirect, masquerade, '/ip/firewall/raw/add chain=prerouting action=drop in-interface=@out'],
  [switchOff, masquerade, filter('add chain=forward action=drop in-interface=@out')],
  [leftOff, rightOff, masquerade, '/ip/firewall/mangle/add chain=prerouting action=drop in-interface=@out'],
  [switchRule('ports=@left mac-protocol=ip vlan-id=2 new-dst-ports=""')],
  // What is dropped one way or the other is dropped: whether VLANs are matched shows in redirects.
  [
    '/interface/bridge/port/set [find interface=@left] hw=no',
    switchRule('ports=@left mac-protocol=ip protocol=udp vlan-id=2 redirect-to-cpu=yes'),
  ],
  [
    '/interface/bridge/port/set [find interface=@left] horizon=1',
    switchRule('mac-protocol=ip protocol=tcp vlan-header=present new-dst-ports=""'),
  ],
  [switchRule('ports=@left mac-protocol=ip protocol=udp vlan-id=2 redirect-to-cpu=yes')],
  [customer, switchRule('ports=@left new-vrf=cust')],
  [customer, switchRule('ports=@left,@right new-vrf=cust')],
  [customer, switchRule('mac-protocol=ip dst-address=10.0.2.0/24 new-vrf=cust')],
  ['/interface/bonding/set [find] mode=balance-tlb'],
  ['/interface/bonding/set [find] mode=balance-alb'],
  ['/interface/bonding/set [find] mode=broadcast'],
  ['/interface/bonding/set [find] mode=balance-rr', accept],
  ['/interface/bonding/set [find] mode=balance-tlb', leftOff],
  ['/interface/bridge/vlan/set [find vlan-ids=2] tagged=""'],
  ['/interface/bridge/vlan/set [find vlan-ids=3] tagged=""'],
  ['/interface/ethernet/set @right mac-address=02:AA:00:00:00:01'],
  ['/interface/ethernet/set @left mac-address=02:AA:00:00:00:02'],
  ['/interface/bridge/set [find name=bridge] ether-type=0x88a8'],
  ['/interface/bridge/vlan/set [find vlan-ids=2] tagged=""', accept],
  ['/interface/vlan/set [find vlan-id=2] l3-hw-offloading=no'],
  [rightOff],
  ['/ip/settings/set ip-forward=no', switchOff],
  ['/interface/bridge/set [find name=bridge] vlan-filtering=no'],
  ['/ipv6/firewall/filter/add chain=forward action=drop protocol=tcp in-interface=@in'],
  [markRouting.replace('passthrough', 'in-interface=@in passthrough'), otherTable],
  [switchOff, '/ip/firewall/mangle/add chain=prerouting action=fasttrack-connection connection-state=established'],
  [switchOff, '/ip/firewall/mangle/add chain=forward action=fasttrack-connection'],
  [leftOff, rightOff, '/ip/firewall/mangle/add chain=forward action=fasttrack-connection'],
  [redirect, '/ip/firewall/mangle/add chain=prerouting action=fasttrack-connection'],
  [redirect, '/ip/firewall/mangle/add chain=forward action=fasttrack-connection connection-state=established', accept],
  [leftOff, rightOff, filter(fasttrack.replace('connection-state', 'hw-offload=no connection-state'))],
  [redirect, filter('add chain=forward action=fasttrack-connection hw-offload=no')],
  [redirect, filter('add chain=forward action=fasttrack-connection hw-offload=no'), accept],
  [
    redirectLeft,
    redirectLeft.replace('@left', '@right'),
    filter(fasttrack.replace('connection-state', 'hw-offload=no connection-state')),
  ],
  [redirect, filter(fasttrack.replace('connection-state', 'hw-offload=no connection-state')), masquerade],
  [leftOff, rightOff, masquerade, accept],
  // Answers are translated back, marked too, and sent out where they came from.
  [leftOff, rightOff, masquerade, markRouting, otherTable],
  [redirect, masquerade, markRouting, otherTable],
  [switchOff, masquerade, markRouting, otherTable],
  [customer, switchRule('mac-protocol=ip protocol=udp new-vrf=cust')],
  [customer, switchRule('mac-protocol=ip protocol=tcp new-vrf=cust')],
  ['/ipv6/firewall/filter/add chain=forward action=drop src-address=2001:db8:2::/64'],
  ['/ipv6/firewall/filter/add chain=forward action=reject protocol=tcp dst-port=80'],
  [`/ipv6/firewall/filter/${fasttrack}`, switchOff],
  [`/ipv6/firewall/filter/${fasttrack}`, '/ipv6/firewall/filter/add chain=forward action=accept', redirect],
  ['/ip/traffic-flow/set enabled=yes'],
  [redirectLeft, '/ip/traffic-flow/set enabled=yes'],
  [rightOff, '/ip/traffic-flow/set enabled=yes'],
  ['/ip/traffic-flow/set enabled=yes interfaces=@in'],
  [switchOff, '/ip/traffic-flow/set enabled=yes', '/ip/settings/set send-redirects=no'],
  [redirect, '/ip/traffic-flow/set enabled=yes', accept],
  [leftOff, rightOff, '/ip/traffic-flow/set enabled=yes', '/ipv6/settings/set accept-redirects=no'],
  [switchRule('ports=@left mac-protocol=ip protocol=tcp vlan-id=2 redirect-to-cpu=yes')],
  [switchRule('ports=@left mac-protocol=ip protocol=udp new-dst-ports=@right')],
  ['/ip/traffic-flow/set enabled=yes', '/ip/firewall/raw/add chain=prerouting action=accept'],
  [redirect, '/ip/traffic-flow/set enabled=yes', '/ipv6/settings/set accept-redirects=no'],
  [leftOff, rightOff, filter(fasttrack), login],
  [redirect, filter('add chain=forward action=fasttrack-connection'), login],
  [redirect, filter(fasttrack), '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24'],
  [leftOff, rightOff, filter(fasttrack), '/queue/tree/add name=t max-limit=1M parent=global'],
  [redirect, filter(fasttrack), '/ip/firewall/mangle/add chain=forward action=change-ttl new-ttl=set:9'],
  [leftOff, rightOff, filter(fasttrack), '/ip/firewall/mangle/add chain=postrouting action=change-dscp new-dscp=10'],
  ['/interface/bridge/set [find name=bridge] auto-mac=no admin-mac=02:BB:00:00:00:01'],
  ['/interface/bridge/set [find name=bridge] auto-mac=no admin-mac=02:BB:00:00:00:01', accept],
  ['/interface/ethernet/set @right mac-address=02:AA:00:00:00:01', accept],
  [switchRule('ports=@right mac-protocol=ip protocol=tcp new-dst-ports=@left')],
  [redirectLeft, filter('add chain=forward action=drop')],
  [switchOff, '/ip/traffic-flow/set enabled=yes', '/ip/settings/set tcp-syncookies=yes'],
  [switchOff, '/ip/traffic-flow/set enabled=yes interfaces=@in'],
  [leftOff, rightOff, '/ip/traffic-flow/set enabled=yes', '/ip/settings/set send-redirects=no'],
  [redirect, '/ip/traffic-flow/set enabled=yes interfaces=@out'],
  ['/ip/firewall/raw/add chain=prerouting action=drop protocol=tcp dst-port=514'],
  ['/ip/firewall/raw/add chain=prerouting action=drop dst-address=10.0.3.0/24 in-interface=@in'],
  ['/ipv6/firewall/filter/add chain=forward action=drop protocol=udp out-interface=@out'],
  // Nobody vouches for ranges, nor for bonds before 7.17.
  [switchRule('mac-protocol=ip protocol=tcp dst-port=1-1024 redirect-to-cpu=yes')],
  [switchRule('mac-protocol=ip protocol=udp dst-port=1-1024 new-dst-ports=""')],
  [switchRule('ports=@left mac-protocol=ip protocol=udp dst-port=1-1024 redirect-to-cpu=yes')],
  [switchRule('ports=@left redirect-to-cpu=yes')],
  [switchRule('ports=@left mac-protocol=ip protocol=udp redirect-to-cpu=yes')],
  [switchRule('ports=@left mac-protocol=ip new-dst-ports=""')],
  ['/interface/bonding/set [find] mode=balance-rr', switchRule('ports=@left redirect-to-cpu=yes')],
  ['/interface/bonding/set [find] mode=balance-rr', switchRule('ports=@left mac-protocol=ip new-dst-ports=""')],
  ['/interface/bonding/set [find] mode=balance-rr', rightOff],
  ['/interface/bonding/set [find] mode=balance-alb', accept],
  ['/interface/bonding/set [find] mode=broadcast', '/ip/traffic-flow/set enabled=yes'],
];

const common: readonly (readonly string[])[] = [[], ...paths, ...bypasses, ...offloads, ...routes];

export const recipes: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...common) },
  { weight: 6, arbitrary: fc.constantFrom(...rare) },
  { weight: 1, arbitrary: fc.constantFrom(...remembered) },
);

/** Those whose lines have these words. */
export function recipesWith(words: RegExp): readonly (readonly string[])[] {
  return [...common, ...rare].filter((recipe) => words.test(recipe.join(' ')));
}

/** What shows at a bond of a version that knows none in switch rules. */
export const atOldBond: readonly (readonly string[])[] = [
  [redirectLeft],
  [redirectLeft, accept],
  [switchRule('ports=@left mac-protocol=ip protocol=tcp new-dst-ports=""')],
];

function filter(line: string): string {
  return `/ip/firewall/filter/${line}`;
}

function switchRule(words: string): string {
  return `/interface/ethernet/switch/rule/add switch=switch1 ${words}`;
}

/** Of packets without a tag, at a port that gives them one. */
function vlanDrop(): string {
  return 'ports=@left mac-protocol=ip protocol=tcp dst-port=514 vlan-id=2 new-dst-ports=""';
}
