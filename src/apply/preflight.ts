// What has to be so before a commit may begin: the right device, unchanged since the plan, able to undo by itself.

import { type Clock, type Device, type Identity, isNotShown, unlessFailed } from '../device/device.ts';
import { readPolicies } from '../device/policies.ts';
import { type Diagnostic, type Found, isError } from '../diagnostics/diagnostic.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import { lockName } from '../model/commit-rows.ts';
import { isYes, type MenuPath } from '../model/config.ts';
import { compareVersions, parseVersion, version } from '../model/version.ts';
import type { Plan } from '../plan/plan.ts';
import { neededPolicies, reasonOf } from './arm.ts';
import { isUnset, parseDeviceTime, startAfter } from './device-clock.ts';
import { canaryName, namesOf } from './names.ts';
import { clearObjects, commitObjects, lockOf } from './objects.ts';

export interface PreflightInput {
  /** Of a plan: whom it is for. */
  readonly plan: Pick<Plan, 'device'>;
  readonly identity: Identity;
  /** Characters of script that will be stored. */
  readonly size: number;
  readonly clock: Clock;
}

/** Errors say why the commit must not begin. Throws DeviceError. */
export async function preflight(device: Device, input: PreflightInput): Promise<readonly Diagnostic[]> {
  const { plan } = input;
  const { name } = plan.device;
  if (device.readOnlyBecause !== undefined) return [readOnly(name, device.readOnlyBecause)];
  const before = [otherDevice(plan, input.identity), await deviceMode(device, name)].flat();
  // The wrong device is left alone, and one that may not use schedulers is not asked for its own.
  if (before.some(isError)) return before;
  const found = [
    ...before,
    ...(await takeOver(device, name)),
    await leftovers(device, name),
    ...(await clockAndDisk(device, name, input.size)),
    await permissions(device, name),
  ].flat();
  if (found.some(isError)) return found;
  return [...found, await canary(device, input)].flat();
}

function readOnly(name: string, because: string): Diagnostic {
  return deviceProblem(name, 'apply/read-only', {
    what: `nothing can be applied to \`${name}\` over this connection`,
    why: because,
    fix: 'Use `api://` or `apis://`',
  });
}

function otherDevice({ device }: Pick<Plan, 'device'>, identity: Identity): Found {
  const isSame = (device.serial === '' || device.serial === identity.serial) && device.model === identity.model;
  if (isSame) return otherVersion(device, identity);
  const planned = [device.model, device.serial].filter((part) => part !== '').join(' ');
  return deviceProblem(device.name, 'apply/other-device', {
    what: `the plan is for ${planned}, and this is ${identity.model} ${identity.serial}`.trimEnd(),
    why: 'Applied to another device, the same changes mean something else.',
    fix: 'Plan again against this device, or correct its address',
  });
}

function otherVersion({ name, routeros }: Plan['device'], identity: Identity): Found {
  if (routeros === '' || routeros === identity.routeros) return [];
  return deviceProblem(name, 'apply/other-version', {
    what: `the plan was made when \`${name}\` ran RouterOS ${routeros}, and now it runs ${identity.routeros}`,
    why: 'Defaults, properties and what the chip does may differ, so the plan may no longer mean what it showed.',
    fix: 'Plan again and look at what is different',
  });
}

/** Another commit that is on the device, for whoever only reads: what he sees may be undone. Throws DeviceError. */
export async function otherCommit(device: Device, name: string): Promise<readonly Diagnostic[]> {
  const found = await unlessFailed(leftovers(device, name), isNotShown, []);
  return [found].flat().map((each) => ({ ...each, severity: 'warning' }));
}

/**
 * What an arming that was cut off has left, with its time over and neither marker nor undo: nobody needs it any more.
 * Throws DeviceError.
 */
async function takeOver(device: Device, name: string): Promise<readonly Diagnostic[]> {
  const objects = await commitObjects(device);
  const locks = objects.filter((object) => object.name === lockName).map(lockOf);
  const [row = {}] = locks.length > 0 ? await device.print('/system/clock') : [];
  const now = parseDeviceTime(row);
  const dead = locks.filter(({ transaction, until }) => {
    const { pending, undoing, undo } = namesOf(transaction);
    const [date = '', time = ''] = until.split(' ');
    const end = parseDeviceTime({ date, time });
    const isNeeded = objects.some((object) => [pending, undoing, undo].includes(object.name));
    return !isNeeded && now !== undefined && end !== undefined && end.ms < now.ms;
  });
  for (const { transaction } of dead) await clearObjects(device, transaction);
  return dead.map(({ transaction, owner }) =>
    deviceProblem(name, 'apply/took-over', {
      severity: 'note',
      what: `what was left of commit ${transaction} of ${owner} on \`${name}\` was cleared: it never got as far as a change`,
      why: 'Its time is over, and there is neither its undo nor its marker.',
      fix: 'Nothing has to be done',
    }),
  );
}

async function leftovers(device: Device, name: string): Promise<Found> {
  const open = (await commitObjects(device)).filter((object) => object.name !== canaryName);
  // The lock tells whose it is.
  const [first] = open.toSorted((a, b) => Number(!!a.transaction) - Number(!!b.transaction));
  if (!first) return [];
  const { owner, until } = lockOf(first);
  return deviceProblem(name, 'apply/commit-open', {
    what: `another commit is open on \`${name}\`${owner === '' ? '' : `: ${owner}, until ${until} of its clock`}`,
    why: 'Two commits at once would undo each other.',
    fix: '`rosc confirm` keeps it, `rosc rollback` undoes it; if it is somebody else’s, wait for its end',
    at: { menu: first.menu, key: first.name },
    label: first.name,
  });
}

