// Queues of a config and the routed ends whose traffic they shape.

import { type RoutedEnd, routedEnds } from '../forwarding/ends.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { endsOf } from './ends-index.ts';

export interface ShapedEnds {
  readonly queue: Item;
  /** The property that says what is shaped. */
  readonly property: string;
  readonly ends: ReadonlySet<RoutedEnd>;
}

/** Simple queues by target, and queue trees by parent: `global` shapes everything. */
export function shapedEnds(network: Network): readonly ShapedEnds[] {
  return [...simpleQueues(network), ...queueTrees(network)].filter(({ ends }) => ends.size > 0);
}

function simpleQueues(network: Network): readonly ShapedEnds[] {
  const all = routedEnds(network, 4);
  return enabledItemsOf(network.config, '/queue/simple').map((queue) => {
    const ends = new Set<RoutedEnd>();
    for (const target of listValues(propertyValue(queue, 'target'))) {
      const prefix = parsePrefix(target);
      const found = prefix ? endsOf(all, prefix) : all.filter(({ name }) => name === target);
      for (const end of found) ends.add(end);
    }
    return { queue, property: 'target', ends };
  });
}

function queueTrees(network: Network): readonly ShapedEnds[] {
  const all = routedEnds(network, 4);
  return enabledItemsOf(network.config, '/queue/tree').map((queue) => {
    const parent = propertyValue(queue, 'parent') ?? '';
    const ends = parent === 'global' ? all : all.filter(({ name }) => name === parent);
    return { queue, property: 'parent', ends: new Set(ends) };
  });
}

/** Queues that FastTrack skips: simple ones and trees with the parent `global`. */
export function isSkippedByFasttrack({ queue }: ShapedEnds): boolean {
  return queue.menu === '/queue/simple' || propertyValue(queue, 'parent') === 'global';
}
