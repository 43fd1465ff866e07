// What has to meet the CPU, and what does not: policy routing by chip and version, NAT and the firewall with FastTrack.

import { describe, expect, test } from 'vitest';
import { itemsOf, type MenuPath, propertyValue } from '../../../src/model/config.ts';
import { lowerSite, printSwitchRule, switchRulesOf, switchSite } from '../../support/policy-site.ts';

function site(model: string, routeros: string, more: string): string {
  return `version: 1
site: test
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: ${model}
    routeros: ${routeros}
    ports:
      sfp-sfpplus1: { vlan: left }
      sfp-sfpplus2: { vlan: right }
      ether1: { routed: 203.0.113.1/30, zone: internet }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    routes:
      - { to: 0.0.0.0/0, via: 203.0.113.2 }
${more}`;
}

type Site = ReturnType<typeof lowerSite>;

function choiceOf({ value }: Site, rule: string) {
  const choice = value.choices.find((each) => each.rule === rule);
  return { form: choice?.form ?? '', entries: choice?.entries, rejected: choice?.rejected.map(({ reason }) => reason) };
}

/** `action` and what of the named properties is set, in order. */
function rows({ value }: Site, menu: MenuPath, ...names: readonly string[]): readonly string[] {
  return itemsOf(value.config, menu).map((item) =>
    ['action', ...names].flatMap((name) => propertyValue(item, name) ?? []).join(' '),
  );
}

const backups = `    pbr:
      - name: backups
        from: right
        match: { protocol: tcp, port: 873 }
        via: 10.0.2.9
`;

describe('policy routing', () => {
  test('uses a VRF where chip and version have it', () => {
    const lowered = lowerSite(site('CRS309-1G-8S+', '7.24.1', backups));
    const [steering] = switchRulesOf(lowered).slice(-1);
    expect(steering && propertyValue(steering, 'new-vrf')).toBe('backups');
    expect(itemsOf(lowered.value.config, '/ip/firewall/mangle')).toEqual([]);
    expect(choiceOf(lowered, 'pbr backups').form).toMatch(/^VRF by switch rule/);
  });

  test.each([
    ['CRS309-1G-8S+', '7.20.8', '98DX8208 cannot do it at this RouterOS version'],
    ['CRS326-24G-2S+', '7.24.1', '98DX3236 cannot do it at this RouterOS version'],
  ])('on %s with %s takes the CPU for exactly its class', (model, routeros, reason) => {
    const lowered = lowerSite(site(model, routeros, backups));
    expect(switchRulesOf(lowered).map(printSwitchRule)).toEqual([
      'pass tcp → 10.0.2.0/23 port 873 at sfp-sfpplus2',
      'pass tcp → 203.0.113.0/30 port 873 at sfp-sfpplus2',
      'to CPU tcp → ip port 873 at sfp-sfpplus2',
    ]);
    expect(choiceOf(lowered, 'pbr backups').rejected).toContain(reason);
    expect(rows(lowered, '/ip/firewall/mangle', 'new-routing-mark')).toEqual(['mark-routing backups']);
  });

  test.each([
    ['10.0.2.7', 'warning', 'among the networks of the site'],
    ['198.51.100.7', 'error', 'beyond them'],
  ])('by the CPU that a flow to %s wants in hardware is of severity %s: it is %s', (to, severity) => {
    const flows = `flows:\n  - { from: right, to: ${to}, protocol: tcp, port: 873, path: hardware }\n`;
    const { diagnostics } = lowerSite(site('CRS309-1G-8S+', '7.20.8', `${backups}${flows}`));
    expect(diagnostics.find(({ code }) => code === 'lower/pbr-on-cpu')?.severity).toBe(severity);
  });

  test('does not hide translated traffic in a VRF', () => {
    const nat = `    nat:\n      - { masquerade: right, out: internet }\n`;
    const text = site('CRS309-1G-8S+', '7.24.1', `${backups.replace('10.0.2.9', '203.0.113.2')}${nat}`);
    expect(choiceOf(lowerSite(text), 'pbr backups').rejected).toContain(
      'packets by `ether1` have to meet NAT or the firewall, which only the CPU has',
    );
  });

  test.each([
    [
      'packets of the next hop’s own VLAN do not take this way',
      'from: left, via: 10.0.3.9',
      '',
      'packets of `right` do not take this way',
    ],
    [
      'the table has another route there',
      'from: [left, right], via: 203.0.113.2',
      '      - { to: 198.51.100.128/25, via: 10.0.3.9 }\n',
      '`198.51.100.128/25`, which is among the destinations, has a route of its own',
    ],
  ])('is no route of the main table where %s', (_, rule, route, reason) => {
    const text = `${route}    pbr:\n      - { name: lab, to: 198.51.100.0/24, ${rule} }\n`;
    const lowered = lowerSite(site('CRS309-1G-8S+', '7.24.1', text));
    expect(choiceOf(lowered, 'pbr lab').rejected).toContain(reason);
  });

  test('asks its rules in their order: a later one would come before a route of the main table', () => {
    const all = '{ name: lab, from: [left, right], to: 198.51.100.0/24, via: 203.0.113.2 }';
    const text = `    pbr:\n      - ${all}\n      - { name: backups, from: right, match: { protocol: tcp, port: 873 }, via: 10.0.2.9 }\n`;
    expect(choiceOf(lowerSite(site('CRS309-1G-8S+', '7.24.1', text)), 'pbr lab').rejected).toContain(
      '`backups`, which comes after it, would be asked first',
    );
  });

  test('of a destination from everywhere is a route of the main table', () => {
    const rule = `    pbr:\n      - { name: lab, from: [left, right], to: 198.51.100.0/24, via: 203.0.113.2 }\n`;
    const lowered = lowerSite(site('CRS326-24G-2S+', '7.14.3', rule));
    expect(switchRulesOf(lowered)).toEqual([]);
    const routes = rows(lowered, '/ip/route', 'dst-address', 'gateway', 'check-gateway');
    expect(routes).toContain('198.51.100.0/24 203.0.113.2 ping');
  });

  test('watches its next hop', () => {
    const lowered = lowerSite(site('CRS326-24G-2S+', '7.14.3', backups));
    expect(rows(lowered, '/ip/route', 'routing-table', 'check-gateway')).toContain('backups ping');
  });
});

