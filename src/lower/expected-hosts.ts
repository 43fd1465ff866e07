// The hosts of a site that a device reaches by an interface of its own. The post-check asks them for a sign of life,
// because a chip routes only to hosts that are known.

import type { Intent } from '../intent/intent.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import { containsPrefix, isSamePrefix, type Prefix, printAddress } from '../model/prefix.ts';
import type { L3Layout, Layout } from './layout.ts';

export function expectedHosts({ site }: Intent, deviceName: string, layout: Layout): readonly ExpectedHost[] {
  return Object.entries(site.hosts ?? {}).flatMap(([name, { device, port, address = [], mac }]) => {
    const attachment = device === deviceName ? layout.attachments.find(({ ports }) => ports.includes(port)) : undefined;
    return address.flatMap((host): ExpectedHost | [] => {
      const l3 = networkOf(layout, host);
      if (!l3) return [];
      const vid = l3.kind === 'vlan' ? layout.vlans.get(l3.name)?.settings.id : undefined;
      return {
        name,
        address: printAddress(host),
        ...(mac !== undefined && { mac }),
        interface: layout.onDevice(l3.name),
        ...(vid !== undefined && { vid }),
        ...(vid !== undefined && attachment && { port: layout.onDevice(attachment.name) }),
      };
    });
  });
}

/** The interface in whose network the address is, unless the address is the device's own. */
function networkOf(layout: Layout, host: Prefix): L3Layout | undefined {
  const found = [...layout.l3.values()].find(({ addresses }) =>
    addresses.some(({ network }) => containsPrefix(network, host)),
  );
  return found?.addresses.some((own) => isSamePrefix(own.host, host)) ? undefined : found;
}
