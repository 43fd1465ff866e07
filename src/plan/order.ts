// The safe order of changes: by phase, and within and across phases so that nothing is used before it is there, removed
// while it is used, or taken before it is free.

import { type Config, isYes, itemsOf, propertyValue } from '../model/config.ts';
import { groupBy } from '../source/grouping.ts';
import { dependencies } from './dependencies.ts';
import { disruptionOf, isLayer2, isPolicy, propertyPhase, switchMenu } from './phase.ts';
import { type Change, phases } from './plan.ts';
import { selectorsOf } from './select.ts';
import { sortTopologically } from './topological.ts';

export interface OrderOptions {
  /** What the device is now: tells whether L3 offload has to pause. */
  readonly prior: Config;
  /** Changes that the session itself depends on come last in their phase. */
  readonly isOnManagementPath?: (change: Change) => boolean;
}

export function order(changes: readonly Change[], { prior, isOnManagementPath = () => false }: OrderOptions): Change[] {
  const split = bracket(changes.flatMap(splitByPhase), prior);
  const { before, phase } = dependencies(split, prior);
  const rank = split.map((change, index) => [
    phases.indexOf(phase[index] ?? change.phase),
    change.action === 'remove' && (isPolicy(change.menu) || phase[index] === 'policy') ? 1 : 0,
    isOnManagementPath(change) ? 1 : 0,
    menuRank(change),
    change.action === 'remove' ? split.length - index : index,
  ]);
  let latest = 0;
  return sortTopologically(before, rank).flatMap((index) => {
    const change = split[index];
    if (!change) return [];
    latest = Math.max(latest, phases.indexOf(phase[index] ?? change.phase));
    return [{ ...change, phase: phases[latest] ?? change.phase }];
  });
}

/** Layers from the ports upwards; what is not listed comes after what is. */
const layers = [
  '/system/identity',
  '/interface/ethernet',
  '/interface',
  '/interface/list',
  '/interface/bonding',
  '/interface/bridge',
  '/interface/vlan',
  '/interface/vxlan',
  '/interface/bridge/vlan',
  '/interface/bridge/port',
  '/interface/list/member',
  '/routing/table',
  '/ip/vrf',
  '/ip/pool',
  '/ip/address',
  '/ipv6/address',
  '/ip/dhcp-server/network',
  '/ip/dhcp-server',
  '/ip/dhcp-relay',
  '/ip/settings',
  '/ipv6/settings',
  '/ip/route',
  '/ipv6/route',
  '/routing/filter/rule',
  '/ip/firewall/address-list',
  '/ipv6/firewall/address-list',
  '/ip/firewall/filter',
  '/ipv6/firewall/filter',
  '/ip/firewall/raw',
  '/ip/firewall/mangle',
  '/ip/firewall/nat',
  '/interface/ethernet/switch/rule',
  '/interface/ethernet/switch/port',
  '/interface/ethernet/switch/l3hw-settings',
  '/interface/ethernet/switch',
] as const;

const layerOf: ReadonlyMap<string, number> = new Map(layers.map((menu, index) => [menu, index]));
const afterLayers = layers.length;

/** Services and users decide who may speak to the device: after everything else. */
function menuRank({ action, menu, phase }: Change): number {
  const layer = layerOf.get(menu) ?? (menu.startsWith('/ip/service') || menu.startsWith('/user') ? 2 : 1) + afterLayers;
  const isTopDown = action === 'remove' || phase === 'mtu' || phase === 'offload-off';
  return isTopDown ? -layer : layer;
}

/** One change per phase: a `set` is cut by the phases of its properties; a new bridge filters once it has its VLANs. */
function splitByPhase(change: Change): readonly Change[] {
  if (change.action === 'add' && change.menu === '/interface/bridge') return splitBridge(change);
  if (change.action !== 'set') return [change];
  const groups = groupBy(change.properties, (property) => propertyPhase(change.menu, property));
  return [...groups].map(([phase, properties]) => {
    const part = { ...change, phase, properties };
    return { ...part, disruption: disruptionOf(part) };
  });
}

function splitBridge(change: Change): readonly Change[] {
  const filtering = change.properties.filter(({ name }) => name === 'vlan-filtering');
  if (!filtering.some(({ after }) => isYes(after))) return [change];
  return [
    { ...change, properties: change.properties.filter(({ name }) => name !== 'vlan-filtering') },
    {
      ...change,
      action: 'set',
      selector: { match: { name: change.key } },
      properties: filtering,
      phase: 'bridge',
      disruption: 'switch-reset',
      because: 'filters once its VLAN table is complete',
    },
  ];
}

/** L3 offload pauses around layer-2 work, where it is on and no change of its own turns it off. */
function bracket(changes: readonly Change[], prior: Config): readonly Change[] {
  if (!changes.some(isLayer2)) return changes;
  const rows = itemsOf(prior, switchMenu);
  const select = selectorsOf(rows);
  const turned = new Set(
    changes.filter(({ menu, phase }) => menu === switchMenu && phase === 'offload-off').map(({ key }) => key),
  );
  const pausing = rows.filter((row) => isYes(propertyValue(row, 'l3-hw-offloading')) && !turned.has(row.key));
  const pauses = pausing.flatMap((row): readonly Change[] => {
    const change = { action: 'set', menu: switchMenu, key: row.key, selector: select(row) } as const;
    const disruption = 'offload-pause';
    const off = { name: 'l3-hw-offloading', before: 'yes', after: 'no' };
    const on = { name: 'l3-hw-offloading', before: 'no', after: 'yes' };
    return [
      { ...change, properties: [off], phase: 'offload-off', disruption, because: 'layer 2 changes below' },
      { ...change, properties: [on], phase: 'offload-on', disruption, because: 'layer 2 is settled' },
    ];
  });
  return [...changes, ...pauses];
}