const nat = `    nat:
      - { masquerade: [left, right], out: internet }
      - { forward: { protocol: tcp, port: 8443 }, in: internet, to: 10.0.3.7, to-port: 443 }
    firewall:
      - { from: internet, to: any, default: drop }
`;

describe('an uplink with NAT and a firewall', () => {
  const lowered = lowerSite(site('CRS309-1G-8S+', '7.20.8', nat));
  const chain = (name: string) =>
    itemsOf(lowered.value.config, '/ip/firewall/filter').filter((item) => propertyValue(item, 'chain') === name);

  test('leaves hardware routing in both directions, and nothing else does', () => {
    const off = itemsOf(lowered.value.config, '/interface/ethernet/switch/port').filter(
      (item) => propertyValue(item, 'l3-hw-offloading') === 'no',
    );
    expect(off.map((item) => propertyValue(item, 'name'))).toEqual(['ether1']);
    expect(switchRulesOf(lowered).map(printSwitchRule)).toEqual(['to CPU → ip at ether1']);
  });

  test('takes known connections first, drops what is new last', () => {
    expect(chain('forward').map((item) => propertyValue(item, 'action'))).toEqual([
      'fasttrack-connection',
      'accept',
      'accept',
      'drop',
      'drop',
    ]);
    const [fasttrack] = chain('forward');
    expect(fasttrack && propertyValue(fasttrack, 'hw-offload')).toBe('yes');
  });

  test('a forwarded port is permitted where the host inside has it', () => {
    const [, , permit] = chain('forward');
    const value = (name: string) => permit && propertyValue(permit, name);
    expect([value('connection-nat-state'), value('dst-address'), value('dst-port')]).toEqual([
      'dstnat',
      '10.0.3.7',
      '443',
    ]);
  });

  test('only packets for the own address are forwarded inside', () => {
    expect(rows(lowered, '/ip/firewall/nat', 'dst-address', 'dst-port', 'to-addresses', 'to-ports')).toEqual([
      'masquerade',
      'dst-nat 203.0.113.1 8443 10.0.3.7 443',
    ]);
  });

  test('strangers reach nothing on the device but ping', () => {
    expect(chain('input').map((item) => [propertyValue(item, 'action'), propertyValue(item, 'in-interface')])).toEqual([
      ['accept', undefined],
      ['accept', undefined],
      ['drop', 'ether1'],
    ]);
  });

  test('on a chip without FastTrack the ceiling is a warning', () => {
    const old = lowerSite(site('CRS326-24G-2S+', '7.20.8', nat));
    expect(old.diagnostics.find(({ code }) => code === 'lower/stateful-on-cpu')?.what).toBe(
      'what passes `ether1` is forwarded by the CPU, at about 680 Mbit/s',
    );
    expect(rows(old, '/ip/firewall/filter', 'hw-offload')[0]).toBe('fasttrack-connection');
  });
});

