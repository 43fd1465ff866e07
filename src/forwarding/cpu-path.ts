// Which of its three paths the CPU can use: what stands against FastPath, and the fewer things that stand against
// FastTrack.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import {
  type Config,
  enabledItemsOf,
  type Item,
  isEnabled,
  isYes,
  itemsOf,
  type MenuPath,
  propertyValue,
  settingsOf,
} from '../model/config.ts';
import { isAtLeastVersion } from '../model/version.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { receivesFast } from './fastpath-interfaces.ts';
import { firewallOf } from './firewall.ts';
import { hasIpsec } from './ipsec.ts';
import { bridgeBelow } from './masters.ts';
import type { Network } from './network.ts';

/** Stops FastTrack and FastPath for one family. `interfaces`: the ones at which the packets enter and leave. */
export function fasttrackReason(network: Network, family: 4 | 6, interfaces: readonly string[]): Reason | undefined {
  const { config, target } = network;
  const settings = settingsOf(config, family === 4 ? '/ip/settings' : '/ipv6/settings');
  if (settings && propertyValue(settings, 'allow-fast-path') === 'no') {
    return slow('fastpath/fp-disabled', 'FastPath is switched off', placeOf(settings, 'allow-fast-path'));
  }
  if (family === 6 && !isAtLeastVersion(target.routeros, '7.18')) {
    return slow('fastpath/fp-ipv6-version', `IPv6 has no FastPath in ${target.routeros.text}`, undefined);
  }
  const [mesh] = enabledItemsOf(config, '/interface/mesh');
  if (mesh) return slow('fastpath/fp-mesh', 'a mesh interface is configured', mesh.origin);
  const unfit = interfaces.find((name) => !receivesFast(network, name));
  if (unfit !== undefined) {
    const at = placeOf(network.l3Interfaces.get(unfit)?.item);
    return slow('fastpath/fp-iface-unsupported-rx', `\`${unfit}\` does not receive on FastPath`, at);
  }
  const bridges = new Set(interfaces.flatMap((name) => bridgeBelow(network, name) ?? []));
  return bridges.size > 0 ? bridgeReason(config, bridges) : undefined;
}

/** Stops FastPath, once nothing stops FastTrack. */
export function fastpathReason(network: Network, family: 4 | 6): Reason | undefined {
  const { config, target } = network;
  const rule = firstFirewallItem(config, family);
  if (rule) return slow('fastpath/fp-firewall-rules', 'there are firewall rules', rule.origin);
  const tracking = settingsOf(config, '/ip/firewall/connection/tracking');
  if (tracking && propertyValue(tracking, 'enabled') === 'yes') {
    return slow('fastpath/fp-conntrack-active', 'connection tracking is on', placeOf(tracking, 'enabled'));
  }
  const first = (menu: MenuPath, suits: (item: Item) => boolean = () => true) =>
    enabledItemsOf(config, menu).find(suits);
  const queue = first('/queue/simple') ?? first('/queue/tree', (item) => propertyValue(item, 'parent') === 'global');
  if (queue) return slow('fastpath/fp-simple-queue-or-global-tree', 'there are queues', queue.origin);
  const vrf = first('/ip/vrf', (item) => (propertyValue(item, 'name') ?? item.key) !== 'main');
  if (vrf) return slow('fastpath/fp-vrf', 'there are VRFs', vrf.origin);
  const hotspot = first('/ip/hotspot');
  if (hotspot) return slow('fastpath/fp-hotspot', 'there is a HotSpot', hotspot.origin);
  if (hasIpsec(network))
    return slow('fastpath/fp-ipsec', 'there are IPsec policies', first('/ip/ipsec/policy')?.origin);
  const flow = settingsOf(config, '/ip/traffic-flow');
  const counts = family === 6 && flow !== undefined && isYes(propertyValue(flow, 'enabled'));
  if (!counts || isAtLeastVersion(target.routeros, '7.21.5')) return undefined;
  return slow('fastpath/fp-ipv6-trafficflow', 'Traffic-Flow is on', placeOf(flow, 'enabled'));
}

/** Whether connections are tracked, which FastTrack and NAT need. */
export function isTracking(network: Network): boolean {
  const settings = settingsOf(network.config, '/ip/firewall/connection/tracking');
  const enabled = (settings && propertyValue(settings, 'enabled')) ?? 'auto';
  return enabled === 'auto' ? firewallOf(network, 4).rules + firewallOf(network, 6).rules > 0 : isYes(enabled);
}

function slow(code: EvidencedCode, text: string, at: Item['origin'] | undefined): Reason {
  return makeReason('cpu', code, text, at);
}

function firstFirewallItem(config: Config, family: 4 | 6): Item | undefined {
  const root = family === 4 ? '/ip' : '/ipv6';
  for (const table of ['filter', 'mangle', 'nat', 'raw'] as const) {
    const item = itemsOf(config, `${root}/firewall/${table}`).find(isEnabled);
    if (item) return item;
  }
  return undefined;
}

/** Bridge FastPath, which FastTrack over a bridge needs. */
function bridgeReason(config: Config, bridges: ReadonlySet<string>): Reason | undefined {
  const code = 'firewall/fasttrack-bridge-fp-off';
  const settings = settingsOf(config, '/interface/bridge/settings');
  if (settings && isYes(propertyValue(settings, 'use-ip-firewall'))) {
    return slow(code, 'bridged packets go through the IP firewall', placeOf(settings, 'use-ip-firewall'));
  }
  if (settings && propertyValue(settings, 'allow-fast-path') === 'no') {
    return slow(code, 'bridge FastPath is switched off', placeOf(settings, 'allow-fast-path'));
  }
  for (const menu of ['/interface/bridge/filter', '/interface/bridge/nat', '/interface/bridge/calea'] as const) {
    const [item] = enabledItemsOf(config, menu);
    if (item) return slow(code, `there are rules in ${menu}`, item.origin);
  }
  const crossed = enabledItemsOf(config, '/interface/bridge').filter((item) =>
    bridges.has(propertyValue(item, 'name') ?? item.key),
  );
  for (const name of ['dhcp-snooping', 'dhcpv6-snooping']) {
    const item = crossed.find((bridge) => isYes(propertyValue(bridge, name)));
    if (item) return slow(code, `${name} is on`, placeOf(item, name));
  }
  return undefined;
}
