// A site, a simulated device, and the way from one to the other: read, plan, apply.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ApplyContext,
  ApplyResult,
  CommitStep,
  JournalEntry,
  JournalNote,
} from '../../src/apply/apply-context.ts';
import { applyPlan } from '../../src/apply/commit.ts';
import type { Device } from '../../src/device/device.ts';
import { readConfig } from '../../src/device/read.ts';
import type { Faults } from '../../src/device/sim/faults.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { lower } from '../../src/lower/lower.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { type Config, menusOf } from '../../src/model/config.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { analyze } from '../../src/offload/analyze.ts';
import { evaluateRaw } from '../../src/pipeline/analyse/evaluate-raw.ts';
import { planMenus } from '../../src/pipeline/read/read-menus.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { applyChanges } from '../../src/plan/patch.ts';
import type { Plan, Prediction } from '../../src/plan/plan.ts';
import type { Target } from '../../src/profile/target.ts';
import { computeIfAbsent } from '../../src/source/grouping.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import { projectRoot } from './project-root.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

const profiles = builtInProfiles();
const sites = join(projectRoot, 'fixtures', 'sites');

export function siteNamed(name: string): string {
  return readFileSync(join(sites, name, 'site.yaml'), 'utf8');
}

export function lowerText(text: string, device: string): Lowered {
  const intent = loadIntent({ path: 'site.yaml', text }, { profiles }).value;
  const target = intent?.devices.get(device)?.target;
  if (!intent || !target) throw new Error(`the site has no ${device}`);
  return lower(intent, device, target, { evaluateRaw }).value;
}

export interface Rig {
  readonly lowered: Lowered;
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly journal: JournalEntry[];
  /** What was noted of commits, in order. */
  readonly notes: JournalNote[];
  connect(): Promise<Device>;
  plan(): Promise<Plan>;
  apply(plan: Plan, overrides?: Partial<ApplyContext>): Promise<ApplyResult>;
}

/** As the factory leaves it, as far as it is in the way of a site. */
export const factoryScript = [
  '/interface bridge add name=bridge comment=defconf',
  '/interface bridge port add bridge=bridge interface=ether24 comment=defconf',
  '/interface bridge port add bridge=bridge interface=sfp-sfpplus1 comment=defconf',
  '/interface bridge port add bridge=bridge interface=sfp-sfpplus2 comment=defconf',
  '/ip address add address=192.168.88.1/24 interface=bridge comment=defconf',
].join('\n');

/** Lets everything happen on the device that is due within this time. */
export function letTimePass({ clock, simulator }: Pick<Rig, 'clock' | 'simulator'>, ms: number): void {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    const next = Math.min(simulator.nextEventAt() ?? end, end);
    clock.advance(Math.max(1, next - clock.now()));
    simulator.advance();
  }
}

/** For `onStep`: rosc is killed when this step begins, and does nothing any more. */
export function killedAt(at: CommitStep): (step: CommitStep) => void {
  let isDead = false;
  return (step) => {
    isDead ||= step === at;
    if (isDead) throw new Error('rosc is killed');
  };
}

export interface RigOptions {
  readonly site: string;
  readonly device?: string;
  readonly faults?: Partial<Faults>;
  readonly seed?: number;
  /** What each tagged command waits at most before it runs, in ms. */
  readonly answerMs?: number;
  /** What the site's `!env` secrets are, by name. */
  readonly secret?: (name: string) => string;
  /** Imported before anybody connects. */
  readonly script?: string;
}

/** Many tests begin with the same few sites. */
const known = new Map<string, Lowered>();

export function createRig(options: RigOptions): Rig {
  const { site, device = 'core', faults = {}, seed = 1, answerMs = 0, script, secret } = options;
  const lowered = computeIfAbsent(known, `${device}\n${site}`, () => lowerText(site, device));
  const clock = createVirtualClock();
  const simulator = createSimulator({
    target: lowered.target,
    clock,
    seed,
    faults,
    answerMs,
    ...(script !== undefined && { script }),
  });
  const journal: JournalEntry[] = [];
  const notes: JournalNote[] = [];
  const connect = () => connectToSimulator(simulator, { url: 'sim:rig', user: 'admin', password: '' });
  return {
    lowered,
    clock,
    simulator,
    journal,
    notes,
    connect,
    plan: async () => planOn(lowered, await connect(), secret),
    apply: (plan, overrides = {}) =>
      applyPlan(plan, {
        connect,
        clock,
        syntax: scriptSyntax,
        transaction: '5eed',
        owner: 'test',
        journal: {
          async save(entry) {
            journal.push(entry);
          },
          async note(note) {
            notes.push(note);
          },
        },
        ...overrides,
      }),
  };
}

/** Reads the device as the commands do, closes the connection, and plans what makes it the site's. */
export async function planOn(lowered: Lowered, connection: Device, secret?: RigOptions['secret']): Promise<Plan> {
  const { config } = await readConfig(connection, planMenus(menusOf(lowered.config)), lowered.device);
  const identity = await connection.identity();
  await connection.close();
  return planFor(lowered, config, { device: { ...identity, name: lowered.device }, secret });
}

interface PlanFor {
  readonly device: Plan['device'];
  readonly secret?: RigOptions['secret'];
}

export function planFor(lowered: Lowered, prior: Config, { device, secret }: PlanFor): Plan {
  const { value: plan } = makePlan({
    site: 'test',
    device,
    prior,
    desired: lowered.config,
    exclusive: lowered.exclusive,
    ...(secret && { secret: (deferred) => (deferred.kind === 'env' ? secret(deferred.name) : undefined) }),
  });
  const { hosts } = lowered;
  let predictions: Plan['predictions'] | undefined;
  return {
    ...plan,
    ...(hosts && { hosts }),
    // Many who plan want the changes alone, or never come to the post-check.
    get predictions() {
      predictions ??= predictionsOf(applyChanges(prior, plan.changes), lowered.target);
      return predictions;
    },
  };
}

function predictionsOf(config: Config, target: Target): readonly Prediction[] {
  const own = { items: config.items.filter(({ state }) => state?.get('dynamic') !== 'true') };
  const analysis = analyze({ config: own, target, network: buildNetwork(own, target), context: 'device', files: [] });
  return analysis.verdicts.map(({ subject, kind, placement, because }) => ({
    menu: subject.menu,
    key: subject.key,
    kind,
    placement,
    because,
  }));
}
