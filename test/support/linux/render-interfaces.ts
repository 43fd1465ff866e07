// Interfaces and their addresses. Each L3 interface is a tap of its own, whatever it is on the device: who switches
// frames below it is judged elsewhere.

import { type Config, type Item, isEnabled, itemsOf, menusOf, propertyValue } from '../../../src/model/config.ts';
import { parseInterfaceAddress, printAddress, printPrefix } from '../../../src/model/prefix.ts';
import type { Setup } from './job.ts';
import { enabled, isIpv6, type Rendering } from './rendering.ts';

export interface Address {
  readonly interface: string;
  readonly family: 4 | 6;
  readonly host: string;
  /** The connected network. */
  readonly network: string;
}

/** The kernel has it, as RouterOS does. */
const loopback = 'lo';

/** Manual, cli-reference/ip/address: `network` is the other end where the mask has all bits. */
export function addressesOf(rendering: Rendering): readonly Address[] {
  return (['/ip/address', '/ipv6/address'] as const).flatMap((menu) =>
    enabled(rendering, menu).flatMap((item): readonly Address[] => {
      const parsed = parseInterfaceAddress(propertyValue(item, 'address') ?? '');
      const name = propertyValue(item, 'interface');
      if (!parsed || name === undefined || isSwitchedOff(rendering, name)) return [];
      const { host, network } = parsed;
      const peer = propertyValue(item, 'network');
      const isPointToPoint = peer !== undefined && network.length === 32;
      rendering.constructs.add(isPointToPoint ? 'address: point to point' : `address: IPv${host.family}`);
      return [
        {
          interface: name,
          family: host.family,
          host: printAddress(host),
          network: isPointToPoint ? `${peer}/32` : printPrefix(network),
        },
      ];
    }),
  );
}

/** Manual, cli-reference/interface: who is disabled has no connected networks. */
function isSwitchedOff({ config }: Rendering, name: string): boolean {
  const items = interfaceItems(config).filter((item) => propertyValue(item, 'name') === name);
  return items.length > 0 && items.every((item) => !isEnabled(item));
}

function interfaceItems(config: Config): readonly Item[] {
  const menus = [...menusOf(config)].filter((menu) => /^\/interface(\/(?!list$)[a-z0-9-]+)?$/.test(menu));
  return menus.flatMap((menu) => itemsOf(config, menu));
}

/** Of all interfaces. */
export function namesOf({ config }: Rendering): readonly string[] {
  const names = interfaceItems(config).flatMap((item) => propertyValue(item, 'name') ?? []);
  return [...new Set(names)];
}

/**
 * `lo`, a bridge without ports, or a VLAN that no port of its bridge is in: it is up and has nobody behind it. Manual,
 * bridging-and-switching: such a bridge serves as a loopback.
 */
export function isPortless(rendering: Rendering, name: string, above: readonly string[] = []): boolean {
  if (name === loopback) return true;
  const bridge = itemNamed(rendering, '/interface/bridge', name);
  if (bridge) return membersOf(rendering, name).length === 0;
  const vlan = itemNamed(rendering, '/interface/vlan', name);
  const parent = vlan && propertyValue(vlan, 'interface');
  if (!vlan || parent === undefined || above.includes(name)) return false;
  const below = itemNamed(rendering, '/interface/bridge', parent);
  const isFiltering = (below && propertyValue(below, 'vlan-filtering')) === 'yes';
  if (isFiltering && !hasMember(rendering, parent, Number(propertyValue(vlan, 'vlan-id')))) return true;
  return isPortless(rendering, parent, [...above, name]);
}

function itemNamed(rendering: Rendering, menu: '/interface/vlan' | '/interface/bridge', name: string | undefined) {
  return enabled(rendering, menu).find((item) => propertyValue(item, 'name') === name);
}

function membersOf(rendering: Rendering, bridge: string): readonly Item[] {
  return enabled(rendering, '/interface/bridge/port').filter(
    (item) =>
      propertyValue(item, 'bridge') === bridge && !isSwitchedOff(rendering, propertyValue(item, 'interface') ?? ''),
  );
}

