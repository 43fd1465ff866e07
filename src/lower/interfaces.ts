// Interfaces that route: VLAN interfaces and the addresses of VLANs, routed ports and routed bonds.

import type { Property } from '../model/config.ts';
import { printAddress } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { bridgeName, type L3Layout, mtuDefault, type PlacedAddress, type VlanLayout } from './layout.ts';
import { vlanFlagOf } from './policy/off-hardware.ts';
import { say } from './say.ts';
import { tag } from './tag.ts';

export function lowerInterfaces(context: LowerContext): void {
  for (const l3 of context.layout.l3.values()) {
    if (l3.kind === 'vlan') addVlanInterface(context, l3);
  }
  for (const l3 of context.layout.l3.values()) {
    for (const address of l3.addresses) addAddress(context, l3, address);
  }
}

function addVlanInterface(context: LowerContext, l3: L3Layout): void {
  const { name, mtu, origin } = l3;
  const { intent, device, layout, draft } = context;
  const vlan = layout.vlans.get(name);
  if (!vlan) return;
  const { id, description } = vlan.settings;
  // Source: manual, Bridging and Switching, VLANs of type 0x88a8.
  const isService = device.settings.bridge?.['ether-type'] === '0x88a8';
  draft.set('/interface/vlan', name, origin, {
    name: said(name, origin),
    'vlan-id': said(id, intent.at('vlans', name, 'id')),
    interface: said(bridgeName, origin),
    'use-service-tag': isService ? said(true, device.places.at('bridge', 'ether-type')) : undefined,
    mtu: mtu === mtuDefault ? undefined : said(mtu, intent.at('vlans', name, 'mtu')),
    'l3-hw-offloading': offloadFlag(context, vlan) ?? vlanFlagOf(context, l3),
    comment: tag(['vlan', name], origin, description),
  });
}

/** The flag of a VLAN interface, where the device has one; what cannot be kept is said. */
function offloadFlag(context: LowerContext, vlan: VlanLayout): Property | undefined {
  const { intent, target } = context;
  const wanted = vlan.settings['l3-offload'];
  const chip = target.offloadSwitch;
  if (wanted === undefined || !chip) return undefined;
  const at = intent.at('vlans', vlan.name, 'l3-offload');
  const flag = chip.fact('l3.vlan-flag');
  if (flag?.value) return said(wanted, at);
  if (wanted) return undefined;
  say(context, 'lower/vlan-flag-too-old', {
    what: `VLAN \`${vlan.name}\` cannot be taken off hardware routing, so firewall and NAT do not see its packets`,
    at,
    why: `RouterOS ${target.routeros.text} has no such flag for VLAN interfaces.`,
    fix: 'use RouterOS 7.21 or newer, or take its ports off with `l3-offload: false`',
    evidence: flag ? [flag.says('VLAN interfaces have no `l3-hw-offloading` at this version')] : [],
  });
  return undefined;
}

function addAddress({ device, draft }: LowerContext, { name, kind }: L3Layout, address: PlacedAddress): void {
  const { host, network, origin } = address;
  const text = `${printAddress(host)}/${network.length}`;
  const advertised = device.settings['router-advertisements']?.[name];
  const isSilent = advertised === false || advertised?.prefix === false;
  draft.add(host.family === 4 ? '/ip/address' : '/ipv6/address', origin, {
    address: said(text, origin),
    interface: said(name, origin),
    // RouterOS would offer itself as router on every link, and at a provider that is a nuisance at best.
    advertise: host.family === 6 && (kind !== 'vlan' || isSilent) ? said(false, origin) : undefined,
    comment: tag(['address', name, printAddress(host)], origin),
  });
}
