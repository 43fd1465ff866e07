// The verdicts of a device by kind: groups in which everything is in hardware are one line until somebody opens them.
// The first rows of a group stand in the page, open or not, so that the browser's own search finds them; thousands of
// rows would make every filter slow.

import { useState } from 'preact/hooks';
import { placements } from '../../../src/model/placement.ts';
import type { Placement, VerdictJson } from '../../../src/web/api/report-schema.ts';
import { CodeLinks } from './code-links.tsx';
import { PlacementBadge, PlacementSymbol } from './placement.tsx';

const kinds: readonly (readonly [kind: string, title: string])[] = [
  ['route', 'Routes'],
  ['vlan', 'VLANs'],
  ['port', 'Bridge ports'],
  ['acl', 'Switch rules'],
  ['pbr', 'Policy routing'],
];

export interface NamedVerdict {
  /** As the site calls the item. */
  readonly name: string;
  readonly verdict: VerdictJson;
}

export function VerdictGroups({ verdicts }: { readonly verdicts: readonly NamedVerdict[] }) {
  const known = new Set(kinds.map(([kind]) => kind));
  const groups = [
    ...kinds.map(([kind, title]) => ({ title, own: verdicts.filter(({ verdict }) => verdict.subject.kind === kind) })),
    { title: 'Other', own: verdicts.filter(({ verdict }) => !known.has(verdict.subject.kind)) },
  ].filter(({ own }) => own.length > 0);
  if (groups.length === 0) return <p class="faint">No verdicts.</p>;
  return (
    <div class="groups">
      {groups.map(({ title, own }) => (
        <VerdictGroup key={title} title={title} verdicts={own} />
      ))}
    </div>
  );
}

function VerdictGroup({ title, verdicts }: VerdictRowsProps) {
  const counts = placements.flatMap((placement) => {
    const count = verdicts.filter(({ verdict }) => verdict.placement === placement).length;
    return count > 0 ? [{ placement, count }] : [];
  });
  const worse = worstFirst(verdicts.filter(({ verdict }) => verdict.placement !== 'hardware'));
  const good = verdicts.filter(({ verdict }) => verdict.placement === 'hardware');
  return (
    <details class="group" open={worse.length > 0}>
      <summary>
        <span class="group-title">{title}</span>
        <Counts counts={counts} />
      </summary>
      <VerdictRows title={title} verdicts={worse} />
      {worse.length > 0 && good.length > 0 ? (
        <details class="group-rest">
          <summary>{good.length} in hardware</summary>
          <VerdictRows title={title} verdicts={good} />
        </details>
      ) : (
        <VerdictRows title={title} verdicts={good} />
      )}
    </details>
  );
}

/** Rows that are there before somebody asks for the rest. */
const shownMax = 20;

interface VerdictRowsProps {
  readonly title: string;
  readonly verdicts: readonly NamedVerdict[];
}

function VerdictRows({ title, verdicts }: VerdictRowsProps) {
  if (verdicts.length === 0) return null;
  const rest = verdicts.slice(shownMax);
  return (
    <>
      <VerdictTable title={title} verdicts={verdicts.slice(0, shownMax)} />
      {rest.length > 0 && <MoreRows title={title} verdicts={rest} />}
    </>
  );
}

function MoreRows({ title, verdicts }: VerdictRowsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="group-rest" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{verdicts.length} more</summary>
      {isOpen && <VerdictTable title={title} verdicts={verdicts} />}
    </details>
  );
}

function VerdictTable({ title, verdicts }: VerdictRowsProps) {
  return (
    <div class="scroll">
      <table class="table table-dense verdict-table">
        <thead class="hidden">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Placement</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {verdicts.map(({ name, verdict: { placement, because, notes } }, index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row" class="mono">
                {name}
              </th>
              <td>
                <PlacementBadge placement={placement} />
              </td>
              <td>
                <CodeLinks because={because} notes={notes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Counts({ counts }: { readonly counts: readonly { readonly placement: Placement; readonly count: number }[] }) {
  return (
    <span class="counts">
      {counts.map(({ placement, count }) => (
        <span key={placement} class={`count p-${placement}`} title={placement}>
          <PlacementSymbol placement={placement} label={placement} />
          {count}
        </span>
      ))}
    </span>
  );
}

/** Stable, so that equal ones stay in the order of the configuration. */
function worstFirst(verdicts: readonly NamedVerdict[]): readonly NamedVerdict[] {
  const rank = ({ verdict }: NamedVerdict) => placements.indexOf(verdict.placement);
  return [...verdicts].sort((a, b) => rank(b) - rank(a));
}
