// Why the colours of a panel are not all that of hardware: by cause, in words and with the line.

import { placements } from '../../../src/model/placement.ts';
import type { DeviceReportJson, Placement } from '../../../src/web/api/report-schema.ts';
import type { DeviceViewJson } from '../../../src/web/api/view-schema.ts';
import type { Filter } from '../state/filter.ts';
import { PlacementSymbol } from './placement.tsx';
import { Prose } from './prose.tsx';

interface PanelReasonsProps {
  readonly device: DeviceViewJson;
  readonly report: DeviceReportJson;
  readonly filter: Filter;
}

const shownMax = 6;
const namesMax = 4;

export function PanelReasons({ device, report, filter }: PanelReasonsProps) {
  const reasons = device.reasons
    .map(({ items, text }) => ({ text, items: items.filter((index) => filter.shows(device.verdictTouches[index])) }))
    .filter(({ items }) => items.length > 0);
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons" aria-label="Why not in hardware">
      {reasons.slice(0, shownMax).map(({ items, text }) => {
        const verdicts = items.flatMap((index) => report.verdicts[index] ?? []);
        const names = [...new Set(items.map((index) => device.verdictNames[index] ?? ''))];
        const more = names.length - namesMax;
        const worst = worstOf(verdicts);
        return (
          <li key={`${text} ${items[0]}`}>
            <PlacementSymbol placement={worst} label={worst} />{' '}
            <span>
              <strong>
                {names.slice(0, namesMax).join('; ')}
                {more > 0 && ` and ${more} more`}:
              </strong>{' '}
              <Prose text={text} />
            </span>
          </li>
        );
      })}
      {reasons.length > shownMax && <li class="faint">and {reasons.length - shownMax} more reasons</li>}
    </ul>
  );
}

function worstOf(verdicts: DeviceReportJson['verdicts']): Placement {
  return placements.findLast((each) => verdicts.some(({ placement }) => placement === each)) ?? 'hardware';
}
