// The management network: it is not transit, and its services answer to it alone.

import { managementServices } from '../intent/schema-device.ts';
import type { MenuPath, Property } from '../model/config.ts';
import { type Prefix, printAddress, printPrefix } from '../model/prefix.ts';
import type { Location } from '../source/location.ts';
import type { LowerContext } from './context.ts';
import { type Settings, said } from './draft.ts';
import { chipGroups, type IngressGroup, isWhollyOnChip } from './ingress.ts';
import type { L3Layout } from './layout.ts';
import { tag } from './tag.ts';

export function lowerManagement(context: LowerContext): void {
  lowerServices(context);
  const management = [...context.layout.l3.values()].find(({ isManagement }) => isManagement);
  const data = [...context.layout.l3.values()].filter(({ isManagement }) => !isManagement);
  if (!management || data.length === 0) return;
  isolateInChip(context, { management, data });
  isolateInFirewall(context, { management, data });
}

/** Services that the site names stay on, for the networks that may manage; all others go off. */
function lowerServices({ device, draft }: LowerContext): void {
  const { services, from, address } = device.settings.management ?? {};
  if (!services || !address) return;
  const at = device.places.at('management', 'services');
  const networks = (from ?? [address.network]).map(printPrefix).join(',');
  for (const service of managementServices) {
    const index = services.indexOf(service);
    const origin = index < 0 ? at : device.places.at('management', 'services', index);
    draft.set(
      '/ip/service',
      service,
      {
        name: said(service, origin),
        disabled: said(index < 0, origin),
        address: index < 0 ? undefined : said(networks, device.places.at('management', from ? 'from' : 'address')),
      },
      origin,
    );
  }
}

interface Sides {
  readonly management: L3Layout;
  readonly data: readonly L3Layout[];
}

const families = [
  { family: 4, protocol: 'ip', side: 'dst-address', local: ['224.0.0.0/4', '255.255.255.255/32'], all: '0.0.0.0/0' },
  { family: 6, protocol: 'ipv6', side: 'dst-address6', local: ['fe80::/10', 'ff00::/8'], all: '::/0' },
] as const;

/** Address families that the device routes: what it does not route needs no rule. */
function familiesOf({ management, data }: Sides): (typeof families)[number][] {
  const addresses = [management, ...data].flatMap((l3) => l3.addresses);
  return families.filter(({ family }) => addresses.some(({ host }) => host.family === family));
}

function isolateInChip(context: LowerContext, { management, data }: Sides): void {
  const add = ruleAdder(context, management.origin);
  const inward = data.flatMap((l3) => chipGroups(context, l3));
  const outward = chipGroups(context, management);
  redirectMacTelnet(context, { groups: outward, origin: management.origin });
  for (const { family, protocol, side, local, all } of familiesOf({ management, data })) {
    const own = management.addresses.filter(({ host }) => host.family === family);
    const networks = data.flatMap((l3) => l3.addresses).filter(({ host }) => host.family === family);
    for (const [index, group] of merged(inward, outward).entries()) {
      const to = (prefix: Prefix, at: Location): Settings => ({
        ...matchOf(group, at),
        'mac-protocol': said(protocol, at),
        [side]: said(printPrefix(prefix), at),
      });
      for (const { host, network, origin } of own) {
        add(['in', index + 1, printAddress(host)], to(host, origin));
        add(['in', index + 1, printPrefix(network)], { ...to(network, origin), 'new-dst-ports': said('', origin) });
      }
    }
    for (const [index, group] of outward.entries()) {
      const match = (prefix: string, at: Location): Settings => ({
        ...matchOf(group, at),
        'mac-protocol': said(protocol, at),
        [side]: prefix === all ? undefined : said(prefix, at),
      });
      const drop = (prefix: string, at: Location) =>
        add(['out', index + 1, prefix], { ...match(prefix, at), 'new-dst-ports': said('', at) });
      if (management.kind === 'vlan') {
        // Hosts of the VLAN may have another router in it, whose traffic the chip only switches.
        for (const { network, origin } of networks) drop(printPrefix(network), origin);
        continue;
      }
      for (const { network, origin } of own)
        add(['out', index + 1, printPrefix(network)], match(printPrefix(network), origin));
      for (const prefix of local) add(['out', index + 1, prefix], match(prefix, management.origin));
      drop(all, management.origin);
    }
  }
}

/** UDP port of MAC telnet and MAC WinBox, the way in when IP is broken. */
const macTelnetPort = 20561;

/** Some chips lose these packets while they route, unless a rule sends them to the CPU. */
function redirectMacTelnet(
  context: LowerContext,
  { groups, origin }: { groups: readonly IngressGroup[]; origin: Location },
): void {
  if (!context.target.offloadSwitch?.fact('l3.mac-telnet-swallowed')?.value) return;
  const add = ruleAdder(context, origin);
  for (const [index, group] of groups.entries()) {
    add(['mac-telnet', index + 1], {
      ...matchOf(group, origin),
      'mac-protocol': said('ip', origin),
      protocol: said('udp', origin),
      'dst-port': said(macTelnetPort, origin),
      'redirect-to-cpu': said(true, origin),
    });
  }
}

/** Ports that carry no management VLAN are all alike here, so one rule takes them; the others are told apart by tag. */
function merged(inward: readonly IngressGroup[], outward: readonly IngressGroup[]): readonly IngressGroup[] {
  const shared = new Set(outward.flatMap(({ ports }) => ports));
  const apart = new Set(inward.flatMap(({ ports }) => ports).filter((port) => !shared.has(port)));
  const mixed = inward.map((group) => ({ ...group, ports: group.ports.filter((port) => shared.has(port)) }));
  return [{ ports: [...apart] }, ...mixed].filter(({ ports }) => ports.length > 0);
}

function matchOf({ ports, vlanId, vlanHeader }: IngressGroup, at: Location): Settings {
  return {
    ports: said(ports.join(','), at),
    'vlan-id': vlanId === undefined ? undefined : said(vlanId, at),
    'vlan-header': vlanHeader && said(vlanHeader, at),
  };
}

function ruleAdder({ target, draft }: LowerContext, origin: Location) {
  const chip = target.offloadSwitch?.name ?? '';
  return (name: readonly (string | number)[], settings: Settings): void => {
    const switchName: Property = said(chip, origin);
    const comment = tag(['management', ...name], origin);
    draft.add('/interface/ethernet/switch/rule', { switch: switchName, ...settings, comment }, origin);
  };
}

/** What the CPU routes meets the firewall: both directions where no chip stands between. */
function isolateInFirewall(context: LowerContext, { management, data }: Sides): void {
  const { draft } = context;
  const isManagementOnChip = isWhollyOnChip(context, management);
  const isDataOnChip = data.every((l3) => isWhollyOnChip(context, l3));
  const { origin } = management;
  const drop = (menu: MenuPath, direction: 'in' | 'out') => {
    const settings = {
      chain: said('forward', origin),
      action: said('drop', origin),
      [`${direction}-interface`]: said(management.name, origin),
      comment: tag(['management', direction], origin),
    };
    draft.add(menu, settings, origin);
  };
  for (const { family } of familiesOf({ management, data })) {
    const menu: MenuPath = family === 4 ? '/ip/firewall/filter' : '/ipv6/firewall/filter';
    if (!isManagementOnChip) drop(menu, 'in');
    if (!isDataOnChip) drop(menu, 'out');
  }
}
