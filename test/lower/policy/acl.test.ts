// ACLs as switch rules: the tables that are known to be the smallest, and the sentences that explain them.

import { describe, expect, test } from 'vitest';
import { lowerSite, printSwitchRule, switchRulesOf, switchSite } from '../../support/policy-site.ts';

function table(rules: string, from = 'left'): readonly string[] {
  const acl = `  quiet:\n    from: ${from}\n    rules:\n${rules
    .trim()
    .split('\n')
    .map((line) => `      - ${line.trim()}`)
    .join('\n')}\n`;
  const lowered = lowerSite(switchSite(acl));
  expect(lowered.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return switchRulesOf(lowered).map(printSwitchRule);
}

const left = ['ether1', 'ether3 untagged', 'ether4 tag 2'];

/** The same rule at every way into VLAN left. */
function atLeft(rule: string): readonly string[] {
  return left.map((ways) => `${rule} at ${ways}`);
}

describe('the smallest table', () => {
  const outside = '198.51.100';
  test.each([
    ['neighbouring prefixes are one', `deny: { to: [${outside}.0/25, ${outside}.128/25] }`, 3],
    ['neighbours in different rules too', `deny: { to: ${outside}.0/25 }\ndeny: { to: ${outside}.128/25 }`, 3],
    ['a prefix inside another costs nothing', `deny: { to: ${outside}.0/24 }\ndeny: { to: ${outside}.7 }`, 3],
    ['a permit at the end costs nothing', `deny: { to: ${outside}.0/24 }\npermit: { to: 192.0.2.0/24 }`, 3],
    // The permit needs no tag: what it lets pass in other VLANs passes anyway.
    ['one host out of a network', `permit: { to: ${outside}.7 }\ndeny: { to: ${outside}.0/24 }`, 4],
    ['seven eighths of a network', `deny: { to: [${outside}.0/25, ${outside}.128/26, ${outside}.192/27] }`, 4],
    ['all ports but one', `deny: { to: ${outside}.0/24, protocol: tcp, port: [0-442, 444-65535] }`, 4],
    ['a range of three', `deny: { to: ${outside}.0/24, protocol: tcp, port: 137-139 }`, 9],
    ['two ports in two rules', `deny: { to: ${outside}.1, protocol: udp, port: 5 }\ndeny: { to: ${outside}.1 }`, 3],
    ['sources as one prefix', `deny: { from: [10.0.2.64/27, 10.0.2.96/27], to: ${outside}.9 }`, 3],
    // From here on: a deny takes each of the three ways in, a permit that changes nothing elsewhere takes one entry.
    [
      'four quarters in four rules are one network',
      ['0', '64', '128', '192'].map((host) => `deny: { to: ${outside}.${host}/26 }`).join('\n'),
      3,
    ],
    // Two prefixes at three ways are six; the fourth quarter as an exception before the whole is one and three.
    ['three quarters of a network', `deny: { to: [${outside}.0/25, ${outside}.128/26] }`, 4],
    // An exception that is no single prefix costs one entry for each of its hosts.
    ['two hosts out of a network', `permit: { to: [${outside}.7, ${outside}.9] }\ndeny: { to: ${outside}.0/24 }`, 5],
    ['one service of a host', `permit: { to: ${outside}.7, protocol: tcp, port: 443 }\ndeny: { to: ${outside}.7 }`, 4],
    // A rule takes one protocol and one port number, so neither of these pairs can be one entry.
    ['two protocols', `deny: { to: ${outside}.1, protocol: tcp }\ndeny: { to: ${outside}.1, protocol: udp }`, 6],
    ['two ports', `deny: { to: ${outside}.1, protocol: tcp, port: [80, 81] }`, 6],
    ['one protocol within all of them', `deny: { to: ${outside}.1, protocol: tcp }\ndeny: { to: ${outside}.1 }`, 3],
    // Port 0 is the exception: 65,535 numbers at three ways otherwise.
    ['every port that is one', `deny: { to: ${outside}.1, protocol: tcp, port: 1-65535 }`, 4],
    // The permit between them is behind a deny of all of its packets.
    [
      'a hidden permit does not keep neighbours apart',
      `deny: { to: ${outside}.0/25 }\npermit: { to: ${outside}.0/26 }\ndeny: { to: ${outside}.128/25 }`,
      3,
    ],
    // What differs in two dimensions at once is no product of sets, so it is no single entry.
    [
      'neighbours of different protocols',
      `deny: { to: ${outside}.0/25, protocol: tcp }\ndeny: { to: ${outside}.128/25, protocol: udp }`,
      6,
    ],
    ['a contradiction that changes nothing', `permit: { to: ${outside}.1 }\ndeny: { to: ${outside}.1 }`, 0],
  ])('%s', (_, rules, entries) => {
    expect(table(`${rules}\npermit: any`)).toHaveLength(entries);
  });

  // Untagged at one port, tag 2 at one, tag 3 at two, and the access ports: four matches, none of which says two.
  test('two VLANs at four ports are four matches', () => {
    expect([...table(`deny: { to: ${outside}.0/24 }\npermit: any`, '[left, right]')].sort()).toEqual([
      `drop → ${outside}.0/24 at ether1,ether2`,
      `drop → ${outside}.0/24 at ether3 untagged`,
      `drop → ${outside}.0/24 at ether3,ether4 tag 3`,
      `drop → ${outside}.0/24 at ether4 tag 2`,
    ]);
  });

  test('what two ACLs deny is denied once', () => {
    const acl = (name: string, to: string) =>
      `  ${name}:\n    from: left\n    rules:\n      - deny: { to: ${to} }\n      - permit: any\n`;
    const lowered = lowerSite(switchSite(acl('one', `${outside}.0/24`) + acl('two', `${outside}.0/25`)));
    expect(switchRulesOf(lowered)).toHaveLength(3);
  });

  test('a port all of whose VLANs are meant needs no tag', () => {
    const rules = table('deny: { to: 198.51.100.0/24 }\npermit: any', '[left, right, far]');
    expect(rules).toEqual(['drop → 198.51.100.0/24 at ether1,ether2,ether3,ether4']);
  });
});

describe('what nobody has to say', () => {
  test('the device itself stays reachable in a denied network', () => {
    expect(table('deny: { to: far }\npermit: any')).toEqual([
      'pass → 10.0.4.1/32 at ether1,ether3,ether4',
      ...atLeft('drop → 10.0.4.0/24'),
    ]);
  });

  test('a denied network is denied in both families', () => {
    const rules = table('deny: { to: right }\npermit: any').filter((rule) => rule.startsWith('drop'));
    expect(rules).toEqual([...atLeft('drop → 10.0.3.0/24'), ...atLeft('drop → 2001:db8:3::/64')]);
  });

  test('hosts of one VLAN reach each other, whatever the ACL says', () => {
    const rules = table('deny: any');
    expect(rules).toContain('pass → 10.0.2.0/24 at ether1,ether3,ether4');
    expect(rules).toContain('pass → fe80::/10 at ether1,ether3,ether4');
    expect(rules).toContain('pass → 224.0.0.0/4 at ether1,ether3,ether4');
    const drops = rules.filter((rule) => rule.startsWith('drop'));
    expect(drops).toEqual([...atLeft('drop → ip'), ...atLeft('drop → ipv6')]);
  });

  test('clients renew their leases with a server in a denied network', () => {
    const acl = '  quiet:\n    from: left\n    rules:\n      - deny: { to: far }\n      - permit: any\n';
    const lowered = lowerSite(switchSite(acl, '    dhcp-relay: { left: 10.0.4.5 }\n'));
    const rules = switchRulesOf(lowered).map(printSwitchRule);
    expect(rules).toContain('pass udp → 10.0.4.5/32 port 67 at ether1,ether3,ether4');
  });
});

test('every rule says its form and its cost', () => {
  const acl = `  quiet:
    from: left
    rules:
      - permit: { to: 198.51.100.7 }
      - deny: { to: 198.51.100.0/24 }
      - deny: { to: 198.51.100.64/26, protocol: tcp, port: 25 }
      - permit: any
`;
  const { value } = lowerSite(switchSite(acl));
  expect(value.choices.map(({ rule, form, entries }) => [rule, form, entries])).toEqual([
    [
      'acl quiet/1',
      'switch rule that lets pass, ahead of rules that drop, and the same in the raw table for when the CPU routes',
      1,
    ],
    ['acl quiet/2', 'switch rule that drops, and the same in the raw table for when the CPU routes', 3],
    ['acl quiet/3', 'no entry: other rules drop these packets already', 0],
    ['acl quiet/4', 'no entry: nothing after it would drop these packets', 0],
  ]);
});

test('a rule behind several that take all of its packets is pointed at', () => {
  const acl = `  quiet:
    from: left
    rules:
      - deny: { to: 198.51.100.0/25 }
      - permit: { to: 198.51.100.128/25, protocol: tcp }
      - permit: { to: 198.51.100.128/25 }
      - deny: { to: 198.51.100.0/24, protocol: udp }
      - permit: any
`;
  const [found, ...others] = lowerSite(switchSite(acl)).diagnostics;
  expect([found?.code, others]).toEqual(['lower/acl-rule-without-effect', []]);
  expect(found?.what).toBe('this `deny` never happens: earlier rules together take all of its packets');
});

test('tags are the same after an unrelated rule is added', () => {
  const tags = (rules: string) => {
    const acl = `  quiet:\n    from: left\n    rules:\n${rules}      - permit: any\n`;
    return switchRulesOf(lowerSite(switchSite(acl))).map((item) => item.properties.get('comment')?.value);
  };
  const before = tags('      - deny: { to: 198.51.100.0/24, protocol: tcp, port: 25 }\n');
  const after = tags(
    '      - deny: { to: 192.0.2.1 }\n      - deny: { to: 198.51.100.0/24, protocol: tcp, port: 25 }\n',
  );
  expect(new Set(after).size).toBe(after.length);
  expect(after).toEqual(expect.arrayContaining([...before]));
});
