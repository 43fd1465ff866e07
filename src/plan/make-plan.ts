// Puts a plan together: the difference, its safe order, what it does to traffic, and what the device was at that time.

import type { Diagnostic, Found, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { type Config, type Item, itemsOf, type MenuPath, menusOf, propertyValue } from '../model/config.ts';
import type { Deferred } from '../model/deferred.ts';
import { type DeferredSources, type Resolved, resolveDeferred } from '../model/resolve-deferred.ts';
import { diff } from './diff.ts';
import { digestOf } from './digest.ts';
import { isDeniedTwice } from './firewall-fallbacks.ts';
import { impactsOf } from './impact.ts';
import { isOnManagementPath, managementPath } from './management-path.ts';
import { order } from './order.ts';
import { isMark } from './ownership.ts';
import { switchMenu } from './phase.ts';
import type { Change, DeviceIdentity, Plan, Prediction } from './plan.ts';
import { type Referrer, referrers } from './referrers.ts';
import type { RowProperty } from './resets.ts';

export interface PlanInput {
  readonly site: string;
  readonly device: DeviceIdentity;
  /** The device's configuration as read. */
  readonly prior: Config;
  /** The site's configuration; tokens for deferred values may be in it. */
  readonly desired: Config;
  /** Menus in which foreign items are removed. */
  readonly exclusive?: readonly MenuPath[];
  /** Placements that the analysis promises. */
  readonly predictions?: readonly Prediction[];
  /** The device's address that the session uses. */
  readonly managementAddress?: string;
  /** Displaced items are removed along with the other changes, instead of standing apart. */
  readonly displace?: boolean;
  readonly secret?: DeferredSources['secret'];
}

export function makePlan(input: PlanInput): Staged<Plan> {
  const { site, device, prior, exclusive = [], predictions = [], managementAddress, secret } = input;
  const resolved = resolveDeferred(input.desired, { observed: prior, keepsAddresses: true, ...(secret && { secret }) });
  const desired = resolved.config;
  const difference = diff(prior, desired, { exclusive });
  const path = managementAddress === undefined ? undefined : managementPath(prior, managementAddress);
  const onPath = (change: Change) => path !== undefined && isOnManagementPath(path, change);
  const marks = difference.changes.filter(isMark);
  const wanted = difference.changes.filter((change) => !isMark(change));
  const { displaced } = difference;
  const agreed = input.displace ? [...wanted, ...displaced] : wanted;
  const changes = order(agreed, { prior, isOnManagementPath: onPath });
  const apart = input.displace ? [] : displaced;
  const whole = [...changes, ...marks, ...apart];
  const dangling = referrers(whole, prior);
  const touched = [...whole.map(({ menu }) => menu), ...dangling.map(({ item }) => item.menu)];
  const managed = new Set([...menusOf(desired), ...exclusive, ...touched]);
  if (whole.length > 0) managed.add(switchMenu);
  const menus = [...managed].sort();
  const withPath = (change: Change): Change => (onPath(change) ? { ...change, disruption: 'management-path' } : change);
  const plan: Plan = {
    version: 1,
    site,
    device,
    prior: digestOf(prior, menus),
    menus,
    changes: changes.map(withPath),
    ...(marks.length > 0 && { marks }),
    predictions,
    impacts: impactsOf({ changes, path, isDeniedTwice: isDeniedTwice(desired) }),
    displaced: apart.map(withPath),
  };
  return {
    value: plan,
    diagnostics: [
      ...difference.missing.map((item) => missingRow(item, { prior, desired }, device.name)),
      ...difference.kept.map(({ item, name }) => keptSetting(item, name, device.name)),
      ...resolved.unresolved
        .filter((each) => !isUncompared(each, difference.uncompared))
        .map((each) => unresolvedValue(each, device.name)),
      uncomparedSecrets(difference.uncompared, device.name),
      displacedItems(displaced, device.name, input.displace === true),
      ...danglingNames(dangling, device.name),
    ].flat(),
  };
}

/** The plan with its displacements among the changes, in safe order: what `apply --displace` makes of a plan file. */
export function withDisplaced(plan: Plan, prior: Config): Plan {
  if (plan.displaced.length === 0) return plan;
  return { ...plan, changes: reordered(plan, plan.displaced, prior), displaced: [] };
}

/** The plan with its marks among the changes, in safe order. */
export function withMarks({ marks = [], ...plan }: Plan, prior: Config): Plan {
  return marks.length === 0 ? plan : { ...plan, changes: reordered(plan, marks, prior) };
}

function reordered(plan: Plan, more: readonly Change[], prior: Config): readonly Change[] {
  const onPath = [...plan.changes, ...more].filter(({ disruption }) => disruption === 'management-path');
  const marked = new Set(onPath.map(changeKey));
  // The pause of L3 offload is put in anew: the further changes may be what makes it necessary.
  const wanted = plan.changes.filter(({ disruption }) => disruption !== 'offload-pause');
  return order([...wanted, ...more], { prior, isOnManagementPath: (change) => marked.has(changeKey(change)) });
}

/** What makes a device out of its box the desired one, in safe order: `rosc compile` prints it. */
export function planFromNothing(desired: Config): readonly Change[] {
  const boxed: Config = { items: itemsOf(desired, '/ip/vrf').slice(0, 1).map(mainVrf) };
  return order(diff(boxed, desired, { unread: true }).changes, { prior: boxed });
}

/** What every device has for the interfaces of no other VRF. `origin`: what asks for it. */
function mainVrf({ menu, origin }: Item): Item {
  const properties = Object.entries({ name: 'main', interfaces: 'all' });
  return {
    menu,
    key: 'main',
    origin,
    properties: new Map(properties.map(([name, value]) => [name, { value, origin }])),
  };
}

function changeKey({ action, menu, key }: Change): string {
  return `${action} ${menu} ${key}`;
}

function missingRow(item: Item, configs: Parameters<typeof otherName>[1], device: string): Diagnostic {
  const other = otherName(item.key, configs);
  return mistake('plan/no-such-row', {
    what: `\`${item.key}\` cannot be configured, because the device ${other ? `calls it \`${other.name}\`` : `has no such row in \`${item.menu}\``}`,
    at: item.origin,
    label: 'asked for here',
    why: 'Rows of this menu come with the hardware; nobody can add one.',
    fix: other
      ? `write \`names: { ${other.factory}: ${other.name} }\`, or give it its new name on the device before`
      : 'Name a row that the device has, or correct the model',
    device,
  });
}

