// Access lists for IPv6 and prefix lists of other makers against what they mean, and the proof that refuses an ACL that
// is not equal. acl-text.test.ts reads lists for IPv4 from their text.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterOf } from '../../../src/import/foreign/convert/prefix-filter.ts';
import type { PrefixListEntry } from '../../../src/import/foreign/facts.ts';
import { aclDifferences } from '../../../src/import/foreign/prove-acls.ts';
import { containsPrefix, parsePrefix } from '../../../src/model/prefix.ts';
import { examples } from '../../support/examples.ts';
import { foreignTarget, importOf, loadedSite } from '../../support/foreign-import.ts';
import { type SitePacket, sitePermits } from '../../support/site-acl.ts';

interface Rule {
  readonly action: 'permit' | 'deny';
  readonly protocol: 'ip' | 'tcp' | 'udp' | 'icmp';
  readonly from: readonly [number, number] | undefined;
  readonly to: readonly [number, number] | undefined;
  readonly port: readonly ['eq' | 'lt' | 'gt' | 'neq', number] | undefined;
}

/** Address and number of trailing bits that do not matter. */
const block = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 8 }));
const rule: fc.Arbitrary<Rule> = fc.record({
  action: fc.constantFrom('permit', 'deny'),
  protocol: fc.constantFrom('ip', 'tcp', 'udp', 'icmp'),
  from: fc.option(block, { nil: undefined }),
  to: fc.option(block, { nil: undefined }),
  port: fc.option(fc.tuple(fc.constantFrom('eq', 'lt', 'gt', 'neq'), fc.integer({ min: 1, max: 65_534 })), {
    nil: undefined,
  }),
});

const hasPort = ({ protocol, port }: Rule) => port !== undefined && (protocol === 'tcp' || protocol === 'udp');
const wildcard = (bits: number) => 2 ** bits - 1;

function comware(rules: readonly Rule[]): string {
  const lines = rules.map((each, index) => {
    const part = (word: string, net: string, at: Rule['from']) =>
      at ? ` ${word} ${net}.${at[0]} 0.0.0.${wildcard(at[1])}` : '';
    const port = hasPort(each) ? ` destination-port ${each.port?.join(' ')}` : '';
    return ` rule ${index * 5} ${each.action} ${each.protocol}${part('source', '10.7.0', each.from)}${part('destination', '10.8.0', each.to)}${port}`;
  });
  return `#\n version 7.1.070\n#\n sysname x\n#\nvlan 7\n#\ninterface Vlan-interface7\n ip address 10.7.0.254 24\n packet-filter 3000 inbound\n#\ninterface GigabitEthernet1/0/1\n port access vlan 7\n#\nacl advanced 3000\n${lines.join('\n')}\n#\nreturn\n`;
}

/** The same lists for IPv6, where `icmp` is that of IPv6. */
const net6 = { from: '2001:db8:7::', to: '2001:db8:8::' };
const block6 = (net: string, at: Rule['from']) => at && `${net}${at[0].toString(16)}/${128 - at[1]}`;

function comware6(rules: readonly Rule[]): string {
  const lines = rules.map((each, index) => {
    const part = (word: string, net: string, at: Rule['from']) => (at ? ` ${word} ${block6(net, at)}` : '');
    const port = hasPort(each) ? ` destination-port ${each.port?.join(' ')}` : '';
    const protocol = each.protocol === 'ip' ? 'ipv6' : each.protocol === 'icmp' ? 'icmpv6' : each.protocol;
    return ` rule ${index * 5} ${each.action} ${protocol}${part('source', net6.from, each.from)}${part('destination', net6.to, each.to)}${port}`;
  });
  return `#\n version 7.1.070\n#\n sysname x\n#\nvlan 7\n#\ninterface Vlan-interface7\n ip address 10.7.0.254 24\n ipv6 address 2001:db8:7::fffe/64\n packet-filter ipv6 3000 inbound\n#\ninterface GigabitEthernet1/0/1\n port access vlan 7\n#\nacl ipv6 advanced 3000\n${lines.join('\n')}\n#\nreturn\n`;
}

function ios6(rules: readonly Rule[]): string {
  const lines = rules.map((each, index) => {
    const port = hasPort(each) ? ` ${each.port?.join(' ')}` : '';
    const protocol = each.protocol === 'ip' ? 'ipv6' : each.protocol;
    const ends = `${block6(net6.from, each.from) ?? 'any'} ${block6(net6.to, each.to) ?? 'any'}`;
    return ` sequence ${index * 10 + 10} ${each.action} ${protocol} ${ends}${port}`;
  });
  return `version 15.2\nhostname x\nip routing\nipv6 unicast-routing\n!\nvlan 7\n!\ninterface GigabitEthernet1/0/1\n switchport access vlan 7\n switchport mode access\n!\ninterface Vlan7\n ip address 10.7.0.254 255.255.255.0\n ipv6 address 2001:db8:7::fffe/64\n ipv6 traffic-filter LIST in\n!\nipv6 access-list LIST\n permit icmp any any nd-ns\n${lines.join('\n')}\n!\nend\n`;
}

interface Packet {
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  readonly port: number;
}

function sitePacket({ protocol, from, to, port }: Packet): SitePacket {
  return {
    protocol: protocol === 'icmp' ? 'icmpv6' : protocol,
    source: `${net6.from}${from.toString(16)}`,
    destination: `${net6.to}${to.toString(16)}`,
    sourcePort: 0,
    destinationPort: port,
  };
}

