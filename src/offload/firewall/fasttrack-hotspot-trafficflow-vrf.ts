// FastTrack beside features that need to see every packet: Hotspot, Traffic-Flow, VRF.

import { type Concerns, fasttracked } from '../../forwarding/forwarded.ts';
import { firstOf } from '../../forwarding/grouping.ts';
import type { Network } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { type Cost, defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';
import { vrfsOf } from '../vrf.ts';

export const fasttrackHotspotTrafficflowVrf = defineRule({
  id: 'firewall/fasttrack-hotspot-trafficflow-vrf',
  cost: 'H',
  datapath: 'fasttrack',
  summary: 'FastTrack packets skip Hotspot, Traffic-Flow and VRF assignment',
  why: 'The feature sees the first packets of a connection only: users are not accounted or limited, flows are missing, packets leave their VRF.',
  remedy: 'Exclude the traffic of the feature from FastTrack.',

  check({ network }) {
    return featuresOf(network).flatMap(({ item, property, name, interfaces, cost }) => {
      const isMeant = (...names: readonly string[]) => !interfaces || names.some((name) => interfaces.has(name));
      const isNear: Concerns = (from, to) => isMeant(...[from, to].flatMap(({ ends }) => ends.map(({ name }) => name)));
      const rule = firstOf(fasttracked(network, isNear), ({ from, to }) => isMeant(from, to ?? ''))?.rule;
      if (!rule) return [];
      return {
        subject: item,
        placement: 'unpredictable',
        cost,
        what: `${name} does not see FastTrack connections`,
        primary: label(item, property, 'sees the first packets of each connection'),
        related: [label(rule, 'action', 'takes the rest')],
        fix: manualFix('exclude this traffic from FastTrack by an accept rule before it'),
      };
    });
  },
});

interface Feature {
  readonly item: Item;
  readonly property: string;
  readonly name: string;
  /** Absent = every interface. */
  readonly interfaces?: ReadonlySet<string>;
  readonly cost: Cost;
}

function featuresOf(network: Network): readonly Feature[] {
  const hotspots = enabledItemsOf(network.config, '/ip/hotspot').map((item): Feature => {
    const interfaces = new Set([propertyValue(item, 'interface') ?? '']);
    return { item, property: 'interface', name: 'Hotspot', interfaces, cost: 'H' };
  });
  const flow = settingOf(network.config, '/ip/traffic-flow', 'enabled');
  const flows: Feature[] =
    flow && isYes(flow.value) ? [{ item: flow.item, property: 'enabled', name: 'Traffic-Flow', cost: 'M' }] : [];
  const vrfs = vrfsOf(network).map(
    ({ item, name, interfaces }): Feature => ({
      item,
      property: 'interfaces',
      name: `VRF \`${name}\``,
      interfaces: new Set(interfaces),
      cost: 'H',
    }),
  );
  return [...hotspots, ...flows, ...vrfs];
}