describe('a firewall rule between VLANs that only drops', () => {
  const drop = '{ from: left, to: right, default: drop }';
  const written = (...rules: string[]) =>
    switchSite(
      '  quiet: { from: far, rules: [{ permit: any }] }\n',
      `    firewall:\n${rules.map((rule) => `      - ${rule}\n`).join('')}`,
    );
  const said = (text: string) =>
    lowerSite(text)
      .diagnostics.filter(({ severity }) => severity === 'warning')
      .map(({ code }) => code);

  test('is an ACL by its fix, which keeps both VLANs in hardware', () => {
    const text = written(drop);
    const [found] = lowerSite(text).diagnostics.filter(({ code }) => code === 'lower/drop-on-cpu');
    expect(found?.why).toContain('answers of `left` to what `right` asks are dropped with it');
    const edits = (found?.fix?.edits ?? []).toSorted((a, b) => b.span.start - a.span.start);
    const fixed = edits.reduce((rest, e) => rest.slice(0, e.span.start) + e.text + rest.slice(e.span.end), text);
    expect(fixed).toContain('acls:\n  left-to-right:\n    from: left\n    devices: core\n');
    expect(fixed).not.toContain('firewall:');
    expect(said(fixed)).toEqual([]);
    expect(switchRulesOf(lowerSite(text)).map(printSwitchRule).join('\n')).toContain('to CPU');
    expect(switchRulesOf(lowerSite(fixed)).map(printSwitchRule).join('\n')).not.toContain('to CPU');
  });

  test('is told once for each, and in words where something else needs the connection', () => {
    expect(said(written(drop, '{ from: right, to: left, default: drop }'))).toEqual([
      'lower/drop-on-cpu',
      'lower/drop-on-cpu',
    ]);
    expect(
      said(written(drop, '{ from: far, to: left, default: accept, rules: [{ deny: { protocol: icmp } }] }')),
    ).toEqual(['lower/drop-on-cpu', 'lower/drop-on-cpu']);
  });

  test.each([
    '{ from: left, to: any, default: drop }',
    '{ from: left, to: right, default: accept }',
    '{ from: left, to: right, default: drop, rules: [{ permit: { protocol: tcp, port: 443 } }] }',
  ])('%s is another', (rule) => {
    expect(said(written(rule))).toEqual(['lower/stateful-on-cpu']);
  });
});

describe('FastTrack leaves alone', () => {
  const steered = `    rules: { mangle: [{ chain: prerouting, action: mark-routing, connection-mark: c, new-routing-mark: t }] }\n`;
  const rawSteered = '    raw: "/ip firewall mangle add chain=prerouting action=mark-routing"\n';
  test.each([
    ['connections that policy routing marks', backups, 'connection-mark', ['fasttrack-connection no-mark', 'accept']],
    ['connections that rules of the site mark', steered, 'connection-mark', ['fasttrack-connection no-mark', 'accept']],
    ['those that its own lines mark', rawSteered, 'connection-mark', ['fasttrack-connection no-mark', 'accept']],
    ['what IPsec protects', '    raw: "/ip ipsec policy"\n', 'ipsec-policy', ['accept in,ipsec', 'accept out,ipsec']],
    ['what queues shape', '    raw: "/queue simple"\n', 'action', ['accept accept', 'accept accept']],
  ])('%s', (_, more, name, first) => {
    const text = site('CRS309-1G-8S+', '7.20.8', `${nat}${more}`);
    const evaluateRaw = (_script: unknown, base: Parameters<typeof itemsOf>[0]) => ({ value: base, diagnostics: [] });
    const lowered = lowerSite(text, 'core', { evaluateRaw });
    expect(rows(lowered, '/ip/firewall/filter', name).slice(0, 2)).toEqual(first);
  });
});