/** What the device calls a port, and its factory name, where that is another name than the site's. */
function otherName(
  key: string,
  { prior, desired }: Pick<PlanInput, 'prior' | 'desired'>,
): { readonly name: string; readonly factory: string } | undefined {
  const rowWith = (config: Config, property: string, value: string) =>
    itemsOf(config, '/interface/ethernet').find((each) => propertyValue(each, property) === value);
  const own = rowWith(desired, 'name', key);
  const factory = (own && propertyValue(own, 'default-name')) ?? key;
  const row = rowWith(prior, 'default-name', factory);
  const name = row && propertyValue(row, 'name');
  return name === undefined || name === key ? undefined : { name, factory };
}

function keptSetting(item: Item, name: string, device: string): Diagnostic {
  const value = item.properties.get(name)?.value ?? '';
  return mistake('plan/kept-setting', {
    severity: 'warning',
    what: `\`${name}\` of \`${item.key}\` stays ${value}, though the site no longer asks for it`,
    at: item.origin,
    label: 'rosc set it',
    why: 'RouterOS has no default for it that rosc knows, and nobody wrote down what it was before.',
    fix: `Set \`${name}\` in the site, or on the device`,
    device,
  });
}

function unresolvedValue({ item, name, deferred, reason }: Resolved['unresolved'][number], device: string): Diagnostic {
  const source = {
    'mac-of': 'the MAC address of a port',
    env: 'an environment variable',
    file: 'a file',
    exec: 'the answer of a command',
  }[deferred.kind];
  return mistake('plan/unresolved-value', {
    what: `\`${name}\` of \`${item.key}\` has no value, because ${reason ?? `${source} that it comes from is not there`}`,
    at: item.properties.get(name)?.origin ?? item.origin,
    label: describeDeferred(deferred),
    why: 'A plan with a value missing could not be applied as shown.',
    fix: `Provide ${describeDeferred(deferred)}`,
    device,
  });
}

/** What is not compared needs no value. */
function isUncompared({ item, name }: RowProperty, uncompared: readonly RowProperty[]): boolean {
  const isSame = (other: Item) => other.menu === item.menu && other.key === item.key && other.origin === item.origin;
  return uncompared.some((each) => each.name === name && isSame(each.item));
}

/** One note for all of them: a plan that is empty but for these is not known to be. */
function uncomparedSecrets([first, ...others]: readonly RowProperty[], device: string): Found {
  if (!first) return [];
  const at = ({ item, name }: RowProperty) => item.properties.get(name)?.origin ?? item.origin;
  const label = ({ item, name }: RowProperty) => `\`${name}\` of \`${item.key}\``;
  const count = others.length + 1;
  return mistake('plan/secret-not-compared', {
    severity: 'note',
    what: `${count === 1 ? 'a secret is' : `${count} secrets are`} not compared, because what was read of \`${device}\` hides secrets`,
    at: at(first),
    label: label(first),
    related: others.map((each) => ({ at: at(each), text: label(each) })),
    why: 'Exports leave secrets out, and logins without the policy `sensitive` see none; they may be set, or not.',
    fix: 'Plan against the device, with a login that may read secrets',
    device,
  });
}

function describeDeferred(deferred: Deferred): string {
  switch (deferred.kind) {
    case 'mac-of':
      return `port ${deferred.port}`;
    case 'env':
      return `environment variable ${deferred.name}`;
    case 'file':
      return `file ${deferred.path}`;
    case 'exec':
      return `answer of \`${deferred.command[0] ?? ''}\`, which runs with --allow-exec alone`;
  }
}

function danglingNames(dangling: readonly Referrer[], device: string): readonly Diagnostic[] {
  return dangling.map(({ item, property, removed }) =>
    mistake('plan/dangling-name', {
      severity: 'warning',
      what: `\`${item.menu}\` ${item.key} names \`${removed.key}\`, which the plan removes, and will do nothing any more`,
      at: item.origin,
      label: `\`${property}\` names it`,
      why: 'RouterOS keeps such an item with a name that means nothing; it is not rosc’s, so the plan leaves it.',
      fix: 'Remove it or let it name something else',
      device,
    }),
  );
}

function displacedItems(displaced: readonly Change[], device: string, isAgreed: boolean): Found {
  const [first, ...others] = displaced;
  if (!first) return [];
  const place = ({ menu, key }: Change) => ({ kind: 'device', device, menu, key }) as const;
  return mistake('plan/displaced', {
    severity: 'warning',
    what: `what rosc did not make stands in the way ${displaced.length === 1 ? 'once' : `${displaced.length} times`}`,
    at: place(first),
    label: first.because,
    related: others.map((change) => ({ at: place(change), text: change.because })),
    why: 'What the site wants cannot be there at the same time; rosc removes nothing of others unasked.',
    fix: isAgreed
      ? 'Nothing to do: `--displace` removes them, as the plan shows'
      : { title: 'Apply with `--displace` to remove them as the plan shows', applicability: 'review', edits: [] },
    device,
  });
}
