// Configurations of H3C and Cisco switches as sites: each file in fixtures/foreign/ with the site that it becomes, and
// some with their facts, written down by reading the file alone. The laws hold for all of them: every line is accounted
// for, the site loads, and no secret gets out.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountLines } from '../../../src/import/foreign/account.ts';
import { maskedCommand } from '../../../src/import/foreign/masked-command.ts';
import { importOf, loadedSite } from '../../support/foreign-import.ts';
import { projectRoot } from '../../support/project-root.ts';
import { siteFacts, writtenFacts } from '../../support/site-facts.ts';

const folder = join(projectRoot, 'fixtures', 'foreign');
const files = readdirSync(folder).filter((name) => name.endsWith('.cfg'));

describe.each(files)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const { made, diagnostics } = importOf(name, text);

  test('becomes this site', async () => {
    await expect(made.text).toMatchFileSnapshot(join(folder, name.replace('.cfg', '.yaml')));
  });

  const facts = join(folder, name.replace('.cfg', '.facts'));
  if (existsSync(facts)) {
    test('says every fact of the file, and no other', () => {
      expect(siteFacts(made.text)).toEqual(writtenFacts(readFileSync(facts, 'utf8')));
    });
  }

  test('has every line accounted for', () => {
    const { account } = made;
    expect(account.lines).toBe(text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
    expect(account.carried + account.notCarried + account.irrelevant).toBe(account.lines);
    const listed = account.missing.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(listed).toBe(account.notCarried);
  });

  test('loads', () => {
    // Next hops and other things may be wrong in the file already; what is not a site at all is rosc's mistake.
    const codes = diagnostics.map(({ code }) => code).filter((code) => code !== 'intent/next-hop-unreachable');
    expect(codes.filter((code) => code !== 'import/truncated')).toEqual([]);
    expect(loadedSite(made.text)).toBeDefined();
  });

  test('gives no secret away', () => {
    expect([made.text, ...accountLines(name, made.account)].join('\n')).not.toContain('SECRET');
  });

  test('names the line of each entry', () => {
    for (const [, ranges = ''] of made.text.matchAll(new RegExp(`# ${name}:([\\d,-]+)$`, 'gm'))) {
      const lines = ranges.split(',').flatMap((range) => range.split('-').map(Number));
      for (const line of lines) expect(line).toBeLessThanOrEqual(made.account.lines);
    }
    expect(made.text).toContain(`# ${name}:`);
  });
});

test('an MTU that no site takes is listed, and the site loads', () => {
  const text = `version 15.2
hostname x
ip routing
!
interface GigabitEthernet1/0/1
 no switchport
 mtu 18000
 ip address 10.0.0.1 255.255.255.0
!
interface Vlan7
 mtu 400
 ip address 10.7.0.1 255.255.255.0
!
end
`;
  const { made } = importOf('x.cfg', text);
  expect(made.account.missing.map(({ from }) => from)).toEqual([7, 11]);
  expect(loadedSite(made.text)).toBeDefined();
});

test('unused ports step back for used ones, and take what is left', () => {
  const port = (index: number, said = '') => `interface GigabitEthernet1/0/${index}\n${said}!\n`;
  const ports = Array.from({ length: 28 }, (_, index) =>
    port(index + 1, index === 27 ? ' switchport access vlan 7\n' : ''),
  );
  const { made } = importOf('x.cfg', `version 15.2\nhostname x\n!\n${ports.join('')}interface Vlan7\n!\nend\n`);
  expect(made.text).toContain('ether1-23: { vlan: vlan1 }');
  expect(made.text).toMatch(/ether24: +\{ vlan: vlan7 \}/);
  const reasons = made.account.missing.map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'an unused port without a place')).toHaveLength(4);
});

test('a part of a Comware file has the VLANs that its ports use, and leaves the spanning tree open', () => {
  const part = (own: string) =>
    importOf('x.cfg', `#\ninterface GigabitEthernet1/0/1\n port link-mode bridge\n port access vlan 80\n#\n${own}`)
      .made;
  expect(part('').text).toMatch(/ether1: +\{ vlan: vlan80 \}/);
  expect(part('').text).not.toContain('spanning-tree');
  expect(part('return\n').text).toContain('spanning-tree: none');
  expect(part('vlan 1\n#\nreturn\n').account.missing.map(({ reason }) => reason)).toContain('VLAN 80 is not there');
});

test.each([
  'snmp-server community hunter2 RO',
  'enable secret 5 $1$hunter2',
  'username bob privilege 15 secret 0 hunter2',
  'password 7 hunter2',
  'standby 5 authentication hunter2',
  'ip ospf message-digest-key 1 md5 7 hunter2',
  'key hunter2',
  'snmp-agent community read cipher hunter2',
  'vrrp vrid 1 authentication-mode simple hunter2',
  'radius-server host 10.0.0.1 auth-port 1812 key hunter2',
  'hunter2',
  'neighbor 10.0.0.1 password hunter2',
  'vtp password hunter2',
  'crypto isakmp key hunter2 address 0.0.0.0',
])('a report of `%s` keeps the secret', (line) => {
  expect(maskedCommand(line)).not.toContain('hunter2');
});
