// The eight placements as symbol, colour and word. The symbol alone tells them apart, for whoever does not see the colour.

import type { ComponentChildren } from 'preact';
import type { Placement } from '../../../src/web/api/report-schema.ts';

export const placementTexts: Readonly<Record<Placement, string>> = {
  hardware: 'the switch chip forwards it',
  fasttrack: 'in hardware once the connection is established',
  partial: 'part of it is in hardware',
  unknown: 'not known whether the chip or the CPU forwards it',
  cpu: 'the CPU forwards it',
  dropped: 'a rule drops it',
  unavailable: 'the feature excludes hardware routing',
  unpredictable: 'undefined by the vendor, or a policy is bypassed',
};

/** Drawn in a box of 16 by 16, in the current colour. */
const shapes: Readonly<Record<Placement, ComponentChildren>> = {
  hardware: <circle cx="8" cy="8" r="6" fill="currentColor" />,
  fasttrack: (
    <>
      <circle cx="8" cy="8" r="5.25" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M8 2.75a5.25 5.25 0 0 0 0 10.5z" fill="currentColor" />
    </>
  ),
  partial: (
    <>
      <circle cx="8" cy="8" r="5.25" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M8 8V2.75A5.25 5.25 0 0 1 13.25 8z" fill="currentColor" />
    </>
  ),
  unknown: (
    <path
      d="M5.4 5.9a2.7 2.7 0 1 1 4 2.4c-.9.5-1.4 1-1.4 1.9M8 13v.1"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
    />
  ),
  cpu: <path d="M8 2 14.4 13.5H1.6z" fill="currentColor" />,
  dropped: <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" />,
  unavailable: (
    <path d="M12 4A5.6 5.6 0 1 1 4 12 5.6 5.6 0 0 1 12 4zL4 12" fill="none" stroke="currentColor" stroke-width="1.7" />
  ),
  unpredictable: (
    <path
      d="M5.2 2.5v6.4M10.8 2.5v6.4M5.2 13v.1M10.8 13v.1"
      stroke="currentColor"
      stroke-width="2.4"
      stroke-linecap="round"
    />
  ),
};

export function placementShape(placement: Placement): ComponentChildren {
  return shapes[placement];
}

/** Without a label it stands beside the word, and only the eye needs it. */
export function PlacementSymbol({ placement, label }: { readonly placement: Placement; readonly label?: string }) {
  const name = `symbol p-${placement}`;
  if (label === undefined) {
    return (
      <svg class={name} viewBox="0 0 16 16" aria-hidden="true">
        {shapes[placement]}
      </svg>
    );
  }
  return (
    <svg class={name} viewBox="0 0 16 16" role="img" aria-label={label}>
      {shapes[placement]}
    </svg>
  );
}

interface PlacementBadgeProps {
  readonly placement: Placement;
  readonly cpuPath?: string | undefined;
}

/** `● hardware`, `▲ cpu · slow` */
export function PlacementBadge({ placement, cpuPath }: PlacementBadgeProps) {
  return (
    <span class={`badge p-${placement}`} title={placementTexts[placement]}>
      <PlacementSymbol placement={placement} />
      {placement}
      {cpuPath && <span class="badge-detail">{cpuPath}</span>}
    </span>
  );
}
