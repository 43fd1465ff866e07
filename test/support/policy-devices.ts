// Routing switches with random policies, so that a test can ask of every pair of their ends: three to five VLANs, each
// at a port of its own, some of them off hardware, routes beyond, and up to four policies of the CPU or of the chip.

import { createRandom, type Random } from '../../src/device/sim/random.ts';

const models = [
  ['CRS309-1G-8S+ 7.20.8', 'sfp-sfpplus'],
  ['CRS317-1G-16S+ 7.21.5', 'sfp-sfpplus'],
  ['CRS326-24G-2S+ 7.18.2', 'ether'],
  ['CRS309-1G-8S+ 7.24.5', 'sfp-sfpplus'],
] as const;

/** What the makers of lines draw from. */
interface Draw {
  readonly random: Random;
  chance(odds: number): boolean;
  pick(from: readonly string[]): string;
  /** The number of one of the VLANs, which is its port's as well. */
  vlan(): string;
  readonly ports: string;
}

const vlanIds = ['10', '20', '30', '40', '50'];

/** Those that VLANs may have beside their first one. */
export const secondNetworks = vlanIds.map((vlan) => `10.1.${vlan}.0/24`);

/** The export of a device; the same for the same seed. */
export function policyDevice(seed: number): string {
  const random = createRandom(seed);
  const [target, ports] = random.pick(models) ?? models[0];
  const vlans = vlanIds.slice(0, random.between(3, 5));
  const pick = (from: readonly string[]) => random.pick(from) ?? '';
  const draw: Draw = { random, ports, chance: random.chance, pick, vlan: () => pick(vlans) };
  const policies = Array.from({ length: random.between(1, 4) }, (_, index) => policyLines(draw, String(index)));
  return [
    `# target: ${target}`,
    '/interface/bridge/add name=bridge1 vlan-filtering=yes admin-mac=00:00:5E:00:53:01 auto-mac=no',
    ...vlans.flatMap((vlan) => networkLines(draw, vlan)),
    '/interface/ethernet/switch/set 0 l3-hw-offloading=yes',
    ...surroundingLines(draw),
    '/interface/list/add name=some',
    ...vlans.filter(() => random.chance(0.4)).map((vlan) => `/interface/list/member/add list=some interface=v${vlan}`),
    ...policies.flat(),
    '',
  ].join('\n');
}

function networkLines({ chance, ports }: Draw, vlan: string): readonly string[] {
  return [
    `/interface/vlan/add interface=bridge1 name=v${vlan} vlan-id=${vlan}`,
    `/interface/bridge/port/add bridge=bridge1 interface=${ports}${portOf(vlan)} pvid=${vlan}`,
    `/interface/bridge/vlan/add bridge=bridge1 tagged=bridge1 vlan-ids=${vlan}`,
    `/ip/address/add address=10.0.${vlan}.1/24 interface=v${vlan}`,
    ...(chance(0.3) ? [`/ip/address/add address=10.1.${vlan}.1/24 interface=v${vlan}`] : []),
  ];
}

function portOf(vlan: string): string {
  return vlan.slice(0, 1);
}

/** Networks behind routers. */
export const remoteNetworks = ['172.16.0.0/16', '172.17.0.0/16', '192.0.2.0/24', '198.51.100.0/24'];

function surroundingLines({ random, chance, pick, vlan, ports }: Draw): readonly string[] {
  const suppressed = (odds: number) => (chance(odds) ? ' suppress-hw-offload=yes' : '');
  const beyond = Array.from({ length: random.between(0, 3) }, () => {
    const ways = chance(0.2) ? `10.0.${vlan()}.254,10.0.${vlan()}.253` : `10.0.${vlan()}.254`;
    return `/ip/route/add dst-address=${pick(remoteNetworks)} gateway=${ways}${suppressed(0.3)}`;
  });
  const flag = 'l3-hw-offloading=no';
  return [
    ...(chance(0.3) ? [`/interface/ethernet/switch/port/set ${ports}${portOf(vlan())} ${flag}`] : []),
    ...(chance(0.2) ? [`/interface/vlan/set [find name=v${vlan()}] ${flag}`] : []),
    ...beyond,
    ...(chance(0.4) ? [`/ip/route/add gateway=10.0.${vlan()}.254${suppressed(0.4)}`] : []),
    ...(chance(0.15) ? [`/ip/vrf/add name=cust interfaces=v${vlan()}`] : []),
  ];
}

const services = [
  'protocol=tcp dst-port=80',
  'protocol=udp',
  'protocol=tcp',
  'protocol=icmp',
  'protocol=tcp src-port=443',
];

