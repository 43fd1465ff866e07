// The difference of two large configurations, one hundredth of which is not the same, as an ordered plan.

import type { Config, Item } from '../src/model/config.ts';
import { readExport } from '../src/pipeline/read/read-export.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import type { Profiles } from '../src/profile/profiles.ts';
import type { Figure } from './figure.ts';
import { madeUpExport } from './made-up-export.ts';
import { type Effort, growthExponent, measure } from './measure.ts';
import { spread } from './read-export.ts';

export async function benchPlans(profiles: Profiles, sizes: readonly number[], effort: Effort): Promise<Figure[]> {
  const points = [];
  for (const items of sizes) {
    const prior = configOf(profiles, items);
    const desired = editEvery(prior, 100);
    let changes = 0;
    const { medianMs, rangeMs } = await measure(effort, () => {
      // Indexes are kept with the configuration: every run begins with configurations that nobody has looked at.
      const input = { prior: { items: prior.items }, desired: { items: desired.items }, exclusive: lists };
      changes = makePlan({ ...input, site: 'bench', device }).value.changes.length;
    });
    points.push({ size: prior.items.length, ms: medianMs, rangeMs, changes });
  }
  const figures = points.map(({ size, ms, rangeMs, changes }): Figure => {
    const isLargest = size >= 100_000;
    const what = `plan, ${size.toLocaleString('en-US')} items on each side`;
    const detail = `${changes.toLocaleString('en-US')} changes, ${spread(rangeMs)}`;
    return { what, value: ms / 1000, unit: 's', ...(isLargest && { reach: { atMost: 3 } }), detail };
  });
  figures.push({ what: 'plan, growth exponent', value: growthExponent(points), unit: '', detail: '' });
  return figures;
}

const device = { name: 'bench', serial: '', model: 'CCR2216-1G-12XS-2XQ', routeros: '7.20.8' };
const lists = ['/ip/firewall/address-list', '/ip/route', '/ip/firewall/filter', '/ip/dhcp-server/lease'] as const;

function configOf(profiles: Profiles, items: number): Config {
  const text = madeUpExport(items + 20);
  const reading = readExport({ path: 'export.rsc', text }, { profiles });
  if (!reading.value) throw new Error('the made-up export is not read');
  return reading.value.config;
}

/** Every nth item of the long lists is changed, removed, doubled or moved, in turn. */
function editEvery({ items }: Config, nth: number): Config {
  const edited: Item[] = [];
  for (const [index, item] of items.entries()) {
    const isListed = lists.some((menu) => menu === item.menu);
    if (!isListed || index % nth !== 0) edited.push(item);
    else edited.push(...editOf(item, Math.floor(index / nth) % 4, edited));
  }
  return { items: edited };
}

function editOf(item: Item, kind: number, before: Item[]): readonly Item[] {
  switch (kind) {
    case 0:
      return [withComment(item, 'changed')];
    case 1:
      return [];
    case 2:
      return [withAddress(item), item];
    default: {
      // In front of the item that stood before it.
      const last = before.pop();
      return last ? [item, last] : [item];
    }
  }
}

function withComment(item: Item, value: string): Item {
  return { ...item, properties: new Map([...item.properties, ['comment', { value, origin: item.origin }]]) };
}

/** A neighbour of the item that is not there yet. */
function withAddress(item: Item): Item {
  const properties = new Map(item.properties);
  for (const [name, property] of item.properties) {
    if (/^(?:dst-)?address$/.test(name)) properties.set(name, { ...property, value: `9.${property.value.slice(2)}` });
  }
  return { ...item, key: `${item.key} twin`, properties };
}