async function deviceMode(device: Device, name: string): Promise<Found> {
  const [mode] = await unlessFailed(device.print('/system/device-mode'), isNotShown, []);
  if (isYes(mode?.flagged)) {
    return deviceProblem(name, 'apply/flagged', {
      what: `\`${name}\` is flagged by RouterOS as possibly tampered with, and refuses scripts and schedulers`,
      why: 'Without them the device cannot undo a change by itself.',
      fix: 'Check the configuration, then clear the flag with `/system/device-mode/update flagged=no`',
      at: { menu: '/system/device-mode', key: '' },
    });
  }
  if (mode?.scheduler !== 'false' && mode?.scheduler !== 'no') return [];
  return deviceProblem(name, 'apply/no-scheduler', {
    what: `\`${name}\` may not use schedulers in its device mode ${mode.mode ?? ''}`.trimEnd(),
    why: 'Without a scheduler the device cannot undo a change by itself after a power cut.',
    fix: 'Allow it with `/system/device-mode/update scheduler=yes` and a press of the button',
    at: { menu: '/system/device-mode', key: '' },
  });
}

/** Scripts are stored in flash, rewritten once; three times their size leaves room for both and for the log. */
const roomFactor = 3;

async function clockAndDisk(device: Device, name: string, size: number): Promise<readonly Diagnostic[]> {
  const [[clock = {}], [resource = {}]] = await Promise.all([
    device.print('/system/clock'),
    device.print('/system/resource'),
  ]);
  const problems: Diagnostic[] = [];
  const time = parseDeviceTime(clock);
  if (time && isUnset(time)) {
    problems.push(
      deviceProblem(name, 'apply/clock-unset', {
        severity: 'warning',
        what: `the clock of \`${name}\` says ${clock.date ?? ''}, so it has not been set since it started`,
        why: 'When it is set during the commit, schedulers may fire early or late; a waiting job covers that.',
        fix: 'Set up `/system/ntp/client`',
        at: { menu: '/system/clock', key: '' },
      }),
    );
  }
  const free = Number(resource['free-hdd-space'] ?? Number.NaN);
  if (free < size * roomFactor) {
    problems.push(
      deviceProblem(name, 'apply/disk-full', {
        what: `\`${name}\` has ${free} bytes of free disk, too few for an undo of ${size} characters`,
        why: 'An undo that is not stored whole cannot bring the device back.',
        fix: 'Remove files from the device, or apply the change in smaller steps',
        at: { menu: '/file', key: '' },
      }),
    );
  }
  return problems;
}

async function permissions(device: Device, name: string): Promise<Found> {
  const held = await readPolicies(device);
  const lacking = held ? neededPolicies.filter((policy) => !held.has(policy)) : [];
  if (lacking.length === 0) return [];
  return deviceProblem(name, 'apply/permission', {
    what: `the user of this connection lacks policies that it needs: ${lacking.join(', ')}`,
    why: 'A scheduler has the policies of its maker; without these the undo would be refused when it is needed.',
    fix: 'Give the group of the user these policies, or use the user that `rosc bootstrap` makes',
    at: { menu: '/user/group', key: '' },
  });
}

/** How long the canary may take, in ms; it is due after two seconds. */
const canaryMs = 8000;

/**
 * On releases whose schedulers are known to sleep: a row that removes itself has to be gone before a commit depends
 * on one.
 */
async function canary(device: Device, { plan, identity, clock }: PreflightInput): Promise<Found> {
  const running = parseVersion(identity.routeros);
  const isSuspect =
    !running || (compareVersions(running, version('7.24')) >= 0 && compareVersions(running, version('7.24.5')) < 0);
  if (!isSuspect) return [];
  const menu: MenuPath = '/system/scheduler';
  const [row = {}] = await device.print('/system/clock');
  const now = parseDeviceTime(row);
  const start = now && startAfter(now, 2000);
  const added = await device.run({
    menu,
    verb: 'add',
    arguments: {
      name: canaryName,
      policy: 'read,write,test',
      interval: '2s',
      'on-event': `/system/scheduler/remove [find name="${canaryName}"]`,
      ...(start && { 'start-date': start.date, 'start-time': start.time }),
    },
  });
  const deadline = clock.now() + canaryMs;
  while (added.kind === 'done' && clock.now() < deadline) {
    await clock.sleep(1000);
    const rows = await device.print(menu, { proplist: ['name'] });
    if (rows.every(({ name }) => name !== canaryName)) return [];
  }
  if (added.kind === 'done') {
    await device.run({ menu, verb: 'remove', arguments: { '.id': added.ret ?? canaryName } });
  }
  return deviceProblem(plan.device.name, 'apply/scheduler-asleep', {
    what: `a scheduler on \`${plan.device.name}\` did not run within ${canaryMs / 1000} s`,
    why: `RouterOS ${identity.routeros} is not known to run schedulers reliably (${reasonOf(added)}).`,
    fix: 'Upgrade to 7.24.5 or later',
    at: { menu, key: '' },
  });
}
