// The plan that takes an earlier commit back, from what was kept of it. What others changed since stays.

import { resolve } from 'node:path';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import type { Config } from '../../model/config.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { parsePlan } from '../../plan/plan-file.ts';
import { revertedConfig } from '../../plan/revert.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import { type AnalysedDevice, analyseSite, isAnalysed } from '../analyse/analyse-site.ts';
import { deviceAddressOf } from '../device/device-address.ts';
import { type JournalledCommit, journalledCommits } from '../device/journal.ts';
import { useDevice } from '../device/open-device.ts';
import { type GatheredPlans, nothingPlanned } from '../plan/gather-plans.ts';
import { foresee, type Prior } from '../plan/plan-device.ts';
import type { PlanRequest } from '../plan/plan-site.ts';
import { readLive } from '../plan/read-prior.ts';
import { readExport } from '../read/read-export.ts';
import { fleetSites, type ReadyDevice } from './fleet-sites.ts';
import type { OpenFleet } from './open-fleet.ts';

/** `transaction`: of the commit that is taken back. */
export async function planWayBack(
  io: Io,
  path: string,
  transaction: string,
  request: PlanRequest,
): Promise<GatheredPlans> {
  const { value: commits, diagnostics } = await journalledCommits(io, { transaction });
  const [commit] = commits;
  if (!commit) return nothingPlanned([...diagnostics, unknownCommit(transaction)]);
  // A commit of a fleet names its site, too.
  const [own = '', of] = commit.device.split('/').reverse();
  const site = await analyseSite(io, path, { only: [own], profiles: request.profiles, judgesFixes: false });
  const isOther = isAnalysed(site) && of !== undefined && of !== site.intent.site.site;
  const device = isAnalysed(site) && !isOther ? site.devices[0] : undefined;
  if (!isAnalysed(site) || !device) {
    return nothingPlanned(isAnalysed(site) ? [unknownCommit(transaction)] : site.diagnostics);
  }
  const where = { ...deviceAddressOf(site, device, request.picked), name: own };
  return planMemberBack(io, commit, { site, device, where }, request);
}

/** The same of a device of a fleet. */
export async function planFleetBack(
  io: Io,
  { fleet, scope }: OpenFleet,
  transaction: string,
  request: Omit<PlanRequest, 'picked'>,
): Promise<GatheredPlans> {
  const { value: commits, diagnostics } = await journalledCommits(io, { transaction });
  const [commit] = commits;
  const member = scope.devices.find(({ name }) => name === commit?.device);
  if (!commit || !member) return nothingPlanned([...diagnostics, unknownCommit(transaction)]);
  const sites = await fleetSites(io, fleet, { ...scope, devices: [member] }, request);
  return sites.use<GatheredPlans>(member, {
    work: (ready) => planMemberBack(io, commit, ready, request),
    otherwise: nothingPlanned,
  });
}

async function planMemberBack(
  io: Io,
  commit: JournalledCommit,
  { site, device, where }: ReadyDevice,
  request: Omit<PlanRequest, 'picked'>,
): Promise<GatheredPlans> {
  const { config, target, device: own } = device.lowered;
  const name = where.name ?? own;
  const kept = await readKept(io, commit, target, site.profiles);
  if (!kept.value) return nothingPlanned(kept.diagnostics);
  const live = await useDevice(io, where, request, (connection) => readLive(connection, name, config));
  if (!live.value) return nothingPlanned(live.diagnostics);
  const back = planBack(device, name, { kept: kept.value, now: live.value.value });
  return {
    plans: [back.value],
    deviceAddress: new Map([[name, where]]),
    diagnostics: [...kept.diagnostics, ...live.diagnostics, ...live.value.diagnostics, ...back.diagnostics],
    skipped: [],
    isComplete: true,
  };
}

interface Kept {
  readonly plan: Plan;
  readonly prior: Config;
}

async function readKept(
  io: Io,
  { stem, device }: JournalledCommit,
  target: Target,
  profiles: Profiles,
): Promise<Staged<Kept | undefined>> {
  const [planFile, priorFile] = await Promise.all(
    ['.json', '.prior.rsc'].map((ending) => readSource(io, resolve(io.cwd, `${stem}${ending}`))),
  );
  const diagnostics = [...(planFile?.diagnostics ?? []), ...(priorFile?.diagnostics ?? [])];
  if (!planFile?.value || !priorFile?.value) return { value: undefined, diagnostics };
  const plan = parsePlan(planFile.value);
  const prior = readExport(priorFile.value, { profiles, target, keepSecrets: true });
  const found = [...diagnostics, ...plan.diagnostics, ...(prior.value ? [] : prior.diagnostics)];
  if (!plan.value || !prior.value) return { value: undefined, diagnostics: found };
  const lost = plan.value.changes.filter(({ properties }) =>
    properties.some(({ secret, before }) => secret && before !== undefined),
  );
  if (lost.length > 0)
    return {
      value: undefined,
      diagnostics: [
        secretNotKept(
          device,
          lost.map(({ key }) => key),
        ),
      ],
    };
  return { value: { plan: plan.value, prior: prior.value.config }, diagnostics: found };
}

/** Only the menus of the earlier plan are compared: in all others there is nothing to take back. */
function planBack(
  { lowered }: AnalysedDevice,
  name: string,
  { kept, now: { identity, config, managementAddress } }: { readonly kept: Kept; readonly now: Prior },
): Staged<Plan> {
  const { menus, changes, site } = kept.plan;
  const now: Config = { items: config.items.filter(({ menu }) => menus.includes(menu)) };
  const reverted = revertedConfig({ prior: kept.prior, changes, now });
  const touched = new Set(changes.map(({ menu }) => menu));
  const planned = makePlan({
    site,
    device: { ...identity, name },
    prior: now,
    desired: { items: [...now.items.filter(({ menu }) => !touched.has(menu)), ...reverted.items] },
    exclusive: [...touched],
    ...(managementAddress !== undefined && { managementAddress }),
  });
  const { plan, judged } = foresee(planned.value, { prior: config, target: lowered.target });
  return { value: plan, diagnostics: [...planned.diagnostics, ...judged.map(withoutVeto)] };
}

/** Going back is never forbidden: the device has been there before. */
function withoutVeto(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'error' ? { ...diagnostic, severity: 'warning' } : diagnostic;
}

function unknownCommit(transaction: string): Diagnostic {
  return deviceProblem('', 'apply/no-such-commit', {
    what: `nothing was kept here of a commit ${transaction}`,
    why: 'rosc keeps what it needs to go back in `commits/` of its state folder: `--state`, ROSC_STATE, or `.rosc` below where it runs.',
    fix: 'Run it where the commit was begun, or name its state folder; the files there are named after it',
  });
}

function secretNotKept(device: string, keys: readonly string[]): Diagnostic {
  return deviceProblem(device, 'apply/secret-not-kept', {
    what: `the commit changed secrets of ${keys.join(', ')}, and what they were before was not kept`,
    label: keys[0] ?? '',
    why: 'rosc writes no secret to the disk, so it cannot bring an old one back.',
    fix: 'Put the old secret into the site and apply that, or set it by hand with the commands of the .undo.rsc file',
  });
}
