// Two sites of one model, and what a simulated device is after one, the other, and the first again.

import fc from 'fast-check';
import { expect } from 'vitest';
import { readConfig } from '../../src/device/read.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { isDynamic, propertyValue } from '../../src/model/config.ts';
import { menus } from '../../src/model/menus.ts';
import { planMenus } from '../../src/pipeline/read/read-menus.ts';
import { contentKey } from '../../src/plan/compare.ts';
import type { Change, Plan } from '../../src/plan/plan.ts';
import { printChange } from '../../src/report/script.ts';
import { lowerText, planOn } from './apply-rig.ts';
import { randomSite } from './random-site.ts';
import { thinnedPair } from './thinned-site.ts';
import { createVirtualClock } from './virtual-clock.ts';

const seed = 20_261_122;

export interface Steps {
  /** The device as its API prints it, after each site; without ids, counters and what the device makes by itself. */
  readonly states: readonly (readonly string[])[];
  readonly plans: readonly Plan[];
  /** Changes that a plan still finds after each. */
  readonly outstanding: readonly (readonly string[])[];
}

/** A device prints an L2MTU and a speed of each port; the simulated one does from when they were set. */
const printed = '/interface/ethernet/set [find] l2mtu=1592 speed=1G-baseT-full\n';

/** What every secret of a site is. */
const secret = () => 'k3y-of-nobody-else';

interface Circumstances {
  /** The subject; `core` unless said otherwise. */
  readonly device?: string;
  /** What others have set before. */
  readonly strangers?: string;
  /** What the device prints of its ports before anybody set it. */
  readonly factory?: string;
}

/** Applies each site's plan in turn. */
export async function goThrough(
  sites: readonly string[],
  { device = 'core', strangers = '', factory = printed }: Circumstances = {},
): Promise<Steps> {
  const lowered = sites.map((site) => lowerText(site, device));
  const [first] = lowered;
  if (!first) throw new Error('no site');
  const simulator = createSimulator({
    target: first.target,
    clock: createVirtualClock(),
    script: `${factory}${strangers}`,
    // The plan's script names VLANs and topics as lists; what finds them where that does not work is apply's to prove.
    readings: { listsInFind: 'text' },
  });
  const states: (readonly string[])[] = [];
  const plans: Plan[] = [];
  const outstanding: (readonly string[])[] = [];
  for (const each of lowered) {
    const plan = await planOn(each, await open(simulator), secret);
    simulator.run([...plan.changes, ...(plan.marks ?? [])].map(unmasked).map(printChange).join('\n'));
    plans.push(plan);
    states.push(await stateOf(simulator, each));
    const { changes } = await planOn(each, await open(simulator), secret);
    outstanding.push(changes.map(printChange));
  }
  return { states, plans, outstanding };
}

/** A script shows no secrets; this device has to get them. */
function unmasked(change: Change): Change {
  return { ...change, properties: change.properties.map(({ secret: _, ...shown }) => shown) };
}

function open(simulator: Simulator) {
  return connectToSimulator(simulator, { url: 'sim:pair' });
}

async function stateOf(simulator: Simulator, { device }: Lowered): Promise<readonly string[]> {
  const connection = await open(simulator);
  const { config } = await readConfig(connection, planMenus([]), device);
  await connection.close();
  const rows = config.items
    .filter((item) => !isDynamic(item))
    .map((item) => {
      const content = contentKey(item).replaceAll('\n', ' ');
      const isOrdered = menus.get(item.menu)?.kind === 'ordered';
      const place = `${item.menu} ${propertyValue(item, 'chain') ?? ''}`;
      return { place, text: `${item.menu} ${content} ${propertyValue(item, 'comment') ?? ''}`.trim(), isOrdered };
    });
  const others = rows.filter(({ isOrdered }) => !isOrdered).map(({ text }) => text);
  // The order of rules means something within their chain.
  const ordered = rows.filter(({ isOrdered }) => isOrdered).sort((a, b) => a.place.localeCompare(b.place));
  return [...others.sort(), ...ordered.map(({ text }) => text)];
}

/** That a device which goes from one random site to another and back is as it was after the first. */
export async function checkPairs(numRuns: number): Promise<void> {
  const pair = fc
    .tuple(randomSite, randomSite)
    .filter(([a, b]) => a.devices.core.model === b.devices.core.model)
    .map(([a, b]) => [JSON.stringify(a), JSON.stringify(b)] as const);
  const isAsBefore = fc.asyncProperty(pair, async ([a, b]) => {
    const { states, outstanding } = await goThrough([a, b, a]);
    expect(states[2]).toEqual(states[0]);
    expect(outstanding).toEqual([[], [], []]);
  });
  await fc.assert(isAsBefore, { numRuns, seed });
}

/** The same of sites that say every key but some. */
export async function checkThinnedPairs(numRuns: number): Promise<void> {
  const isAsBefore = fc.asyncProperty(thinnedPair, async ({ device, one, other }) => {
    const { states, outstanding } = await goThrough([one, other, one], { device });
    expect(states[2]).toEqual(states[0]);
    expect(outstanding).toEqual([[], [], []]);
  });
  await fc.assert(isAsBefore, { numRuns, seed });
}
