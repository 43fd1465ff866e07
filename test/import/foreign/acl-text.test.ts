// Access lists for IPv4 of both makers, made up with everything that their lines can say, against an evaluator of their
// text that shares nothing with the importer: what is carried decides every packet alike, the rest is refused whole.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AclPacket, textPermits } from '../../support/acl-text.ts';
import { importOf, loadedSite } from '../../support/foreign-import.ts';
import { sitePermits } from '../../support/site-acl.ts';

interface End {
  readonly host: number;
  readonly mask: number;
  readonly ports: readonly string[] | undefined;
}

/** Few values, so that entries overlap and packets hit them. */
const byte = fc.constantFrom(0, 1, 2, 3, 8, 9, 127, 128, 255);
const number = fc.constantFrom(1, 22, 23, 24, 25, 79, 80, 81, 161, 1023, 1024, 65_534);
const port = fc.oneof(number.map(String), fc.constantFrom('www', 'telnet', 'smtp', 'snmp'));
const span = fc.tuple(number, fc.integer({ min: 0, max: 1000 }));
const ports = fc.oneof(
  fc.tuple(fc.constantFrom('eq', 'neq', 'lt', 'gt'), port),
  span.map(([from, more]) => ['range', String(from), String(Math.min(from + more, 65_535))]),
);
const mask = fc.constantFrom(0, 1, 3, 7, 15, 31, 63, 127, 255);
const end: fc.Arbitrary<End | undefined> = fc.option(
  fc.record({ host: byte, mask, ports: fc.option(ports, { nil: undefined, freq: 2 }) }),
  { nil: undefined, freq: 2 },
);
const entry = fc.record({
  number: fc.integer({ min: 1, max: 9999 }),
  action: fc.constantFrom('permit', 'deny'),
  protocol: fc.constantFrom('ip', 'tcp', 'udp', 'tcp', 'icmp', 'gre', '6', '17', '47'),
  from: end,
  to: end,
  several: fc.array(port, { maxLength: 3 }),
  option: fc.constantFrom('', '', '', 'log'),
});
type Drawn = typeof entry extends fc.Arbitrary<infer Each> ? Each : never;
type Entry = Omit<Drawn, 'option'> & { readonly option: string };

const hasPorts = ({ protocol }: Entry) => ['tcp', 'udp', '6', '17'].includes(protocol);
const isTcp = ({ protocol }: Entry) => protocol === 'tcp' || protocol === '6';

function iosLine(each: Entry): string {
  const part = (at: End | undefined, net: string) => {
    const place = at
      ? `${at.mask === 0 ? 'host ' : ''}${net}.${at.host}${at.mask === 0 ? '' : ` 0.0.0.${at.mask}`}`
      : 'any';
    const isEqual = at?.ports?.[0] === 'eq';
    const spread = isEqual ? [...at.ports, ...each.several] : (at?.ports ?? []);
    return hasPorts(each) && spread.length > 0 ? `${place} ${spread.join(' ')}` : place;
  };
  const option = each.option === 'fragment' ? ' fragments' : optionOf(each, 'log');
  return ` ${each.number} ${each.action} ${each.protocol} ${part(each.from, '10.7.0')} ${part(each.to, '10.8.0')}${option}`;
}

function comwareLine(each: Entry): string {
  const part = (word: string, at: End | undefined, net: string) => {
    const place = at ? ` ${word} ${net}.${at.host} ${at.mask === 0 ? '0' : `0.0.0.${at.mask}`}` : '';
    return hasPorts(each) && at?.ports ? `${place} ${word}-port ${at.ports.join(' ')}` : place;
  };
  const ends = `${part('source', each.from, '10.7.0')}${part('destination', each.to, '10.8.0')}`;
  const option = each.option === 'fragment' ? ' fragment' : optionOf(each, 'logging');
  return ` rule ${each.number} ${each.action} ${each.protocol}${ends}${option}`;
}

function optionOf(each: Entry, log: string): string {
  if (each.option === 'log') return ` ${log}`;
  return each.option === 'established' && isTcp(each) ? ' established' : '';
}

const ios = (lines: readonly string[]) =>
  `version 15.2\nhostname x\nip routing\n!\nvlan 7\n!\ninterface GigabitEthernet1/0/1\n switchport access vlan 7\n switchport mode access\n!\ninterface Vlan7\n ip address 10.7.0.254 255.255.255.0\n ip access-group LIST in\n!\nip access-list extended LIST\n${lines.join('\n')}\n!\nend\n`;
const comware = (lines: readonly string[]) =>
  `#\n version 7.1.070\n#\n sysname x\n#\nvlan 7\n#\ninterface Vlan-interface7\n ip address 10.7.0.254 24\n packet-filter 3000 inbound\n#\ninterface GigabitEthernet1/0/1\n port access vlan 7\n#\nacl advanced 3000\n${lines.join('\n')}\n#\nreturn\n`;

