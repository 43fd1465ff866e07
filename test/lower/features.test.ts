// Single features of lowering: management, policy routing, raw lines, flows, and what a version does not have.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/diagnostics/codes.ts';
import type { Flow } from '../../src/forwarding/packets/flow.ts';
import type { Intent } from '../../src/intent/intent.ts';
import { hopsOf } from '../../src/lower/hops.ts';
import { type Config, itemsOf, type MenuPath, propertyValue } from '../../src/model/config.ts';
import { printPrefix } from '../../src/model/prefix.ts';
import { positionAt, textOf } from '../../src/source/location.ts';
import { lowerSite } from '../support/lower-site.ts';
import { projectRoot } from '../support/project-root.ts';
import { change, marked, read, validSite } from '../support/valid-site.ts';

function fixture(site: string): Intent {
  const path = join(projectRoot, 'fixtures', 'sites', site, 'site.yaml');
  return read(readFileSync(path, 'utf8'));
}

function lowerCore(text: string) {
  return lowerSite(read(text), 'core');
}

/** The items of a menu as words, without name of switch and comment. */
function rows(config: Config, menu: MenuPath): string[] {
  return itemsOf(config, menu).map(({ properties }) =>
    [...properties]
      .filter(([name]) => name !== 'comment' && name !== 'switch')
      .map(([name, { value }]) => `${name}=${value}`)
      .join(' '),
  );
}

describe('the management network', () => {
  test('is no transit: the chip drops both ways', () => {
    const rules = rows(lowerCore(validSite).value.config, '/interface/ethernet/switch/rule');
    const data = 'ports=ether1,ether2,ether3,ether4,ether5,ether6,ether7,ether8,ether9';
    expect(rules).toContain('ports=ether24 mac-protocol=ip new-dst-ports=');
    expect(rules).toContain(`${data} mac-protocol=ip dst-address=192.168.88.0/24 new-dst-ports=`);
  });

  test('is kept apart by the firewall where no chip routes', () => {
    const { config } = lowerSite(fixture('datacenter'), 'edge').value;
    expect(rows(config, '/ip/firewall/filter').slice(2, 4)).toEqual([
      'chain=forward action=drop in-interface=ether5',
      'chain=forward action=drop out-interface=ether5',
    ]);
  });

  test('keeps the services that the site names, for the networks that may manage', () => {
    const { config } = lowerSite(fixture('reference'), 'core').value;
    const on = itemsOf(config, '/ip/service').filter((item) => propertyValue(item, 'disabled') === 'no');
    expect(on.map(({ key }) => key)).toEqual(['api-ssl', 'ssh']);
    expect(on.map((item) => propertyValue(item, 'address'))).toEqual(Array(2).fill('10.99.0.0/24,172.16.0.0/16'));
  });
});

describe('policy routing', () => {
  const broken = fixture('rig-broken');
  const { value, diagnostics } = lowerSite(broken, 'core');

  test('sends exactly its class to the CPU and lets local traffic stay in hardware', () => {
    const rules = rows(value.config, '/interface/ethernet/switch/rule').filter((row) => row.includes('873'));
    const redirect = 'ports=sfp-sfpplus2 mac-protocol=ip protocol=tcp dst-port=873 redirect-to-cpu=yes';
    expect(rules.at(-1)).toBe(redirect);
    const local = rules.filter((row) => !row.includes('redirect-to-cpu') && !row.includes('new-dst-ports'));
    expect(local.every((row) => row.startsWith('ports=sfp-sfpplus2 '))).toBe(true);
    expect(local.some((row) => /dst-address=10\.0\.[23]\.0/.test(row))).toBe(true);
  });

  test('that a flow cannot live with is one error, at the line of the rule, with the flow beside it', () => {
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['firewall/mangle-on-no-fasttrack-hw', 'error'],
    ]);
    const [error] = diagnostics;
    expect(error?.what).toContain('680 Mbit/s');
    expect(error?.related.map(({ at }) => (at.kind === 'source' ? textOf(at) : ''))).toEqual(['hardware']);
    const { at } = error?.primary ?? {};
    const rule = broken.file.text.split('\n').findIndex((line) => line.includes('backups-by-left')) + 1;
    expect(at?.kind === 'source' && positionAt(at.file, at.start).line).toBe(rule);
  });

  test('that no flow minds is a warning', () => {
    const text = broken.file.text.replace('rate: 2Gbps, path: hardware', 'rate: 100Mbps');
    expect(lowerCore(text).diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
  });

  test('a rate above the ceiling is as much an error as a path', () => {
    const text = broken.file.text.replace('rate: 2Gbps, path: hardware', 'rate: 2Gbps');
    expect(lowerCore(text).diagnostics.map(({ severity }) => severity)).toEqual(['error']);
  });

  test('of a VLAN that is routed elsewhere goes by its addresses', () => {
    const { config } = lowerSite(fixture('datacenter'), 'edge').value;
    const marks = rows(config, '/ip/firewall/mangle');
    expect(marks.every((row) => row.includes('src-address=10.30.0.0/24'))).toBe(true);
    expect(rows(config, '/routing/table')).toEqual(['name=backups-by-isp2 fib=']);
  });
});

