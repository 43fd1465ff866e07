// Addresses and networks: VLAN ids and subnets that are unique, gateways inside their subnets, own addresses used once.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import {
  bitsOf,
  containsPrefix,
  isSamePrefix,
  lastAddress,
  type Prefix,
  printAddress,
  printPrefix,
} from '../model/prefix.ts';
import type { Check, CheckContext } from './check.ts';
import type { DeviceIntent, Intent } from './intent.ts';
import { carriesVlan, vlanOfNetwork } from './links.ts';
import { NetworkIndex } from './network-index.ts';
import { type DeclaredNetwork, linkNetworks, type OwnAddress, ownAddresses, vlanNetworks } from './networks.ts';

export const checkAddresses: Check = (context) => [
  ...vlanIds(context),
  ...overlappingNetworks(context),
  ...[...context.intent.devices.values()].flatMap((device) => [
    ...gateways(context, device),
    ...managementAddress(context.intent, device),
    ...dhcpServices(device),
    ...fixedLeases(context, device),
  ]),
  ...addressesUsedTwice(context),
];

function vlanIds({ intent }: CheckContext): Diagnostic[] {
  const owners = new Map<number, string>();
  return Object.entries(intent.site.vlans ?? {}).flatMap(([name, { id }]) => {
    const owner = owners.get(id);
    if (owner === undefined) {
      owners.set(id, name);
      return [];
    }
    return mistake('intent/vlan-id-twice', {
      what: `VLANs \`${owner}\` and \`${name}\` have one id, so they would be one VLAN`,
      at: intent.at('vlans', name, 'id'),
      label: `${id} again here`,
      related: [{ at: intent.at('vlans', owner, 'id'), text: 'first here' }],
      fix: 'give each VLAN an id of its own',
    });
  });
}

function overlappingNetworks({ intent }: CheckContext): Diagnostic[] {
  const networks = [...vlanNetworks(intent), ...linkNetworks(intent)];
  const index = new NetworkIndex(networks);
  const diagnostics: Diagnostic[] = [];
  for (const network of networks) {
    const other = index.first(network, (before) => collide(intent, before, network));
    index.add(network);
    if (!other) continue;
    const relation = isSamePrefix(network.network, other.network) ? 'have the same network' : 'overlap';
    const areEnds = network.kind === 'link' && other.kind === 'link' && network.device !== other.device;
    diagnostics.push(
      mistake('intent/subnet-overlap', {
        what: areEnds
          ? `${other.label} and ${network.label} look like the ends of one link, but not of one network`
          : `${network.label} and ${other.label} ${relation}, so routing between them is undecided`,
        at: network.at,
        label: printPrefix(network.network),
        related: [{ at: other.at, text: `${printPrefix(other.network)} of ${other.label}` }],
        ...(network.device !== undefined && { device: network.device }),
        fix: areEnds
          ? 'write the same prefix length at both ends, or give each link a network of its own'
          : 'give each VLAN and each link a network that contains no other',
      }),
    );
  }
  return diagnostics;
}

/**
 * Whether two networks that overlap are one too many.
 *
 * The two ends of a link are one network, and so are the management networks of several devices, and a VLAN with the
 * routed or management port that another device has in it.
 */
function collide(intent: Intent, a: DeclaredNetwork, b: DeclaredNetwork): boolean {
  if (a.kind === 'vlan' && b.kind !== 'vlan' && isSamePrefix(a.network, b.network)) {
    const device = b.device === undefined ? undefined : intent.devices.get(b.device);
    const vlan = vlanOfNetwork(intent, b.network);
    return device === undefined || vlan === undefined || carriesVlan(device, vlan);
  }
  const isShared = a.kind === b.kind && a.kind !== 'vlan' && a.device !== b.device;
  return !(isShared && isSamePrefix(a.network, b.network));
}

function gateways({ intent, partial }: CheckContext, { settings, places, name: device }: DeviceIntent): Diagnostic[] {
  return Object.entries(settings.gateways ?? {}).flatMap(([vlan, hosts]) => {
    const declared = intent.site.vlans?.[vlan];
    if (!declared) return [];
    const subnets = [...(declared.ipv4 ?? []), ...(declared.ipv6 ?? [])];
    if (partial && subnets.length === 0) return [];
    return hosts.flatMap((host, index) => {
      const at = places.at('gateways', vlan, index);
      const subnet = subnets.find((each) => containsPrefix(each, host));
      if (!subnet) {
        const known = subnets.map(printPrefix).join(', ');
        return mistake('intent/gateway-outside-subnet', {
          what: `hosts of VLAN \`${vlan}\` cannot reach the gateway ${printAddress(host)}`,
          at,
          label: subnets.length > 0 ? `outside of ${known}` : `VLAN \`${vlan}\` has no subnet`,
          related: [{ at: intent.keyAt('vlans', vlan), text: 'the VLAN' }],
          device,
          fix: 'use an address of the VLAN’s own subnet, or add the subnet to the VLAN',
        });
      }
      return isHostAddress(host, subnet) ? [] : [notAHost(host, { subnet, at, device })];
    });
  });
}

/** Neither the network's own address nor, in IPv4, its broadcast address. */
function isHostAddress(host: Prefix, subnet: Prefix): boolean {
  if (subnet.length >= bitsOf(subnet.family) - 1) return true;
  if (host.base === subnet.base) return subnet.family === 6;
  return subnet.family === 6 || host.base !== lastAddress(subnet);
}

function notAHost(
  host: Prefix,
  { subnet, at, device }: { subnet: Prefix; at: OwnAddress['at']; device: string },
): Diagnostic {
  const kind = host.base === subnet.base ? 'network' : 'broadcast';
  return mistake('intent/gateway-outside-subnet', {
    what: `${printAddress(host)} is the ${kind} address of ${printPrefix(subnet)}, which no device can have`,
    at,
    device,
    fix: 'use an address between the two ends of the subnet',
  });
}

