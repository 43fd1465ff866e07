// VLAN interfaces: gateways with their subnets, VRFs, and the out-of-band port.

import { printAddress } from '../../../model/prefix.ts';
import type { Port } from '../../../profile/target.ts';
import { oneOrMany, type VlanDraft } from '../../site-draft.ts';
import { subnetsAmong } from '../../vlans.ts';
import type { ForeignAddress, ForeignInterface } from '../facts.ts';
import { linesOf, type Said } from '../said.ts';
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
    conversion.ledger.ignore(...each.heads, ...linesOf(said.shutdown));
    for (const one of settingsOf(each)) conversion.refuseLeft(one, 'the VLAN interface has no address');
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
  enterSubnets(vlan, addresses);
  const own = addresses.map((one) => {
    conversion.fromAt([one.line], 'vlans', name);
    return printAddress(conversion.take(one, 'gateways', name).own.host);
  });
  conversion.device.gateways = { ...conversion.device.gateways, [name]: oneOrMany(own) };
  takeVlanSettings(conversion, each, name, vlan);
  refusePortSettings(conversion, each);
}

function enterSubnets(vlan: VlanDraft, addresses: readonly Said<ForeignAddress>[]): void {
  for (const key of ['ipv4', 'ipv6'] as const) {
    const networks = addresses.map(({ value }) => value.own.network);
    const subnets = subnetsAmong(networks, key === 'ipv4' ? 4 : 6);
    if (subnets !== undefined) vlan[key] = subnets;
  }
}

function takeVlanSettings(
  conversion: Conversion,
  { number, said }: ForeignInterface,
  name: string,
  vlan: VlanDraft,
): void {
  const { config, ledger } = conversion;
  const mtu = said.mtu ?? said.l2mtu ?? config.l3mtu;
  if (mtu) {
    conversion.fromAt([mtu.line], 'vlans', name);
    if (mtu.value !== 1500) vlan.mtu = mtu.value;
  }
  if (!said.description) return;
  conversion.fromAt([said.description.line], 'vlans', name);
  const isKnown = config.vlans.get(number)?.description !== undefined;
  if (isKnown) ledger.remark(said.description.line, 'the VLAN has a description of its own');
  else vlan.description = shortened(said.description.value);
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
  for (const one of settingsOf(each)) conversion.refuseLeft(one, 'the switch does not route');
}

/** What only ports do. */
function refusePortSettings(conversion: Conversion, { said }: ForeignInterface): void {
  for (const one of [said.isolation, said.trust, said.rateIn, said.rateOut, said.speed, said.voice, said.mode]) {
    conversion.refuse(one, 'a site says this of ports');
  }
}

/** The out-of-band port gets a port that does not hang on the routing chip, or the last copper one that is left. */
export function convertManagementPort(conversion: Conversion): void {
  const taken = new Set(conversion.placed.values());
  const copper = [...conversion.target.ports.values()].filter(({ medium }) => medium === 'rj45');
  const free = copper.filter(({ name }) => !taken.has(name));
  for (const each of conversion.config.interfaces.values()) {
    if (each.kind === 'management') managementPort(conversion, each, free);
  }
}

function managementPort(conversion: Conversion, each: ForeignInterface, free: readonly Port[]): void {
  const { target, device, ledger } = conversion;
  const { vrf, shutdown, addresses = [] } = each.said;
  const [address, ...others] = addresses;
  if (!address) {
    ledger.ignore(...each.heads, ...linesOf(shutdown, vrf));
    for (const one of settingsOf(each)) conversion.refuseLeft(one, 'the management port has no address');
    return;
  }
  const port = free.find((one) => one.switch !== target.offloadSwitch) ?? free.at(-1);
  if (!port || device.management || shutdown) {
    refuseInterface(conversion, each, 'no port is left for out-of-band management');
    return;
  }
  const { host, network } = conversion.take(address, 'management').own;
  conversion.from(each.heads, 'management');
  device.management = { port: port.name, address: `${printAddress(host)}/${network.length}` };
  if (vrf) conversion.take(vrf, 'management');
  for (const one of others) conversion.refuse(one, 'management has one address');
  for (const one of settingsOf(each)) conversion.refuseLeft(one, 'the management port has an address alone');
}