describe('raw lines', () => {
  const raw = `    raw: |
      /ip/dns/set servers=192.0.2.53
      /interface/ethernet/set ether1 comment=desk
      /ip/route/add dst-address=192.0.2.0/24 gateway=10.0.2.9 comment=mine
acls:`;
  const text = change('acls:', raw);
  const { value, diagnostics } = lowerCore(text);

  test('run on what the site makes, with places in the site', () => {
    expect(diagnostics).toEqual([]);
    const route = itemsOf(value.config, '/ip/route').find(
      (item) => propertyValue(item, 'dst-address') === '192.0.2.0/24',
    );
    const at = route?.properties.get('gateway')?.origin;
    expect(at?.kind === 'source' && text.slice(at.start, at.end)).toBe('10.0.2.9');
    expect(at?.kind === 'source' && at.file.text).toBe(text);
    expect(rows(value.config, '/ip/dns')).toEqual(['servers=192.0.2.53']);
  });

  test('are tagged where they add, and leave alone what is only there', () => {
    const comments = itemsOf(value.config, '/ip/route').map((item) => propertyValue(item, 'comment'));
    expect(comments).toEqual(['rosc:route/0.0.0.0/0', expect.stringMatching(/^rosc:raw\/[0-9a-f]{8} mine$/)]);
    expect(rows(value.config, '/interface/ethernet')).toHaveLength(1);
  });

  test('change nothing else', () => {
    const without = lowerCore(validSite).value.config.items.map(({ menu, key }) => `${menu} ${key}`);
    const kept = value.config.items.map(({ menu, key }) => `${menu} ${key}`);
    expect(kept).toEqual(expect.arrayContaining(without));
    expect(kept.length).toBe(without.length + 3);
  });
});

