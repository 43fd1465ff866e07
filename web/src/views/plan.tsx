// What would change on each device, what it does to offload, and what it does to the service. Applying is the command
// line's.

import { useState } from 'preact/hooks';
import { nameOf } from '../../../src/plan/change-name.ts';
import type { PlanJson } from '../../../src/web/api/device-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { ChangeList } from '../components/change-list.tsx';
import { FindingCard } from '../components/finding-card.tsx';
import { PlacementBadge } from '../components/placement.tsx';
import { ReadAgain } from '../components/read-again.tsx';
import { useResource } from '../state/resource.ts';
import { session } from '../state/session.ts';
import { plural } from '../units.ts';

export function Plan({ view }: { readonly view: ViewJson }) {
  const [readings, setReadings] = useState(0);
  const isSite = view.kind === 'site';
  const plans = useResource(isSite ? `${view.id} ${readings}` : undefined, () =>
    session.api.plans(view.id, { fresh: readings > 0 }),
  );
  if (!isSite)
    return <p class="empty">An export is what a device is; a plan needs a site that says what it should be.</p>;
  const { value, problem, isLoading } = plans;
  const problems = value?.diagnostics.filter(({ severity }) => severity !== 'note') ?? [];
  const notes = value?.diagnostics.filter(({ severity }) => severity === 'note') ?? [];
  return (
    <div class="stack" aria-busy={isLoading}>
      <header class="view-head">
        <h2>Plan</h2>
        <p class="faint">
          The page only reads: <code>rosc apply</code> carries a plan out, and undoes it unless it proved good.
        </p>
        {session.api.madeAt === undefined && view.devices.some(({ live }) => live !== undefined) && (
          <ReadAgain
            view={view}
            label="Read the devices again"
            isLoading={isLoading}
            onClick={() => setReadings(readings + 1)}
          />
        )}
      </header>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {problems.map((diagnostic, index) => (
        <FindingCard key={index} diagnostic={diagnostic} view={view} isSelected={false} />
      ))}
      {notes.length > 0 && (
        <details class="accepted">
          <summary>{plural(notes.length, 'note')} on these changes</summary>
          {notes.map((diagnostic, index) => (
            <FindingCard key={index} diagnostic={diagnostic} view={view} isSelected={false} />
          ))}
        </details>
      )}
      {value?.plans.map((plan) => (
        <DevicePlan key={plan.device.name} plan={plan} against={value.against[plan.device.name] ?? null} />
      ))}
    </div>
  );
}

function DevicePlan({ plan, against }: { readonly plan: PlanJson; readonly against: string | null }) {
  const { device, changes, displaced, impacts, marks = [] } = plan;
  const id = `plan-${device.name}`;
  return (
    <section class="device" aria-labelledby={id}>
      <header class="device-head">
        <h2 id={id}>{device.name}</h2>
        <p class="device-facts">
          <span>{device.model}</span>
          <span>RouterOS {device.routeros}</span>
          <span class="faint">
            {against === null ? (
              'against a device out of its box'
            ) : (
              <>
                against <span class="mono">{against}</span>
              </>
            )}
          </span>
        </p>
      </header>
      <div class="columns">
        <div class="card">
          <h3>{changes.length === 0 ? 'Nothing to change' : plural(changes.length, 'change')}</h3>
          <ChangeList changes={changes} />
          {displaced.length > 0 && (
            <>
              <h3 class="s-warning">In the way, removed only with --displace</h3>
              <ChangeList changes={displaced} />
            </>
          )}
          {marks.length > 0 && (
            <details class="group">
              <summary>
                {plural(marks.length, 'item')} {marks.length === 1 ? 'gets' : 'get'} rosc's mark{' '}
                <span class="faint">in the comment; otherwise as the site says already</span>
              </summary>
              <ChangeList changes={marks} />
            </details>
          )}
        </div>
        <div class="stack">
          <div class="card">
            <h3>While it is applied</h3>
            {impacts.length === 0 ? (
              <p class="faint">Nothing is interrupted.</p>
            ) : (
              <ul class="impacts">
                {impacts.map(({ disruption, text }) => (
                  <li key={text}>
                    <span class="tag">{disruption.replaceAll('-', ' ')}</span> {text}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <OffloadChanges plan={plan} />
        </div>
      </div>
    </section>
  );
}

function OffloadChanges({ plan: { changes, predictions } }: { readonly plan: PlanJson }) {
  const names = new Map(changes.map((change) => [`${change.menu} ${change.key}`, nameOf(change)]));
  const changed = predictions.filter(({ before, placement }) => before !== placement);
  const moved = changed.filter(({ before }) => before !== undefined);
  const added = changed.filter(({ before }) => before === undefined);
  return (
    <div class="card">
      <h3>Offload, before → after</h3>
      {changed.length === 0 && <p class="faint">Every item stays where it is.</p>}
      <ul class="offload-changes">
        {moved.map(({ menu, key, kind, before, placement }) => (
          <li key={`${menu} ${key}`}>
            <span>
              {kind} <span class="mono">{names.get(`${menu} ${key}`) ?? key}</span>
            </span>
            <span>
              {before && <PlacementBadge placement={before} />} → <PlacementBadge placement={placement} />
            </span>
          </li>
        ))}
        {added.length > 0 && moved.length > 0 && <li class="faint">New</li>}
        {added.slice(0, addedMax).map(({ menu, key, kind, placement }) => (
          <li key={`${menu} ${key}`}>
            <span>
              {kind} <span class="mono">{names.get(`${menu} ${key}`) ?? key}</span>
            </span>
            <PlacementBadge placement={placement} />
          </li>
        ))}
        {added.length > addedMax && <li class="faint">and {added.length - addedMax} more new items</li>}
      </ul>
    </div>
  );
}

const addedMax = 12;
