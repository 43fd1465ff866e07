// Interfaces that route: VLAN interfaces and the addresses of VLANs, routed ports and routed bonds.

import { printAddress } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { bridgeName, type L3Layout, mtuDefault, type PlacedAddress } from './layout.ts';
import { tag } from './tag.ts';

export function lowerInterfaces(context: LowerContext): void {
  for (const l3 of context.layout.l3.values()) {
    if (l3.kind === 'vlan') addVlanInterface(context, l3);
  }
  for (const l3 of context.layout.l3.values()) {
    for (const address of l3.addresses) addAddress(context, l3, address);
  }
}

function addVlanInterface({ intent, layout, draft }: LowerContext, { name, mtu, origin }: L3Layout): void {
  const vlan = layout.vlans.get(name);
  if (!vlan) return;
  const { id, description, 'l3-offload': offload } = vlan.settings;
  draft.add(
    '/interface/vlan',
    {
      name: said(name, origin),
      'vlan-id': said(id, intent.at('vlans', name, 'id')),
      interface: said(bridgeName, origin),
      mtu: mtu === mtuDefault ? undefined : said(mtu, intent.at('vlans', name, 'mtu')),
      'l3-hw-offloading': offload === undefined ? undefined : said(offload, intent.at('vlans', name, 'l3-offload')),
      comment: tag(['vlan', name], origin, description),
    },
    origin,
  );
}

function addAddress({ draft }: LowerContext, { name }: L3Layout, address: PlacedAddress): void {
  const { host, network, origin } = address;
  const text = `${printAddress(host)}/${network.length}`;
  draft.add(
    host.family === 4 ? '/ip/address' : '/ipv6/address',
    {
      address: said(text, origin),
      interface: said(name, origin),
      comment: tag(['address', name, printAddress(host)], origin),
    },
    origin,
  );
}
