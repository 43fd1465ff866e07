// DHCP for the VLANs of a device: a relay towards servers elsewhere, or a server of its own.

import { type Prefix, printAddress, printPrefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerDhcp(context: LowerContext): void {
  lowerRelays(context);
  lowerServers(context);
}

function lowerRelays(context: LowerContext): void {
  const { device, draft } = context;
  for (const [vlan, servers] of Object.entries(device.settings['dhcp-relay'] ?? {})) {
    const origin = device.places.keyAt('dhcp-relay', vlan);
    const at = device.places.at('dhcp-relay', vlan);
    const name = said(`rosc-${vlan}`, origin);
    const ofFamily = (family: 4 | 6) => servers.filter((server) => server.family === family).map(printAddress);
    const gateway = gatewayOf(context, vlan);
    if (gateway && ofFamily(4).length > 0) {
      draft.add('/ip/dhcp-relay', origin, {
        // This menu has no comments: the name alone says whose it is.
        name,
        interface: said(vlan, origin),
        'dhcp-server': said(ofFamily(4).join(','), at),
        'local-address': said(printAddress(gateway.host), device.places.at('gateways', vlan)),
        disabled: said(false, origin),
      });
    }
    if (ofFamily(6).length === 0) continue;
    draft.add('/ipv6/dhcp-relay', origin, {
      name,
      interface: said(vlan, origin),
      'dhcp-server': said(ofFamily(6).join(','), at),
      disabled: said(false, origin),
      comment: tag(['dhcp-relay', vlan], origin),
    });
  }
}

function lowerServers(context: LowerContext): void {
  const { device, draft } = context;
  for (const [vlan, server] of Object.entries(device.settings['dhcp-server'] ?? {})) {
    const { range, dns, domain, lease, fixed } = server;
    const gateway = gatewayOf(context, vlan);
    if (!gateway) continue;
    const origin = device.places.keyAt('dhcp-server', vlan);
    const places = device.places.below('dhcp-server', vlan);
    const network = printPrefix(gateway.network);
    const comment = tag(['dhcp', vlan], origin);
    const name = said(server.name ?? vlan, places.at('name'));
    const pool = said(server.pool ?? vlan, places.at('pool'));
    draft.add('/ip/pool', origin, { name: pool, ranges: said(range.join(','), places.at('range')), comment });
    draft.add('/ip/dhcp-server', origin, {
      name,
      interface: said(vlan, origin),
      'address-pool': pool,
      'lease-time': said(lease, places.at('lease')),
      disabled: said(false, origin),
      comment,
    });
    draft.add('/ip/dhcp-server/network', origin, {
      address: said(network, origin),
      gateway: said(printAddress(gateway.host), device.places.at('gateways', vlan)),
      'dns-server': dns && said(dns.map(printAddress).join(','), places.at('dns')),
      domain: said(domain, places.at('domain')),
      comment,
    });
    for (const [host, { address, mac }] of Object.entries(fixed ?? {})) {
      const at = places.keyAt('fixed', host);
      draft.add('/ip/dhcp-server/lease', at, {
        address: said(printAddress(address), places.at('fixed', host, 'address')),
        'mac-address': said(mac, places.at('fixed', host, 'mac')),
        server: name,
        comment: tag(['dhcp', vlan, host], at),
      });
    }
  }
}

/** The device's first IPv4 address in the VLAN. */
function gatewayOf({ layout }: LowerContext, vlan: string): { host: Prefix; network: Prefix } | undefined {
  return layout.l3.get(vlan)?.addresses.find(({ host }) => host.family === 4);
}
