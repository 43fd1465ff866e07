// What the rules about changes say of a plan, in the order in which it would be made: said before anything is sent.

import type { Diagnostic, Label } from '../../diagnostics/diagnostic.ts';
import { type Config, type Item, itemId } from '../../model/config.ts';
import { changeDiagnostics, judgeChanges } from '../../offload/changes.ts';
import type { PlannedChange, RuleContext } from '../../offload/rule.ts';
import type { Change, Disruption, Plan } from '../../plan/plan.ts';
import { finderIn } from '../../plan/select.ts';
import { orderBySeverity } from '../analyse/analyse-site.ts';

export interface PlanJudging {
  /** What the device is, as the first change meets it. */
  readonly before: RuleContext;
  /** The site's configuration, by which a finding points into the site; absent = at the device alone. */
  readonly desired?: Config;
}

export function judgePlan(plan: Plan, { before, desired }: PlanJudging): readonly Diagnostic[] {
  const judged = judgeChanges(plannedChanges(plan.changes, before.config), before);
  if (judged.length === 0) return [];
  const { name } = plan.device;
  const find = desired ? itemFinder(desired) : () => undefined;
  const found = changeDiagnostics(
    judged,
    plan.changes.map((change) => placeOf(change, find(change), name)),
  );
  const impacts = new Set(plan.impacts.map(({ disruption }) => disruption));
  return orderBySeverity(
    found.map((diagnostic) => {
      const impact = saidByImpact.get(diagnostic.code);
      const isSaid = impact !== undefined && impacts.has(impact);
      return { ...diagnostic, device: name, ...(isSaid && { severity: 'note' }) };
    }),
  );
}

/** What the plan's impacts say already: there the rule adds why, the evidence and the remedy, and no second warning. */
const saidByImpact: ReadonlyMap<string, Disruption> = new Map([
  ['acl/acl-edit-leak', 'rules-inactive'],
  ['l2/switch-reset-on-change', 'switch-reset'],
  ['mtu/l2mtu-change-flaps', 'switch-reset'],
]);

function plannedChanges(changes: readonly Change[], prior: Config): readonly PlannedChange[] {
  const find = finderIn(prior);
  return changes.map(({ action, menu, key, properties, selector = { match: {} } }) => {
    const item = action === 'add' ? undefined : find(menu, selector);
    return { action, menu, key, properties, ...(item && { item }) };
  });
}

/** The property that the site sets, the item that it adds, or what the device has. */
function placeOf({ action, menu, key, properties, because }: Change, item: Item | undefined, device: string): Label {
  const property = action === 'set' ? item?.properties.get(properties[0]?.name ?? '') : undefined;
  const at = property?.origin ?? item?.origin;
  if (at?.kind === 'source') return { at, text: `${action} ${menu} ${key}`.trimEnd() };
  return { at: { kind: 'device', device, menu, key }, text: because };
}

/** The site's item behind a change that comes from the site. */
function itemFinder({ items }: Config): (change: Change) => Item | undefined {
  const known = new Map(items.map((item) => [itemId(item), item]));
  return (change) => (change.origin === undefined ? undefined : known.get(itemId(change)));
}
