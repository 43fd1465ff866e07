// Random devices whose CPU forwards, and conversations through them.

import fc from 'fast-check';
import { baseNames, baseOf, type Hardware, hardware, hosts } from '../differential/bases.ts';
import { farRoutes, neededBy } from '../differential/needed.ts';
import type { Talk } from './job.ts';
import { cpuLines, isPossible } from './lines.ts';
import { cpuRecipes, vrfRecipes } from './lines-routing.ts';
import { linesTogether } from './lines-together.ts';

export interface KernelCase {
  readonly model: string;
  readonly routeros: string;
  /** Interfaces, wiring and addresses. */
  readonly base: readonly string[];
  readonly lines: readonly string[];
  readonly talks: readonly Talk[];
}

const cpuRouters: readonly Hardware[] = hardware.filter(({ model }) => !model.startsWith('CRS'));

/** Third subnet, of a port or of a bridge that filters no VLANs. */
const plainBridge = 'plain';
const spareLines = (port: string, name: string) => [
  ...(name === plainBridge
    ? [`/interface/bridge/add name=${name}`, `/interface/bridge/port/add bridge=${name} interface=${port}`]
    : []),
  `/ip/address/add address=10.0.5.1/24 interface=${name}`,
  `/ipv6/address/add address=2001:db8:5::1/64 interface=${name} advertise=no`,
];

const addressesOf = {
  left: hosts.left.addresses,
  other: hosts.other.addresses,
  right: hosts.right.addresses,
  second: hosts.second.addresses,
  far: hosts.far.addresses,
  spare: { 4: '10.0.5.2', 6: '2001:db8:5::2' },
  /** Of the device itself. */
  device: { 4: '10.0.2.1', 6: '2001:db8:2::1' },
  nobody: { 4: '203.0.113.9', 6: '2001:db8:77::9' },
} as const;
type Who = keyof typeof addressesOf;

const pairs: readonly (readonly [from: Who, to: Who])[] = [
  ['left', 'right'],
  ['left', 'right'],
  ['left', 'far'],
  ['left', 'far'],
  ['left', 'spare'],
  ['right', 'left'],
  ['right', 'spare'],
  ['far', 'left'],
  ['spare', 'left'],
  ['spare', 'far'],
  ['left', 'device'],
  ['left', 'nobody'],
  ['far', 'spare'],
  ['second', 'left'],
];
const services = [
  ['tcp', 80],
  ['tcp', 514],
  ['udp', 514],
  ['udp', 53],
  ['icmp', 0],
] as const;

interface Drawn {
  readonly pair: readonly [from: Who, to: Who];
  readonly service: readonly ['tcp' | 'udp' | 'icmp', number];
  readonly family: 4 | 6;
  readonly oneWay: boolean;
}

const talkDrawn: fc.Arbitrary<Drawn> = fc.record({
  pair: fc.constantFrom(...pairs),
  service: fc.constantFrom(...services),
  family: fc.constantFrom<4 | 6>(4, 4, 4, 6),
  oneWay: fc.constantFrom(false, false, false, false, true),
});

const sideOf: Readonly<Record<Who, 'in' | 'out' | 'spare'>> = {
  left: 'in',
  other: 'in',
  device: 'in',
  right: 'out',
  second: 'out',
  far: 'out',
  nobody: 'out',
  spare: 'spare',
};

export function talkOf(drawn: Drawn, index: number, names: Readonly<Record<'in' | 'out' | 'spare', string>>): Talk {
  const { pair, service, family, oneWay } = drawn;
  const [from, to] = pair;
  const [protocol, dport] = service;
  return {
    family,
    protocol: protocol === 'icmp' && family === 6 ? 'icmpv6' : protocol,
    in: names[sideOf[from]],
    src: addressesOf[from][family],
    dst: addressesOf[to][family],
    sport: 50_000 + index,
    dport,
    // Whoever has the address of the device answers by itself, or not at all.
    oneWay: oneWay || to === 'device',
  };
}

const talksPerCase = 20;

export const kernelCases: fc.Arbitrary<KernelCase> = fc
  .record({
    base: fc.constantFrom(...baseNames),
    ports: fc.constantFrom(...cpuRouters),
    routeros: fc.constantFrom('7.18.2', '7.21.5', '7.24.5'),
    far: fc.constantFrom(true, true, false),
    isBridged: fc.constantFrom(true, false, false, false),
    recipe: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...cpuRecipes) }, { weight: 1, arbitrary: vrfRecipes }),
    together: linesTogether,
    changes: fc.uniqueArray(cpuLines, { maxLength: 10 }),
    talks: fc.array(talkDrawn, { minLength: talksPerCase, maxLength: talksPerCase }),
  })
  .map(({ base, ports, routeros, far, isBridged, recipe, together, changes, talks }) => {
    const { script, left, right } = baseOf(base, ports);
    const names = { in: left, out: right, spare: isBridged ? plainBridge : ports.spare };
    // No device has the same address twice.
    const own = [...new Set([...recipe, ...together, ...changes.filter(isPossible)])];
    const lines = [...(far ? farRoutes : []), ...neededBy(own), ...own].map((text) =>
      text.replace(/@(in|out|spare)\b/g, (_, side: 'in' | 'out' | 'spare') => names[side]),
    );
    return {
      model: ports.model,
      routeros,
      base: [...script.split('\n'), ...spareLines(ports.spare, names.spare)],
      lines,
      talks: talks.map((drawn, index) => talkOf(drawn, index, names)),
    };
  });
