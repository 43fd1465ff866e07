// How full the tables of a chip are.

import { fixedByAuthor } from '../../../src/offload/capacity-limits.ts';
import type { CapacityJson } from '../../../src/web/api/report-schema.ts';
import { printResource } from '../units.ts';

export function CapacityBars({ capacity }: { readonly capacity: readonly CapacityJson[] }) {
  if (capacity.length === 0) return <p class="faint">Nothing is known about the sizes of this device’s tables.</p>;
  return (
    <ul class="bars">
      {capacity.map((entry) => (
        <CapacityBar key={entry.resource} entry={entry} />
      ))}
    </ul>
  );
}

function CapacityBar({ entry }: { readonly entry: CapacityJson }) {
  const { resource, used, dynamic, shared, size, bound, headroom, overflow } = entry;
  const share = (used + dynamic + shared) / Math.max(size, 1);
  const isFixed = fixedByAuthor.has(resource);
  const level = share < 0.7 || (isFixed && share <= 1) ? 'fine' : share >= 0.9 ? 'full' : 'high';
  const sum = [`${used}`, dynamic > 0 && `${dynamic} dynamic`, shared > 0 && `${shared} shared`];
  const percent = `${Math.min(100, share * 100).toFixed(1)}%`;
  return (
    <li>
      <span class="bar-name">{printResource(resource)}</span>
      <span class="bar-figures">
        {sum.filter((part) => part !== false).join(' + ')}{' '}
        <span class="faint">
          of {bound === 'up-to' ? `up to ${size}` : size}, {headroom} free
        </span>
      </span>
      {!(isFixed && share <= 1) && (
        <span class={`bar bar-${level}`} aria-hidden="true">
          <span style={{ width: `${(Math.min(used / Math.max(size, 1), 1) * 100).toFixed(2)}%` }} />
          <span
            class="bar-dynamic"
            style={{ width: `${(((dynamic + shared) / Math.max(size, 1)) * 100).toFixed(2)}%` }}
          />
        </span>
      )}
      <span class="hidden">{percent} full</span>
      {overflow && <Overflow overflow={overflow} />}
    </li>
  );
}

type OverflowJson = NonNullable<CapacityJson['overflow']>;

const placements = [
  ['cpu', 'On the CPU'],
  ['partial', 'Some of these on the CPU'],
  ['unknown', 'Perhaps on the CPU'],
] as const satisfies readonly (readonly [keyof OverflowJson, string])[];

/** Prefixes shown before one has to ask for the rest. */
const shownMax = 8;

/** A browser has better to do than to lay out a full table. */
const listedMax = 1000;

function Overflow({ overflow }: { readonly overflow: OverflowJson }) {
  return (
    <div class="bar-overflow">
      {placements.map(
        ([placement, title]) =>
          overflow[placement].length > 0 && <Prefixes key={placement} title={title} prefixes={overflow[placement]} />,
      )}
    </div>
  );
}

function Prefixes({ title, prefixes }: { readonly title: string; readonly prefixes: readonly string[] }) {
  const shown = prefixes.slice(0, shownMax).join(', ');
  const rest = prefixes.slice(shownMax, listedMax);
  return (
    <div>
      {title}: {shown}
      {rest.length > 0 && (
        <details class="faint">
          <summary>and {prefixes.length - shownMax} more</summary>
          {rest.join(', ')}
          {prefixes.length > listedMax && ` … (${prefixes.length - listedMax} not listed)`}
        </details>
      )}
    </div>
  );
}