function managementAddress(intent: Intent, { settings, places, name: device }: DeviceIntent): Diagnostic[] {
  const { vlan, address, gateway } = settings.management ?? {};
  if (!address) return [];
  const diagnostics: Diagnostic[] = [];
  const declared = vlan === undefined ? undefined : intent.site.vlans?.[vlan];
  const subnets = declared ? [...(declared.ipv4 ?? []), ...(declared.ipv6 ?? [])] : [];
  if (declared && subnets.length > 0 && !subnets.some((subnet) => isSamePrefix(subnet, address.network))) {
    diagnostics.push(
      mistake('intent/gateway-outside-subnet', {
        what: `the management address is in no subnet of VLAN \`${vlan}\``,
        at: places.at('management', 'address'),
        label: `the VLAN has ${subnets.map(printPrefix).join(', ')}`,
        device,
      }),
    );
  }
  if (gateway && !containsPrefix(address.network, gateway)) {
    diagnostics.push(
      mistake('intent/next-hop-unreachable', {
        what: `the management gateway ${printAddress(gateway)} is not in the management network`,
        at: places.at('management', 'gateway'),
        label: `outside of ${printPrefix(address.network)}`,
        device,
      }),
    );
  }
  return diagnostics;
}

/** Relay, server and advertisements need an address of their own in the VLAN. */
function dhcpServices({ settings, places, name: device }: DeviceIntent): Diagnostic[] {
  const servedFamilies: Readonly<Record<string, (vlan: string) => ReadonlySet<4 | 6>>> = {
    'dhcp-relay': (vlan) => new Set(settings['dhcp-relay']?.[vlan]?.map(({ family }) => family)),
    'dhcp-server': () => new Set([4]),
    'router-advertisements': () => new Set([6]),
  };
  return (['dhcp-relay', 'dhcp-server', 'router-advertisements'] as const).flatMap((key) =>
    Object.keys(settings[key] ?? {}).flatMap((vlan) =>
      [...(servedFamilies[key]?.(vlan) ?? [])]
        .filter((family) => !settings.gateways?.[vlan]?.some((own) => own.family === family))
        .map((family) =>
          mistake('intent/service-without-gateway', {
            what: `hosts of VLAN \`${vlan}\` get no answer: the device has no IPv${family} gateway there`,
            at: places.keyAt(key, vlan),
            device,
            fix: `add an IPv${family} address of \`${vlan}\` to \`gateways\``,
          }),
        ),
    ),
  );
}

/** A fixed lease is an address that nobody else has, of the subnet that the DHCP server answers in. */
function fixedLeases({ intent }: CheckContext, { settings, places, name: device }: DeviceIntent): Diagnostic[] {
  return Object.entries(settings['dhcp-server'] ?? {}).flatMap(([vlan, { fixed = {} }]) => {
    const gateway = settings.gateways?.[vlan]?.find(({ family }) => family === 4);
    const subnet = gateway && intent.site.vlans?.[vlan]?.ipv4?.find((each) => containsPrefix(each, gateway));
    if (!gateway || !subnet) return [];
    const rivals = leaseRivals(fixed);
    return Object.entries(fixed).flatMap(([host, { address }]): Found => {
      const rival = rivals.get(host);
      const problem =
        rival !== undefined
          ? `\`${rival}\` has its address or its MAC address`
          : isSamePrefix(gateway, address)
            ? `${printAddress(address)} is the gateway`
            : containsPrefix(subnet, address)
              ? undefined
              : `${printAddress(address)} is outside of ${printPrefix(subnet)}`;
      if (problem === undefined) return [];
      return mistake('intent/fixed-lease', {
        what: `\`${host}\` does not get its address by DHCP: ${problem}`,
        at: places.keyAt('dhcp-server', vlan, 'fixed', host),
        device,
        fix: `give \`${host}\` an address of \`${vlan}\` that nobody else has`,
      });
    });
  });
}

/** By host, one before it that has its address or its MAC address. */
function leaseRivals(
  fixed: Readonly<Record<string, { readonly address: Prefix; readonly mac: string }>>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const rivals = new Map<string, string>();
  for (const [host, { address, mac }] of Object.entries(fixed)) {
    for (const own of [printAddress(address), mac]) {
      const owner = owners.get(own);
      if (owner === undefined) owners.set(own, host);
      else rivals.set(host, owner);
    }
  }
  return rivals;
}

function addressesUsedTwice({ intent }: CheckContext): Diagnostic[] {
  const owners = new Map<string, OwnAddress>();
  const diagnostics: Diagnostic[] = [];
  for (const device of intent.devices.values()) {
    for (const own of ownAddresses(intent, device)) {
      const key = `${printAddress(own.host)} ${own.vrf ?? ''}`;
      const before = owners.get(key);
      // Management networks of their own may repeat from device to device, as the factory's 192.168.88.1 does.
      const isApart =
        before && before.device !== own.device && own.kind === 'management' && before.kind === 'management';
      if (!before) owners.set(key, own);
      else if (!isApart) diagnostics.push(usedTwice(own, before));
    }
  }
  return diagnostics;
}

function usedTwice(own: OwnAddress, before: OwnAddress): Diagnostic {
  return mistake('intent/address-twice', {
    what: `${printAddress(own.host)} is used twice, so packets for it reach one of two places`,
    at: own.at,
    label: `\`${own.device}/${own.owner}\``,
    related: [{ at: before.at, text: `\`${before.device}/${before.owner}\` has it already` }],
    device: own.device,
    fix: 'give each interface an address of its own',
  });
}
