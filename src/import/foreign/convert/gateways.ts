// VLAN interfaces: gateways with their subnets, VRFs, and the out-of-band port.

import { type Prefix, printAddress, printPrefix } from '../../../model/prefix.ts';
import { oneOrMany } from '../../site-draft.ts';
import type { ForeignAddress, ForeignInterface } from '../facts.ts';
import type { Said } from '../said.ts';
import { vlanId } from '../values.ts';
import { primaryFirst } from './built.ts';
import { type Conversion, refuseInterface, settingsOf } from './conversion.ts';
import { shortened, vlanName } from './vlans.ts';

/** A device that routes nothing has its VLAN interfaces for management alone. */
export function routesPackets({ config }: Conversion): boolean {
  if (config.maker === 'comware' || config.routing) return config.routing?.value ?? true;
  if (config.defaultGateway) return false;
  const gateways = [...config.interfaces.values()].filter(({ kind, said }) => kind === 'vlan' && said.addresses);
  return config.routes.length > 0 || config.ospf.length > 0 || config.bgp !== undefined || gateways.length > 1;
}

export function convertGateways(conversion: Conversion): void {
  const { config } = conversion;
  const isRouting = routesPackets(conversion);
  if (config.routing) conversion.ledger.carry(config.routing.line);
  for (const each of config.interfaces.values()) {
    if (each.kind !== 'vlan') continue;
    if ((config.maker === 'ios' ? vlanId(String(each.number)) : config.vlans.get(each.number)) !== undefined)
      gateway(conversion, each, isRouting);
    else refuseInterface(conversion, each, `VLAN ${each.number} is not there`);
  }
  if (!config.defaultGateway) return;
  if (isRouting) conversion.ledger.ignore(config.defaultGateway.line);
  else if (conversion.device.management?.vlan === undefined) {
    conversion.refuse(config.defaultGateway, 'no VLAN interface is there for it');
  } else {
    conversion.device.management.gateway = printAddress(conversion.take(config.defaultGateway, 'management'));
  }
}

function gateway(conversion: Conversion, each: ForeignInterface, isRouting: boolean): void {
  const { said } = each;
  const addresses = primaryFirst(said.addresses ?? []);
  if (addresses.length === 0) {
    conversion.ledger.ignore(...each.heads);
    if (said.shutdown) conversion.ledger.ignore(said.shutdown.line);
    if (said.description) conversion.ledger.ignore(said.description.line);
    for (const one of settingsOf(each)) {
      if (!conversion.ledger.isSettled(one.line)) conversion.refuse(one, 'the VLAN interface has no address');
    }
    return;
  }
  if (said.shutdown) {
    refuseInterface(conversion, each, 'the VLAN interface is shut down');
    return;
  }
  const name = vlanName(conversion, each.number);
  conversion.placed.set(each, name);
  if (!isRouting) {
    managed(conversion, each, { name, addresses });
    return;
  }
  conversion.from(each.heads, 'gateways', name);
  const vlan = conversion.vlans[name] ?? { id: each.number };
  conversion.vlans[name] = vlan;
  for (const key of ['ipv4', 'ipv6'] as const) {
    const family = key === 'ipv4' ? 4 : 6;
    const networks = addresses.map(({ value }) => value.own.network).filter((network) => network.family === family);
    if (networks.length > 0)
      vlan[key] = oneOrMany(
        distinct(networks)
          .sort((a, b) => b.length - a.length)
          .map(printPrefix),
      );
  }
  const own = addresses.map((one) => {
    conversion.fromAt([one.line], 'vlans', name);
    return printAddress(conversion.take(one, 'gateways', name).own.host);
  });
  conversion.device.gateways = { ...conversion.device.gateways, [name]: oneOrMany(own) };
  const mtu = said.mtu ?? said.l2mtu ?? conversion.config.l3mtu;
  if (mtu) {
    conversion.fromAt([mtu.line], 'vlans', name);
    if (mtu.value !== 1500) vlan.mtu = mtu.value;
  }
  if (said.description) {
    conversion.fromAt([said.description.line], 'vlans', name);
    const isKnown = conversion.config.vlans.get(each.number)?.description !== undefined;
    if (isKnown) conversion.ledger.remark(said.description.line, 'the VLAN has a description of its own');
    else vlan.description = shortened(said.description.value);
  }
  refusePortSettings(conversion, each);
}

function distinct(networks: readonly Prefix[]): Prefix[] {
  return [...new Map(networks.map((network) => [printPrefix(network), network])).values()];
}

interface Managed {
  readonly name: string;
  readonly addresses: readonly Said<ForeignAddress>[];
}

function managed(conversion: Conversion, each: ForeignInterface, { name, addresses }: Managed): void {
  const [first, ...others] = addresses;
  if (!first || conversion.device.management) {
    refuseInterface(conversion, each, 'the switch does not route: one address is for management, no more');
    return;
  }
  const { host, network } = conversion.take(first, 'management').own;
  conversion.from(each.heads, 'management');
  conversion.ledger.remark(first.line, 'without `ip routing` the address is for management alone');
  conversion.device.management = { vlan: name, address: `${printAddress(host)}/${network.length}` };
  for (const one of others) conversion.refuse(one, 'management has one address');
  const rest = settingsOf(each).filter((one) => !conversion.ledger.isSettled(one.line));
  for (const one of rest) conversion.refuse(one, 'the switch does not route');
}

/** What only ports do. */
function refusePortSettings(conversion: Conversion, { said }: ForeignInterface): void {
  for (const one of [said.isolation, said.trust, said.rateIn, said.rateOut, said.speed, said.voice, said.mode]) {
    conversion.refuse(one, 'a site says this of ports');
  }
}

/** The out-of-band port gets a port that does not hang on the routing chip, or the last copper one that is left. */
export function convertManagementPort(conversion: Conversion): void {
  const { config, target, device } = conversion;
  const found = [...config.interfaces.values()].filter(({ kind }) => kind === 'management');
  const taken = new Set(conversion.placed.values());
  for (const each of found) {
    const [address, ...others] = each.said.addresses ?? [];
    if (!address) {
      for (const line of each.heads) conversion.ledger.ignore(line);
      for (const one of settingsOf(each)) conversion.ledger.ignore(one.line);
      continue;
    }
    const free = [...target.ports.values()].filter(({ name, medium }) => medium === 'rj45' && !taken.has(name));
    const port = free.find((one) => one.switch !== target.offloadSwitch) ?? free.at(-1);
    if (!port || device.management || each.said.shutdown) {
      refuseInterface(conversion, each, 'no port is left for out-of-band management');
      continue;
    }
    const { host, network } = conversion.take(address, 'management').own;
    conversion.from(each.heads, 'management');
    device.management = { port: port.name, address: `${printAddress(host)}/${network.length}` };
    if (each.said.vrf) conversion.take(each.said.vrf, 'management');
    if (each.said.description) conversion.ledger.ignore(each.said.description.line);
    for (const one of others) conversion.refuse(one, 'management has one address');
    for (const one of settingsOf(each)) {
      if (!conversion.ledger.isSettled(one.line)) conversion.refuse(one, 'the management port has an address alone');
    }
  }
}
