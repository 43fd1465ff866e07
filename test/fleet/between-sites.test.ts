// Links and sessions that a fleet declares between its sites: each mistake is found, from whichever end it stands at.

import { describe, expect, test } from 'vitest';
import { branchSite, checkFleet } from '../support/fleet-files.ts';

const fleet = (lines: string) => `version: 1
fleet: test
sites: [a.yaml, b.yaml]
defaults: { routeros: 7.20.8 }
${lines}
`;

const link = 'links: [{ between: [a/sw1/sfp-sfpplus1, b/sw1/sfp-sfpplus1] }]';
const a = branchSite('a', 11).replace('10.255.11.1/30', '10.255.0.1/30');
const b = branchSite('b', 12).replace('10.255.12.1/30', '10.255.0.2/30');
const trunk = (site: string, ids: string, role: string) =>
  site
    .replace('devices:', `# more\ndevices:`)
    .replace('vlans: { ', `vlans: { ${ids}, `)
    .replace(/\{ routed: [^}]* \}/, role);

const bgp = (site: string, asn: number, peer: string) =>
  `${site}    bgp: { asn: ${asn}, router-id: 10.255.0.${asn}, peers: { far: { ${peer} } } }\n`;
const ospf = (site: string, area: string) =>
  `${site}    ospf: { router-id: 10.255.0.9, areas: { ${area}: { interfaces: { sfp-sfpplus1: {} } } } }\n`;

const found = async (lines: string, first: string, second: string) => {
  const { said } = await checkFleet({ 'fleet.yaml': fleet(lines), 'a.yaml': first, 'b.yaml': second });
  return said.filter(({ code }: { code: string }) => /^(fleet|intent)\//.test(code));
};

describe('a link', () => {
  test('whose ends fit is silent', async () => expect(await found(link, a, b)).toEqual([]));

  test('whose VLANs have the same ids fits, whatever their names', async () => {
    const first = trunk(a, 'voice: { id: 20 }', '{ trunk: [voice, office] }').replace('id: 11', 'id: 10');
    const second = trunk(b, 'phones: { id: 20 }', '{ trunk: [office, phones] }').replace('id: 12', 'id: 10');
    expect(await found(link, first, second)).toEqual([]);
  });

  test.each([
    ['different subnets', a, branchSite('b', 12), 'different subnets'],
    ['one address', a, b.replace('10.255.0.2/30', '10.255.0.1/30'), 'both ends have the same address'],
    ['one packet size', a, b.replace('10.255.0.2/30', '10.255.0.2/30, mtu: 9000'), 'above 1500 bytes'],
    ['one routed end', a, trunk(b, 'voice: { id: 20 }', '{ trunk: [voice] }'), 'one end is routed'],
    [
      'different ids',
      trunk(a, 'voice: { id: 20 }', '{ trunk: [voice] }'),
      trunk(b, 'voice: { id: 21 }', '{ trunk: [voice] }'),
      'only one end carries VLAN 20, 21',
    ],
    [
      'an untagged VLAN at one end',
      trunk(a, 'voice: { id: 20 }', '{ trunk: [voice], native: office }'),
      trunk(b, 'voice: { id: 20 }', '{ trunk: [voice] }'),
      'untagged frames change their VLAN',
    ],
  ])('does not fit: %s', async (_, first, second, words) => {
    const said = await found(link, first, second);
    expect(said).toEqual([
      expect.objectContaining({ code: 'fleet/link-mismatch', what: expect.stringContaining(words) }),
    ]);
    // The other way round it is found as well.
    expect((await found(link.replace(/\[(a\S+), (b\S+)\]/, '[$2, $1]'), first, second)).length).toBe(1);
  });

  test.each([
    ['x/sw1/sfp-sfpplus1', 'the fleet has no site `x`'],
    ['a/sw2/sfp-sfpplus1', 'the fleet has no device of `a` `sw2`'],
    ['a/sw1/sfp-sfpplus3', 'the fleet has no port that `a/sw1` describes `sfp-sfpplus3`'],
  ])('leads somewhere: %s', async (end, what) => {
    const said = await found(link.replace('a/sw1/sfp-sfpplus1', end), a, b);
    expect(said).toEqual([expect.objectContaining({ code: 'intent/unknown-name', what, at: 'fleet.yaml:5:21' })]);
  });
});

describe('a BGP session', () => {
  const session = 'sessions: [{ protocol: bgp, between: [a/sw1, b/sw1] }]';
  const first = bgp(a, 65001, 'address: 10.255.0.2, asn: 65002').replace('10.255.0.65001', '10.255.0.1');
  const second = bgp(b, 65002, 'address: 10.255.0.1, asn: 65001').replace('10.255.0.65002', '10.255.0.2');

  test('that both ends describe is silent', async () => expect(await found(session, first, second)).toEqual([]));

  test.each([
    ['nobody at the other end', first, b, 'b/sw1` has no BGP'],
    ['another AS', first, second.replace('asn: 65002', 'asn: 65003'), 'it expects AS 65002'],
    ['another AS at the near end', first.replace('asn: 65001', 'asn: 65009'), second, 'it expects AS 65001'],
    ['another peer', first, second.replace('10.255.0.1, asn', '10.12.10.9, asn'), 'does not name it as a peer'],
    [
      'a password at one end',
      first.replace('asn: 65002 }', 'asn: 65002, password: !env SECRET }'),
      second,
      '`password`',
    ],
    ['no session at all', a, b, 'has no BGP peer with an address of'],
  ])('does not come up: %s', async (_, near, far, words) => {
    const said = await found(session, near, far);
    expect(said).toEqual([
      expect.objectContaining({ code: 'fleet/session-mismatch', what: expect.stringContaining(words) }),
    ]);
  });
});

describe('an OSPF adjacency', () => {
  const session = 'sessions: [{ protocol: ospf, between: [a/sw1, b/sw1] }]';

  test('that both ends describe is silent', async () => {
    expect(await found(session, ospf(a, 'backbone'), ospf(b, '0.0.0.0'))).toEqual([]);
  });

  test.each([
    ['in another area', ospf(a, 'backbone'), ospf(b, '0.0.0.1'), 'one end is in area'],
    ['at one end only', ospf(a, 'backbone'), b, 'does not run at both ends'],
    ['without a common network', ospf(a, 'backbone'), ospf(branchSite('b', 12), 'backbone'), 'no network in common'],
  ])('does not come up: %s', async (_, near, far, words) => {
    const said = await found(session, near, far);
    expect(said).toEqual([
      expect.objectContaining({ code: 'fleet/session-mismatch', what: expect.stringContaining(words) }),
    ]);
  });
});
