// FastTrack beside features that need to see every packet: Hotspot, Traffic-Flow, VRF.

import type { Network } from '../../forwarding/network.ts';
import { enabledItemsOf, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { defineSkippedRule } from '../skipped.ts';

export const fasttrackHotspotTrafficflowVrf = defineSkippedRule({
  id: 'firewall/fasttrack-hotspot-trafficflow-vrf',
  cost: 'H',
  summary: 'FastTrack packets skip Hotspot, Traffic-Flow and VRF assignment',
  why: 'The feature sees the first packets of a connection only: users are not accounted or limited, flows are missing, packets leave their VRF.',
  remedy: 'Exclude the traffic of the feature from FastTrack.',

  policies: (network) => [
    ...enabledItemsOf(network.config, '/ip/hotspot'),
    ...counting(network),
    ...[...network.vrfs.values()].map(({ item }) => item),
  ],
  concerns: (network) => {
    const isCounted = counting(network).length > 0;
    const hotspots = enabledItemsOf(network.config, '/ip/hotspot').map((item) => propertyValue(item, 'interface'));
    return (...groups) =>
      isCounted ||
      groups.some(({ ends }) => ends.some(({ name, interface: { vrf } }) => vrf !== 'main' || hotspots.includes(name)));
  },
  words: (item) => {
    const [property, name] = words[item.menu] ?? ['interfaces', `VRF \`${propertyValue(item, 'name') ?? item.key}\``];
    return {
      ...(property === 'enabled' && { cost: 'M' }),
      what: `${name} does not see FastTrack connections`,
      primary: [property, 'sees the first packets of each connection'],
    };
  },
});

const words: Readonly<Record<string, readonly [property: string, name: string]>> = {
  '/ip/hotspot': ['interface', 'Hotspot'],
  '/ip/traffic-flow': ['enabled', 'Traffic-Flow'],
};

function counting({ config }: Network) {
  const flow = settingOf(config, '/ip/traffic-flow', 'enabled');
  return flow && isYes(flow.value) ? [flow.item] : [];
}