/** The source's own word: first match, and the maker's end. */
function permits(rules: readonly Rule[], packet: Packet, atEnd: boolean): boolean {
  const inside = (at: Rule['from'], value: number) => !at || value >> at[1] === at[0] >> at[1];
  const matches = (each: Rule) => {
    const { port } = packet;
    const [operator, bound = 0] = hasPort(each) ? (each.port ?? []) : [];
    const isPort =
      operator === undefined ||
      { eq: port === bound, neq: port !== bound, lt: port < bound, gt: port > bound }[operator];
    const isProtocol = each.protocol === 'ip' || each.protocol === packet.protocol;
    return isProtocol && inside(each.from, packet.from) && inside(each.to, packet.to) && isPort;
  };
  const first = rules.find(matches);
  return first ? first.action === 'permit' : atEnd;
}

const packets = fc.array(
  fc.record({
    protocol: fc.constantFrom('tcp', 'udp', 'icmp', 'gre'),
    from: fc.integer({ min: 0, max: 255 }),
    to: fc.integer({ min: 0, max: 255 }),
    port: fc.integer({ min: 0, max: 65_535 }),
  }),
  { minLength: 20, maxLength: 40 },
);

describe.each([
  ['comware for IPv6', comware6, true],
  ['ios for IPv6', ios6, false],
] as const)('lists of %s', (name, print, atEnd) => {
  test('decide every packet as their text does, and are proven to', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 8 }), packets, (rules, some) => {
        const { made } = importOf(`${name}.cfg`, print(rules));
        const acl = Object.values(loadedSite(made.text)?.site.acls ?? {})[0];
        if (!acl) throw new Error(`no ACL came out of\n${print(rules)}\n${made.text}`);
        for (const packet of some) {
          const bounds = rules.flatMap(({ port }) => (port ? [port[1] - 1, port[1], port[1] + 1] : []));
          for (const port of [packet.port, ...bounds]) {
            const one = { ...packet, port };
            expect([one, sitePermits(acl, sitePacket(one))]).toEqual([one, permits(rules, one, atEnd)]);
          }
        }
      }),
      { numRuns: examples(8, 20) },
    );
  });
});

test('a list that came out otherwise is found by the proof', () => {
  const { made } = importOf(
    'x.cfg',
    comware([{ action: 'deny', protocol: 'tcp', from: undefined, to: [9, 0], port: ['eq', 80] }]),
  );
  const wrong = loadedSite(made.text.replace('port: 80', 'port: 81'));
  if (!wrong) throw new Error('the site does not load');
  const source = {
    name: '3000',
    isBasic: false,
    family: 4,
    lines: [],
    remarks: [],
    unsayable: [],
    rules: [
      {
        line: 1,
        family: 4,
        action: 'deny',
        protocol: 6,
        destination: { address: 0x0a080009, wildcard: 0 },
        destinationPorts: [{ from: 80, to: 80 }],
      },
    ],
  } as const;
  const carried = [
    {
      name: 'acl-3000',
      acl: { ...source, lines: [], rules: [...source.rules], remarks: [], unsayable: [] },
      isDenyAtEnd: false,
    },
  ];
  const [found] = aclDifferences(wrong, { deviceName: 'x', target: foreignTarget() }, carried);
  expect(found?.packet).toMatchObject({ protocol: 'tcp' });
});

describe('prefix lists', () => {
  const entry = fc.record({
    action: fc.constantFrom('permit' as const, 'deny' as const),
    base: fc.constantFrom('0.0.0.0/0', '10.0.0.0/8', '10.1.0.0/16', '10.1.1.0/24', '172.16.0.0/12'),
    ge: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    le: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  });

  test('say the same of every prefix as filters, or are not said', () => {
    const candidate = fc.record({
      base: fc.constantFrom('10.1.1.0', '10.1.0.0', '10.0.0.0', '10.9.0.0', '172.16.0.0', '8.0.0.0', '0.0.0.0'),
      length: fc.integer({ min: 0, max: 32 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 5 }),
        fc.array(candidate, { minLength: 30 }),
        (drafts, some) => {
          const entries = drafts.map(({ action, base, ge, le }, index): PrefixListEntry => {
            const prefix = parsePrefix(base) ?? { family: 4, base: 0n, length: 0 };
            const least = ge === undefined ? undefined : Math.min(32, prefix.length + ge);
            const most = le === undefined ? undefined : Math.min(32, (least ?? prefix.length) + le);
            return { line: 1, sequence: index, action, prefix, ...(least && { ge: least }), ...(most && { le: most }) };
          });
          const filter = filterOf(entries);
          if (!filter) return;
          for (const { base, length } of some) {
            const one = parsePrefix(`${base}/${length}`);
            if (!one) continue;
            const listed = entries.find(({ prefix, ge, le }) => {
              const from = ge ?? prefix.length;
              const to = le ?? (ge === undefined ? prefix.length : 32);
              return containsPrefix(prefix, one) && one.length >= from && one.length <= to;
            });
            const said = filter.find((each) => {
              const prefix = parsePrefix(each.accept ?? each.reject ?? '');
              return prefix && containsPrefix(prefix, one) && one.length > (each['longer-than'] ?? -1);
            });
            expect(said?.accept !== undefined).toBe(listed?.action === 'permit');
          }
        },
      ),
      { numRuns: examples(120, 300) },
    );
  });

  test('exact entries, the default route last', () => {
    const at = (text: string) => parsePrefix(text) ?? { family: 4 as const, base: 0n, length: 0 };
    expect(
      filterOf([
        { line: 1, sequence: 5, action: 'permit', prefix: at('0.0.0.0/0') },
        { line: 2, sequence: 10, action: 'permit', prefix: at('10.0.0.0/8') },
      ]),
    ).toEqual([
      { reject: '10.0.0.0/8', 'longer-than': 8 },
      { accept: '10.0.0.0/8' },
      { reject: '0.0.0.0/0', 'longer-than': 0 },
      { accept: '0.0.0.0/0' },
    ]);
  });
});