describe('flows', () => {
  const ends = ({ from, to }: Flow) =>
    [from, to].map(({ interfaces, prefixes, internet }) => [interfaces, prefixes.map(printPrefix), internet]);

  test('have their ends at the interfaces of the device that routes them', () => {
    const [bulk] = lowerSite(fixture('rig'), 'core').value.flows;
    expect(bulk && ends(bulk)).toEqual([
      [['left'], ['10.0.2.0/24'], false],
      [['right'], ['10.0.3.0/24'], false],
    ]);
    expect(bulk).toMatchObject({ name: 'bulk', protocol: 'tcp', rateBps: 10e9, expected: 'hardware', oneWay: false });
  });

  test('cross the devices that their routes lead through', () => {
    const site = fixture('datacenter');
    const hops = (site.site.flows ?? []).map((flow) => hopsOf(site, flow).map(({ device }) => device));
    expect(hops).toEqual([['core'], ['core'], ['core', 'edge']]);
    const [, , backups] = lowerSite(site, 'core').value.flows;
    const [atEdge] = lowerSite(site, 'edge').value.flows;
    expect(backups && ends(backups)[0]).toEqual([['storage'], ['10.30.0.0/24'], false]);
    expect(atEdge && ends(atEdge)).toEqual([
      [['ether1'], ['10.30.0.0/24'], false],
      [[], [], true],
    ]);
  });

  test('take the nearer of two routes to one prefix, whichever is written first', () => {
    const routes = ['{ to: 0.0.0.0/0, via: 10.9.1.2, distance: 2 }', '{ to: 0.0.0.0/0, via: 10.9.2.2 }'];
    const edge = (name: string, net: number) => `  ${name}:
    model: RB450Gx4
    routeros: 7.20.8
    ports: { ether1: { routed: 10.9.${net}.2/30 }, ether2: { routed: 203.0.113.${4 * net + 1}/30, zone: internet } }
`;
    const hops = (written: readonly string[]) => {
      const site = read(`version: 1
site: test
vlans: { left: { id: 2, ipv4: 10.0.2.0/24 } }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports: { ether1: { vlan: left }, ether10: { routed: 10.9.1.1/30 }, ether11: { routed: 10.9.2.1/30 } }
    gateways: { left: 10.0.2.1 }
    routes: [${written.join(', ')}]
${edge('far', 1)}${edge('near', 2)}flows: [{ from: left, to: internet }]
`);
      return (site.site.flows ?? []).map((flow) => hopsOf(site, flow).map(({ device }) => device));
    };
    expect(hops(routes)).toEqual([['core', 'near']]);
    expect(hops(routes.toReversed())).toEqual([['core', 'near']]);
  });

  test('without a name are called after their ends', () => {
    const names = lowerSite(fixture('branch'), 'gw').value.flows.map(({ name }) => name);
    expect(names).toEqual(['office → servers', 'office → internet', 'guests → office']);
  });
});

const steeredSite = validSite
  .replace('CRS326-24G-2S+', 'CRS317-1G-16S+')
  .replace('ether24', 'ether1')
  .replace('ether1-4', 'sfp-sfpplus1-4')
  .replace('ether5-8', 'sfp-sfpplus5-8')
  .replace('ether9', 'sfp-sfpplus9')
  .replace('    routes:', '    pbr: [{ name: other, from: left, via: 10.0.3.9 }]\n    routes:');

describe('a duty of a CPU that would be cheaper elsewhere', () => {
  const duties = validSite
    .replace(
      'acls:',
      '    nat: [{ masquerade: left, out: internet }]\n    pbr: [{ name: other, from: left, via: 10.0.3.9 }]\nacls:',
    )
    .replace('{ name: bulk, from: left, to: right, path: hardware }', '{ from: left, to: right }');
  const router = (model: string) => `  edge:
    model: ${model}
    routeros: 7.14.3
    ports: { ether2: { routed: 203.0.113.2/30 } }
acls:`;
  const fixes = (text: string) => lowerCore(text).diagnostics.map(({ fix }) => fix?.title.split(/, or|; or/)[0]);

  test('goes to the router with the faster CPU, with both ceilings', () => {
    const advice =
      '`edge` (RB4011iGS+) can carry this: move it there, where the CPU forwards about 7.21 Gbit/s; ' +
      'here it is about 680 Mbit/s';
    expect(fixes(duties.replace('acls:', router('RB4011iGS+')))).toEqual([advice, advice]);
  });

  test('goes to a router that nobody has measured, which is said', () => {
    const [pbr] = fixes(duties.replace('acls:', router('RB450Gx4')));
    expect(pbr).toContain('move it there, to a router whose CPU was not measured; here it is about 680 Mbit/s');
  });

  test('goes to a chip that does it', () => {
    const [, nat] = fixes(duties.replace('acls:', router('CCR2116-12G-4S+')));
    expect(nat).toContain('`edge` (CCR2116-12G-4S+) can carry this: move it there, where the switch chip does it');
  });

  test('stays where a newer RouterOS has the chip do it', () => {
    expect(fixes(steeredSite)).toContain('upgrade to RouterOS 7.24 or newer, where the chip does it');
  });

  test('stays where no other device is better', () => {
    const [pbr, nat] = fixes(duties.replace('acls:', router('CRS328-24P-4S+')));
    expect(pbr).toContain('no other device of the site can carry it');
    expect(nat).toBe('put NAT and the firewall on a device made for them');
  });
});

