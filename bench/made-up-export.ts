// Exports as large as one likes, in the proportions of long real ones: mostly lists, routes and leases, some rules.

/** Text of `lines` lines, header and menu lines included. The same number gives the same text. */
export function madeUpExport(lines: number): string {
  const head = [
    '# 2026-01-02 03:04:05 by RouterOS 7.20.8',
    '# model = CCR2216-1G-12XS-2XQ',
    '/interface bridge',
    'add name=bridge1 vlan-filtering=yes',
    '/interface vlan',
    ...range(vlans).map((index) => `add interface=bridge1 name=vlan${index + 2} vlan-id=${index + 2}`),
    '/interface bridge port',
    ...range(ports).map((index) => `add bridge=bridge1 interface=sfp28-${index + 1} pvid=${index + 2}`),
    '/interface bridge vlan',
    ...range(vlans).map(
      (index) => `add bridge=bridge1 tagged=bridge1,sfp28-${(index % ports) + 1} vlan-ids=${index + 2}`,
    ),
    '/ip address',
    ...range(vlans).map((index) => `add address=10.${index}.0.1/16 interface=vlan${index + 2} network=10.${index}.0.0`),
    '/interface ethernet switch',
    'set 0 l3-hw-offloading=yes',
  ];
  const sections = Object.entries(proportions);
  const left = lines - head.length - sections.length;
  if (left < 0) throw new Error(`an export of ${lines} lines has no room for its interfaces`);
  const counts = sections.map(([, { share }]) => Math.floor(left * share));
  // What rounding leaves over goes to the first section.
  counts[0] = (counts[0] ?? 0) + left - counts.reduce((sum, count) => sum + count, 0);
  const body = sections.flatMap(([menu, { line }], section) => [menu, ...range(counts[section] ?? 0).map(line)]);
  return `${[...head, ...body].join('\n')}\n`;
}

const vlans = 64;
const ports = 12;

interface Section {
  /** Of the lines that are not interfaces. */
  readonly share: number;
  readonly line: (index: number) => string;
}

const proportions: Readonly<Record<string, Section>> = {
  '/ip firewall address-list': {
    share: 0.36,
    line: (index) => `add address=${outside(index)} comment="seen ${index % 97} times" list=${word(index % 7)}`,
  },
  '/ip route': {
    share: 0.34,
    line: (index) =>
      `add comment="customer ${index}" disabled=no distance=1 dst-address=${outside(index)}/32 gateway=10.${index % vlans}.0.${(index % 200) + 2}`,
  },
  '/ip dhcp-server lease': {
    share: 0.22,
    line: (index) =>
      `add address=10.${index % vlans}.${(index >> 6) % 250}.${(index >> 14) + 10} comment="${word(index)} ${index}" mac-address=${mac(index)}`,
  },
  '/ip dns static': {
    share: 0.06,
    line: (index) => `add address=10.${index % vlans}.1.${index % 250} name=host${index}.example.net type=A`,
  },
  '/ip firewall filter': {
    share: 0.02,
    line: (index) =>
      `add action=${index % 3 === 0 ? 'drop' : 'accept'} chain=forward comment="rule ${index}" dst-port=${(index * 7) % 60_000} protocol=tcp src-address-list=${word(index % 7)}`,
  },
};

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Different addresses outside the device's own networks. */
function outside(index: number): string {
  return `${100 + ((index >> 16) % 50)}.${(index >> 8) % 256}.${index % 256}.${(index * 31) % 256}`;
}

function mac(index: number): string {
  const digits = (0x020000000000 + index).toString(16).toUpperCase().padStart(12, '0');
  return digits.replace(/(..)(?=.)/g, '$1:');
}

function word(index: number): string {
  const words = ['blocked', 'office', 'partners', 'voice', 'printers', 'guests', 'servers'];
  return words[index % words.length] ?? '';
}