/** One in five lists has something that a site cannot say, which takes the whole list along. */
const entries = fc
  .tuple(
    fc.uniqueArray(entry, { minLength: 2, maxLength: 7, selector: (each) => each.number }),
    fc.constantFrom('', '', '', '', 'established', 'fragment', 'gap', '', '', ''),
  )
  .map(([list, spoilt]) => list.map((each, index) => (index === 0 ? spoil(each, spoilt) : each)));

function spoil(each: Entry, how: string): Entry {
  if (how === 'gap') return { ...each, from: { host: 8, mask: 0b1010, ports: undefined } };
  if (how === 'established') return { ...each, protocol: 'tcp', option: how };
  return how === '' ? each : { ...each, option: how };
}

const packets = fc.array(
  fc.record({
    protocol: fc.constantFrom('tcp', 'tcp', 'udp', 'icmp', 'gre'),
    source: byte.map((host) => 0x0a070000 + host),
    destination: byte.map((host) => 0x0a080000 + host),
    sourcePort: number,
    destinationPort: number,
    isAnswer: fc.boolean(),
    isFragment: fc.boolean(),
  }),
  { minLength: 10, maxLength: 20 },
);

/** Packets at the edges of what an entry names, besides those by chance. */
function near(list: readonly Entry[], some: readonly AclPacket[]): readonly AclPacket[] {
  const edges = (at: End | undefined) =>
    (at?.ports ?? [])
      .filter((each) => /^\d+$/.test(each))
      .flatMap((each) => [-1, 0, 1].map((step) => Number(each) + step));
  return list.flatMap(({ from, to }, index) => {
    const one = some[index % some.length];
    if (!one) return [];
    const source = from ? 0x0a070000 + from.host : one.source;
    const destination = to ? 0x0a080000 + to.host : one.destination;
    const placed = { ...one, source, destination };
    const atSource = edges(from).map((sourcePort) => ({ ...placed, sourcePort }));
    const atDestination = edges(to).map((destinationPort) => ({ ...placed, destinationPort }));
    return [placed, ...atSource, ...atDestination];
  });
}

const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
const hasGaps = (value: number) => (value & (value + 1)) !== 0;

describe.each([
  ['ios', ios, iosLine],
  ['comware', comware, comwareLine],
] as const)('lists of %s', (maker, print, line) => {
  test('decide every packet as their text does, or are refused', () => {
    let carried = 0;
    let silent = 0;
    fc.assert(
      fc.property(entries, packets, (list, some) => {
        const lines = list.map(line);
        const { made } = importOf(`${maker}.cfg`, print(lines));
        const acl = Object.values(loadedSite(made.text)?.site.acls ?? {})[0];
        if (!acl) {
          const gaps = list.flatMap(({ from, to }) => [from, to]).some((at) => at && hasGaps(at.mask));
          expect([lines, gaps || /established|fragment/.test(lines.join())]).toEqual([lines, true]);
          return;
        }
        carried++;
        const isTold = made.account.remarks.some(({ text }) => text.startsWith('fragments behind the first'));
        const wrong = [...some, ...near(list, some)].filter((packet) => {
          const [source, destination] = [dotted(packet.source), dotted(packet.destination)];
          const isAlike = sitePermits(acl, { ...packet, source, destination }) === textPermits(lines, packet, maker);
          return !isAlike && !(packet.isFragment && isTold);
        });
        expect([lines, wrong]).toEqual([lines, []]);
        if (!isTold) silent++;
      }),
      { numRuns: 40 },
    );
    expect(carried).toBeGreaterThan(15);
    expect(silent).toBeGreaterThan(0);
  });
});

const fragmentWords = 'fragments behind the first have no ports';

test.each([
  ['ios', ' 10 permit tcp any any eq 80\n 20 deny ip any any', true],
  ['ios', ' 10 deny tcp any any eq 80\n 20 permit ip any any', false],
  ['ios', ' 10 permit tcp any any eq 80\n 20 permit ip any any', false],
  ['ios', ' 10 permit tcp any host 10.8.0.1\n 20 deny ip any any', false],
  ['comware', ' rule 10 deny tcp destination-port eq 80', true],
  ['comware', ' rule 10 permit tcp destination-port eq 80\n rule 20 deny ip', true],
  ['comware', ' rule 10 permit tcp destination-port eq 80', false],
] as const)('%s: %s: later fragments are spoken of: %s', (maker, list, isTold) => {
  const text = maker === 'ios' ? ios([list]) : comware([list]);
  const { remarks } = importOf('x.cfg', text).made.account;
  expect(remarks.some((remark) => remark.text.startsWith(fragmentWords))).toBe(isTold);
});