function matchOf({ chance, pick, vlan }: Draw, mayNameExit: boolean): string {
  const address = () =>
    pick([`10.0.${vlan()}.0/24`, `10.0.${vlan()}.9`, `10.1.${vlan()}.0/24`, pick(remoteNetworks), '!10.0.20.0/24']);
  const side = (name: string) =>
    pick([`${name}-interface=v${vlan()}`, `${name}-interface=!v${vlan()}`, `${name}-interface-list=some`]);
  const words = [
    ...(chance(0.4) ? [`src-address=${address()}`] : []),
    ...(chance(0.4) ? [`dst-address=${address()}`] : []),
    ...(chance(0.25) ? [side('in')] : []),
    ...(mayNameExit && chance(0.25) ? [side('out')] : []),
    ...(chance(0.3) ? [pick(services)] : []),
  ];
  return words.join(' ');
}

function switchMatchOf({ chance, pick, vlan, ports }: Draw): string {
  const network = () => pick([`10.0.${vlan()}.0/24`, pick(remoteNetworks)]);
  const words = [
    ...(chance(0.5) ? [`ports=${ports}${portOf(vlan())}`] : []),
    'mac-protocol=ip',
    ...(chance(0.3) ? [`src-address=${network()}`] : []),
    ...(chance(0.3) ? [`dst-address=${network()}`] : []),
    ...(chance(0.3) ? ['protocol=tcp dst-port=80'] : []),
    ...(chance(0.2) ? [`vlan-id=${vlan()}`] : []),
  ];
  return words.join(' ');
}

const states = ['', '', 'connection-state=invalid', 'connection-state=new', 'connection-state=established,related'];

/** Each makes the lines of one policy. */
const makers: readonly ((draw: Draw, name: string) => readonly string[])[] = [
  (draw) => [
    `/ip/firewall/filter/add chain=forward action=${draw.pick(['drop', 'accept', 'reject'])} ${draw.pick(states)} ${matchOf(draw, true)}`,
  ],
  (draw) => [
    `/ip/firewall/filter/add chain=forward action=fasttrack-connection connection-state=established,related ${matchOf(draw, true)}`,
  ],
  ({ vlan }) => [`/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=v${vlan()}`],
  ({ pick, vlan }) => {
    const asked = pick([
      `in-interface=v${vlan()}`,
      `dst-address=10.0.${vlan()}.1`,
      `dst-address=${pick(remoteNetworks)}`,
    ]);
    return [
      `/ip/firewall/nat/add chain=dstnat action=dst-nat ${asked} protocol=tcp dst-port=80 to-addresses=10.0.${vlan()}.9`,
    ];
  },
  (draw) => {
    const action = draw.pick([
      'change-ttl new-ttl=set:9',
      'mark-packet new-packet-mark=p',
      'mark-connection new-connection-mark=c',
    ]);
    return [
      `/ip/firewall/mangle/add chain=${draw.pick(['forward', 'prerouting'])} action=${action} ${matchOf(draw, false)}`,
    ];
  },
  ({ pick, vlan }) => [
    '/routing/table/add name=alt fib',
    `/ip/route/add gateway=10.0.${vlan()}.253 routing-table=alt`,
    `/routing/rule/add ${pick([`src-address=10.0.${vlan()}.0/24`, `interface=v${vlan()}`])} action=lookup table=alt`,
  ],
  (draw) => [`/ip/firewall/raw/add chain=prerouting action=${draw.pick(['drop', 'notrack'])} ${matchOf(draw, false)}`],
  ({ pick, vlan }, name) => [
    `/queue/simple/add name=q${name} target=${pick([`10.0.${vlan()}.0/24`, `v${vlan()}`])} max-limit=10M/10M`,
  ],
  ({ pick, vlan }, name) => [`/queue/tree/add name=t${name} parent=${pick(['global', `v${vlan()}`])} max-limit=10M`],
  (draw) => [`/interface/ethernet/switch/rule/add switch=switch1 ${switchMatchOf(draw)} redirect-to-cpu=yes`],
  (draw) => [`/interface/ethernet/switch/rule/add switch=switch1 ${switchMatchOf(draw)} new-dst-ports=""`],
  ({ vlan }, name) => [
    `/ip/ipsec/peer/add name=p${name} address=203.0.113.9`,
    `/ip/ipsec/policy/add src-address=10.0.${vlan()}.0/24 dst-address=10.0.${vlan()}.0/24 tunnel=yes peer=p${name}`,
  ],
  ({ vlan }, name) => [`/ip/hotspot/add name=h${name} interface=v${vlan()}`],
];

function policyLines(draw: Draw, name: string): readonly string[] {
  return draw.random.pick(makers)?.(draw, name) ?? [];
}
