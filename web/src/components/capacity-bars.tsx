// How full the tables of a chip are.

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

function CapacityBar({ entry: { resource, used, dynamic, size, bound } }: { readonly entry: CapacityJson }) {
  const share = (used + dynamic) / Math.max(size, 1);
  const level = share >= 0.9 ? 'full' : share >= 0.7 ? 'high' : 'fine';
  const sum = dynamic > 0 ? `${used} + ${dynamic} dynamic` : `${used}`;
  const percent = `${Math.min(100, share * 100)}%`;
  return (
    <li>
      <span class="bar-name">{printResource(resource)}</span>
      <span class="bar-figures">
        {sum} <span class="faint">of {bound === 'up-to' ? `up to ${size}` : size}</span>
      </span>
      <span class={`bar bar-${level}`} aria-hidden="true">
        <span style={{ width: `${(Math.min(used / Math.max(size, 1), 1) * 100).toFixed(2)}%` }} />
        <span class="bar-dynamic" style={{ width: `${((dynamic / Math.max(size, 1)) * 100).toFixed(2)}%` }} />
      </span>
      <span class="hidden">{percent} full</span>
    </li>
  );
}
