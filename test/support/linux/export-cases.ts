// An export as cases: conversations between a host behind each address, one outside, and the device itself.

import { type Config, itemsOf, menusOf, propertyValue } from '../../../src/model/config.ts';
import { containsPrefix, parsePrefix, printAddress } from '../../../src/model/prefix.ts';
import { findModel } from '../../../src/profile/find-model.ts';
import { readHeader } from '../../../src/rsc/header.ts';
import { builtInProfiles } from '../built-in-profiles.ts';
import type { KernelCase } from './cases.ts';
import { deviceOf } from './engine.ts';
import type { Talk } from './job.ts';
import { type Address, addressesOf, interfaceIn, isKernelName, isPortless, isThere } from './render-interfaces.ts';
import { vrfsOf } from './render-routes.ts';
import { enabled, newRendering, type Rendering } from './rendering.ts';

const outside = { 4: '203.0.113.9', 6: '2001:db8:77::9' } as const;
const services = [
  ['tcp', 80],
  ['tcp', 443],
  ['udp', 53],
  ['icmp', 0],
] as const;
/** A namespace takes some time for each. */
const talksPerCase = 100;
const assumedVersion = '7.20.8';

interface End {
  readonly interface: string;
  readonly family: 4 | 6;
  readonly address: string;
  readonly isDevice?: true;
}

/** `assumed`: the model, for an export that names none with a profile; undefined = nobody knows which ports it has. */
export function exportCases(text: string, assumed: string | undefined): readonly KernelCase[] | undefined {
  const { model, routeros } = readHeader(text);
  const name = assumed ?? model?.text;
  const found = name === undefined ? undefined : findModel(builtInProfiles(), name);
  if (!found) return undefined;
  const version = routeros?.text.startsWith('7.') ? routeros.text : assumedVersion;
  const deviceBy = (base: string) => ({ model: found.id, routeros: version, base: base.split('\n'), lines: [] });
  const alone = cpuAlone(text);
  const device = deviceBy(withKernelNames(alone, deviceOf(deviceBy(alone)).config));
  const rendering = newRendering(deviceOf(device).config);
  const vrfs = vrfsOf(rendering);
  const networks = addressesOf(rendering);
  const isReached = ({ from, to }: Pair) =>
    to.isDevice ? vrfs.get(from.interface) === vrfs.get(to.interface) : !areNeighbours(networks, from, to);
  const talks = talksBetween(endsOf(rendering), isReached);
  const batches = Math.ceil(talks.length / talksPerCase);
  return Array.from({ length: batches }, (_, index) => ({
    ...device,
    talks: talks.slice(index * talksPerCase, (index + 1) * talksPerCase),
  }));
}

/** Linux has neither FastTrack nor a chip: such rules count, and the CPU routes, here and in what is said. */
function cpuAlone(text: string): string {
  return text
    .replaceAll('action=fasttrack-connection', 'action=passthrough')
    .replaceAll(/\shw-offload=(yes|no)/g, '')
    .replaceAll('l3-hw-offloading=yes', 'l3-hw-offloading=no');
}

/** Interfaces whose names the kernel does not take have others, here and in what is said. */
function withKernelNames(text: string, config: Config): string {
  const names = [...menusOf(config)]
    .filter((menu) => menu.startsWith('/interface'))
    .flatMap((menu) => itemsOf(config, menu).flatMap((item) => propertyValue(item, 'name') ?? []));
  const unbroken = text.replaceAll(/\\\r?\n +/g, '');
  return [...new Set(names)]
    .filter((name) => !isKernelName(name))
    .reduce((renamed, name, index) => {
      const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return renamed.replaceAll(new RegExp(`([=,"!%])${literal}(?=[\\s,"@%]|$)`, 'g'), `$1renamed${index}`);
    }, unbroken);
}

/** The device, a host of each network, and whoever a default route leads to. */
function endsOf(rendering: Rendering): readonly End[] {
  const addresses = addressesOf(rendering);
  const own = addresses.map(({ host }) => host);
  const hosts = addresses.flatMap(({ interface: name, family, host, network }): readonly End[] => {
    const neighbour = isPortless(rendering, name) ? undefined : neighbourOf(host, network, own);
    const device = { interface: name, family, address: host, isDevice: true } as const;
    return neighbour === undefined ? [device] : [device, { interface: name, family, address: neighbour }];
  });
  const ways = defaultGateways(rendering).flatMap((gateway) => {
    const wanted = parsePrefix(gateway);
    const through = addresses.find(({ network }) => {
      const prefix = parsePrefix(network);
      return prefix && wanted && containsPrefix(prefix, wanted);
    });
    const name = interfaceIn(gateway) ?? through?.interface;
    return name === undefined || !isThere(rendering, name) || isPortless(rendering, name) ? [] : name;
  });
  const [way] = ways;
  const far =
    way === undefined ? [] : ([4, 6] as const).map((family) => ({ interface: way, family, address: outside[family] }));
  return [...hosts, ...far];
}

/** Another address of the network; undefined where it has none. */
function neighbourOf(host: string, network: string, own: readonly string[]): string | undefined {
  const prefix = parsePrefix(network);
  const self = parsePrefix(host);
  if (!prefix || !self) return undefined;
  for (const offset of [1n, 2n, -1n, -2n, 3n, 4n]) {
    const next = { ...self, base: self.base + offset };
    const text = printAddress(next);
    const isBroadcast =
      prefix.family === 4 && prefix.length < 31 && !containsPrefix(prefix, { ...next, base: next.base + 1n });
    if (containsPrefix(prefix, next) && next.base !== prefix.base && !isBroadcast && !own.includes(text)) return text;
  }
  return undefined;
}

/** They need no router. */
function areNeighbours(networks: readonly Address[], from: End, to: End): boolean {
  const ends = [from, to].map(({ address }) => parsePrefix(address));
  return networks.some(({ interface: name, network }) => {
    const prefix = parsePrefix(network);
    const holdsAll = ends.every((end) => prefix && end && containsPrefix(prefix, end));
    return name === from.interface && holdsAll;
  });
}

function defaultGateways(rendering: Rendering): readonly string[] {
  return (['/ip/route', '/ipv6/route'] as const).flatMap((menu) =>
    enabled(rendering, menu)
      .filter((item) => /^(0\.0\.0\.0\/0|::\/0)$/.test(propertyValue(item, 'dst-address') ?? '0.0.0.0/0'))
      .flatMap((item) => (propertyValue(item, 'gateway') ?? '').split(',')),
  );
}

interface Pair {
  readonly from: End;
  readonly to: End;
}

function talksBetween(ends: readonly End[], isAsked: (pair: Pair) => boolean): readonly Talk[] {
  const pairs = ends.flatMap((from) => ends.map((to) => ({ from, to })));
  return pairs
    .filter(({ from, to }) => !from.isDevice && from.family === to.family && from.address !== to.address)
    .filter(isAsked)
    .flatMap(({ from, to }) => services.map((service) => ({ from, to, service })))
    .map(
      ({ from, to, service: [protocol, dport] }, index): Talk => ({
        family: from.family,
        protocol: protocol === 'icmp' && from.family === 6 ? 'icmpv6' : protocol,
        in: from.interface,
        src: from.address,
        dst: to.address,
        sport: 50_000 + (index % 10_000),
        dport,
        oneWay: to.isDevice === true,
      }),
    );
}