/** Manual, bridging-and-switching, "Bridge VLAN filtering": by the PVID, by a row, or because the port filters nothing. */
function hasMember(rendering: Rendering, bridge: string, vid: number): boolean {
  const named = enabled(rendering, '/interface/bridge/vlan')
    .filter((row) => propertyValue(row, 'bridge') === bridge && isAmong(propertyValue(row, 'vlan-ids') ?? '', vid))
    .flatMap((row) => ['tagged', 'untagged'].flatMap((kind) => (propertyValue(row, kind) ?? '').split(',')));
  return membersOf(rendering, bridge).some((port) => {
    const isNative = Number(propertyValue(port, 'pvid') ?? 1) === vid;
    const takesNative = isNative && propertyValue(port, 'frame-types') !== 'admit-only-vlan-tagged';
    const takesAll = propertyValue(port, 'ingress-filtering') === 'no';
    return takesNative || takesAll || named.includes(propertyValue(port, 'interface') ?? '');
  });
}

/** `2`, `2,4`, `2-4`. */
function isAmong(text: string, vid: number): boolean {
  return text.split(',').some((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return from <= vid && vid <= to;
  });
}

/** Whether a gateway that is no address is an interface at all. */
export function isThere(rendering: Rendering, name: string): boolean {
  const isNamed = interfaceItems(rendering.config).some((item) => propertyValue(item, 'name') === name);
  return isNamed || addressesOf(rendering).some((address) => address.interface === name);
}

/** Interfaces that the kernel gets: those with addresses, and those that something names. */
export function portsOf(rendering: Rendering, addresses: readonly Address[]): Setup['ports'] {
  const named = [
    ...addresses.map((address) => address.interface),
    ...enabled(rendering, '/routing/rule').flatMap((item) => propertyValue(item, 'interface') ?? []),
    ...enabled(rendering, '/ip/vrf').flatMap((item) => (propertyValue(item, 'interfaces') ?? '').split(',')),
    ...(['/ip/route', '/ipv6/route'] as const)
      .flatMap((menu) =>
        enabled(rendering, menu).flatMap((item) =>
          (propertyValue(item, 'gateway') ?? '').split(',').flatMap((gateway) => interfaceIn(gateway) ?? []),
        ),
      )
      .filter((name) => isThere(rendering, name)),
  ];
  const names = [...new Set(named.filter((name) => name !== ''))];
  for (const name of names) {
    if (!isKernelName(name)) rendering.missing.add(`interface name ${name}`);
    rendering.constructs.add(`hosts behind: ${kindOf(rendering, name)}`);
  }
  return names.map((name, index) => ({ name, mac: `02:10:00:00:00:${(index + 1).toString(16).padStart(2, '0')}` }));
}

function kindOf(rendering: Rendering, name: string): string {
  const vlan = itemNamed(rendering, '/interface/vlan', name);
  const isOnBridge = vlan && itemNamed(rendering, '/interface/bridge', propertyValue(vlan, 'interface'));
  if (vlan) return isOnBridge ? 'VLAN of a bridge' : 'VLAN of a port';
  return itemNamed(rendering, '/interface/bridge', name) ? 'bridge' : 'port';
}

/** A name that the kernel takes for an interface. */
export function isKernelName(name: string): boolean {
  return /^[\w.-]{1,15}$/.test(name);
}

/** `ether1`, `10.0.0.1%ether1`; undefined for an address alone. */
export function interfaceIn(gateway: string): string | undefined {
  const [withoutTable = ''] = gateway.split('@');
  const percent = withoutTable.indexOf('%');
  if (percent >= 0) return withoutTable.slice(percent + 1);
  return withoutTable === '' || isIpv6(withoutTable) || /^\d+(\.\d+){3}$/.test(withoutTable) ? undefined : withoutTable;
}

/** What is no tap is a bridge of the kernel's. */
export function linkLines(ports: Setup['ports'], taps: Setup['ports']): string {
  return [
    `link set dev ${loopback} up`,
    ...ports
      .filter(({ name }) => name !== loopback)
      .flatMap((each) => [
        ...(taps.includes(each) ? [] : [`link add name ${each.name} type bridge`]),
        `link set dev ${each.name} address ${each.mac}`,
        `link set dev ${each.name} up`,
      ]),
    '',
  ].join('\n');
}

/** Connected routes are made with the others, because their tables and metrics are RouterOS's. */
export function addressLines(addresses: readonly Address[], ports: Setup['ports'], family: 4 | 6): readonly string[] {
  const own = addresses.filter((address) => address.family === family);
  if (family === 4) return own.map(({ host, interface: name }) => `address add ${host}/32 dev ${name} noprefixroute`);
  const links = ports.map(({ name }, index) => ({ interface: name, host: `fe80::${index + 1}` }));
  // The kernel makes the routes to its own addresses some time later.
  return [...links, ...own].flatMap(({ host, interface: name }) => [
    `address add ${host}/128 dev ${name} noprefixroute nodad`,
    `route add local ${host} dev ${name} table 255 metric 1`,
  ]);
}