describe('what cannot be kept is said', () => {
  const cases: readonly (readonly [string, string, ...(readonly [Code, string][])])[] = [
    ['policy routing on a chip that could do it in a newer version', steeredSite, ['lower/pbr-on-cpu', 'other']],
    [
      'a VLAN flag before 7.21',
      change('10.0.2.0/24 }', '10.0.2.0/24, l3-offload: false }'),
      ['lower/vlan-flag-too-old', 'false'],
    ],
    [
      'markings before 7.15',
      change('    routes:', '    qos: { trust: dscp }\n    routes:'),
      ['lower/qos-too-old', 'dscp'],
    ],
    [
      'a rate on a port beside the chip',
      validSite
        .replace('CRS326-24G-2S+', 'CRS312-4C+8XG')
        .replace('ether24', 'ether8')
        .replace('ether5-8', 'ether5-7')
        .replace('{ routed', '{ rate: { out: 1Gbps }, routed'),
      ['lower/port-without-chip', '{ out: 1Gbps }'],
    ],
    [
      'storm control and isolation of a port beside the chip',
      validSite
        .replace('CRS326-24G-2S+', 'CRS312-4C+8XG')
        .replace('ether24', 'ether8')
        .replace('ether5-8', 'ether5-7')
        .replace('{ routed', '{ storm-control: { limit: 5 }, isolation: ether1, routed'),
      ['lower/port-without-chip', '{ limit: 5 }'],
      ['lower/port-without-chip', 'ether1'],
    ],
    [
      'snooping that trusts a routed port',
      change('    routes:', '    dhcp-snooping: { trusted: [ether1-9, ether9] }\n    routes:'),
      ['lower/trusted-outside-bridge', 'ether9'],
    ],
    [
      'a bond in switch rules before 7.17',
      change('ether5-8: { vlan: right }', 'ether5-8: { bond: up }').replace(
        '    gateways',
        '    bonds: { up: { vlan: right } }\n    gateways',
      ),
      ['lower/bond-in-switch-rule', 'up'],
    ],
  ];

  test.each(cases.map(([name, text, ...expected]) => ({ name, text, expected })))('$name', ({ text, expected }) => {
    expect(lowerCore(text).diagnostics.map(marked)).toEqual(expected);
  });

  test('a bond in a switch rule has the way out and the sources that audit names for an export', () => {
    const text = cases.find(([name]) => name === 'a bond in switch rules before 7.17')?.[1] ?? '';
    const [{ fix, evidence } = expect.fail('nothing is said')] = lowerCore(text).diagnostics;
    const audit = join(projectRoot, 'fixtures', 'rules', 'acl', 'acl-bond-before-7.17', 'bad-7.16.txt');
    const said = readFileSync(audit, 'utf8').replace(/\s+/g, ' ');
    expect(said).toContain(`fix (${fix?.applicability}): ${fix?.title} more:`);
    expect(evidence.map(({ citation }) => citation)).toEqual(
      [...said.matchAll(/\[([a-z]+\/\S+)\](?= (?:evidence|fix))/g)].map(([, id]) => id),
    );
    expect(evidence).not.toEqual([]);
  });
});

test('an area sums up the networks of each family in the instance of that family', () => {
  const area = '{ interfaces: { left: {} }, ranges: [10.0.0.0/16, "2001:db8::/32"] }';
  const ospf = `    ospf: { router-id: 10.0.0.1, version: ["2", "3"], areas: { backbone: ${area} } }\n    routes:`;
  const { config } = lowerCore(change('    routes:', ospf)).value;
  expect(rows(config, '/routing/ospf/area/range')).toEqual([
    'area=backbone prefix=10.0.0.0/16',
    'area=backbone-v3 prefix=2001:db8::/32',
  ]);
});
