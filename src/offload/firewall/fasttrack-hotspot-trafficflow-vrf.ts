// FastTrack beside features that need to see every packet: Hotspot, Traffic-Flow, VRF.

import { fasttracked } from '../../forwarding/forwarded.ts';
import type { Network } from '../../forwarding/network.ts';
import type { Concerns } from '../../forwarding/routed-classes.ts';
import { enabledItemsOf, type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import { type Cost, defineRule } from '../rule.ts';

export const fasttrackHotspotTrafficflowVrf = defineRule({
  id: 'firewall/fasttrack-hotspot-trafficflow-vrf',
  cost: 'H',
  summary: 'FastTrack packets skip Hotspot, Traffic-Flow and VRF assignment',
  why: 'The feature sees the first packets of a connection only: users are not accounted or limited, flows are missing, packets leave their VRF.',
  remedy: 'Exclude the traffic of the feature from FastTrack.',

  check({ network }) {
    const features = featuresOf(network);
    const taking = takingRules(network, features);
    return features.flatMap((feature) => {
      const { item, property, name, cost } = feature;
      const rule = taking.get(feature);
      if (!rule) return [];
      return {
        subject: item,
        placement: 'unpredictable',
        cost,
        what: `${name} does not see FastTrack connections`,
        primary: [property, 'sees the first packets of each connection'],
        related: [[rule, 'action', 'takes the rest']],
        fix: 'exclude this traffic from FastTrack by an accept rule before it',
      };
    });
  },
});

const anyInterface = '';

/** For each feature the first FastTrack rule that takes connections of its interfaces; all are looked for at once. */
function takingRules(network: Network, features: readonly Feature[]): ReadonlyMap<Feature, Item> {
  const taking = new Map<Feature, Item>();
  const open = new Map<string, Feature[]>();
  for (const feature of features) {
    for (const name of feature.interfaces ?? [anyInterface]) append(open, name, feature);
  }
  const isNear: Concerns = (from, to) =>
    open.has(anyInterface) || [from, to].some(({ ends }) => ends.some(({ name }) => open.has(name)));
  for (const { rule, from, to } of fasttracked(network, isNear)) {
    for (const name of [anyInterface, from, to ?? anyInterface]) {
      for (const feature of open.get(name) ?? []) computeIfAbsent(taking, feature, () => rule);
      open.delete(name);
    }
  }
  return taking;
}

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
  const vrfs = [...network.vrfs.values()].map(
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
