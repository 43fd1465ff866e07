// Random sites of one switch, and what other people have configured on it besides.

import type { Random } from '../../../src/device/sim/random.ts';

export interface Management {
  readonly text: string;
  readonly port: string;
  readonly address: string;
  /** A line of `ports:`. */
  readonly portLine: string;
}

export const portManagement: Management = {
  text: '{ port: ether24, address: 192.168.88.1/24 }',
  port: 'ether24',
  address: '192.168.88.1',
  portLine: '',
};
export const vlanManagement: Management = {
  text: '{ vlan: mgmt, address: 10.99.0.2/24 }',
  port: 'ether23',
  address: '10.99.0.2',
  portLine: '      ether23: { vlan: mgmt }\n',
};

const names = ['red', 'green', 'blue', 'grey'] as const;

export function siteText(random: Random, version: string, management: Management): string {
  const vlans = names.filter(() => random.chance(0.7));
  if (vlans.length < 2) vlans.splice(0, vlans.length, 'red', 'green');
  const id = (name: string) => 10 + names.indexOf(name as (typeof names)[number]) + (random.chance(0.1) ? 100 : 0);
  const ids = new Map(vlans.map((name) => [name, id(name)]));
  /** Ports of one VLAN, and the address of whoever is plugged in there. */
  const access: { readonly port: string; readonly address: string }[] = [];
  const hasBond = random.chance(0.3);
  const ports = [1, 2, 3, 4, 5, 6].flatMap((number) => {
    if (hasBond && number >= 5) return [`      ether${number}: { bond: pair }`];
    const vlan = random.pick(vlans) ?? 'red';
    if (random.chance(0.15)) return [];
    if (random.chance(0.25)) return [`      ether${number}: { trunk: [${vlans.join(', ')}] }`];
    if (random.chance(0.15)) return [`      ether${number}: { routed: 172.16.${number}.1/30 }`];
    access.push({ port: `ether${number}`, address: `10.${ids.get(vlan)}.0.${50 + number}` });
    return [`      ether${number}: { vlan: ${vlan} }`];
  });
  const routes = Array.from({ length: random.between(0, 5) }, (_, index) => {
    const via = `10.${ids.get(vlans[0] ?? 'red')}.0.${random.between(2, 5)}`;
    return `      - { to: 198.51.${100 + index}.0/24, via: ${via} }`;
  });
  const [first = 'red', second = 'green'] = vlans;
  const acl = random.chance(0.4)
    ? [
        'acls:',
        '  apart:',
        `    from: ${first}`,
        '    rules:',
        ...Array.from({ length: random.between(1, 4) }, (_, index) => {
          const port = random.pick([22, 23, 80, 443]) ?? 22;
          return `      - deny: { to: ${second}, protocol: tcp, port: ${port + index} }`;
        }),
        '      - permit: any',
      ]
    : [];
  return [
    'version: 1',
    'site: simulated',
    'vlans:',
    ...vlans.map((name) => `  ${name}: { id: ${ids.get(name)}, ipv4: 10.${ids.get(name)}.0.0/24${mtuOf(random)} }`),
    ...(management === vlanManagement ? ['  mgmt: { id: 99, ipv4: 10.99.0.0/24 }'] : []),
    'devices:',
    '  core:',
    '    model: CRS326-24G-2S+',
    `    routeros: ${version}`,
    `    management: ${management.text}`,
    '    ports:',
    ...ports,
    ...(management.portLine === '' ? [] : [management.portLine.trimEnd()]),
    ...(hasBond ? ['    bonds:', `      pair: { mode: 802.3ad, vlan: ${first} }`] : []),
    `    gateways: { ${vlans.map((name) => `${name}: 10.${ids.get(name)}.0.1`).join(', ')} }`,
    ...(random.chance(0.3) ? ['    igmp-snooping: true'] : []),
    ...(routes.length > 0 ? ['    routes:', ...routes] : []),
    ...acl,
    ...(access.length > 0 ? ['hosts:'] : []),
    ...access.map(({ port, address }) => `  at-${port}: { device: core, port: ${port}, address: ${address} }`),
    '',
  ].join('\n');
}

function mtuOf(random: Random): string {
  return random.chance(0.2) ? ', mtu: 1400' : '';
}

/** What other people have on the device, some of it in the menus that rosc manages. */
export function strangersScript(random: Random): string {
  const lines = [
    '/ip firewall address-list add list=known address=192.0.2.77 comment="not ours"',
    '/ip route add dst-address=192.0.2.128/25 gateway=10.10.0.9 comment=theirs',
    '/ip firewall filter add chain=input action=accept protocol=icmp',
    '/ip firewall filter add chain=forward action=accept comment="theirs too"',
    '/interface list add name=theirs',
    '/system note set note="hands off"',
    '/ip dns set servers=192.0.2.53',
    '/interface ethernet set ether10 comment="their port"',
    // Rules for interfaces that the site may remove.
    ':do { /ip firewall filter add chain=forward action=passthrough in-interface=blue } on-error={}',
    ':do { /ip firewall filter add chain=forward action=passthrough out-interface=grey comment="to grey" } on-error={}',
  ];
  return lines.filter(() => random.chance(0.6)).join('\n');
}
