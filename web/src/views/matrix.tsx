// The offload matrix: every zone to every other, by which path. A cell opens its trace.

import { placements } from '../../../src/model/placement.ts';
import type { MatrixCellJson, MatrixJson, TrafficClass } from '../../../src/web/api/matrix-schema.ts';
import type { Placement } from '../../../src/web/api/report-schema.ts';
import type { DeviceViewJson, ViewJson } from '../../../src/web/api/view-schema.ts';
import { PlacementSymbol, placementTexts } from '../components/placement.tsx';
import { Segmented } from '../components/segmented.tsx';
import { TracePane } from '../components/trace-pane.tsx';
import { useResource } from '../state/resource.ts';
import { go, linkTo, type Route, useRoute } from '../state/route.ts';
import { session } from '../state/session.ts';
import { plural } from '../units.ts';

type Placed = MatrixCellJson['classes'][number]['both'];
type Way = 'both' | 'forward' | 'reverse';

const classNames: readonly (readonly [TrafficClass, string])[] = [
  ['all', 'TCP and UDP'],
  ['tcp', 'TCP'],
  ['udp', 'UDP'],
  ['icmp', 'ICMP'],
];
const wayNames: readonly (readonly [Way, string])[] = [
  ['both', 'Both'],
  ['forward', 'Forward'],
  ['reverse', 'Reverse'],
];

export function Matrix({ view }: { readonly view: ViewJson }) {
  const route = useRoute();
  const { params } = route;
  const device = view.devices.find(({ name }) => name === params.device) ?? view.devices[0];
  if (!device) return <p class="empty">No device can be shown: the findings say why.</p>;
  return <DeviceMatrix view={view} device={device} route={route} />;
}

interface DeviceMatrixProps {
  readonly view: ViewJson;
  readonly device: DeviceViewJson;
  readonly route: Route;
}

function DeviceMatrix({ view, device, route: { params } }: DeviceMatrixProps) {
  const { name } = device;
  const trafficClass = classNames.find(([each]) => each === params.class)?.[0] ?? 'all';
  const way = wayNames.find(([each]) => each === params.way)?.[0] ?? 'both';
  const filter = params.zones ?? '';
  const matrix = useResource(`${view.id} ${name} ${filter}`, () => session.api.matrix(view.id, name, filter));
  const chosen = chosenIn(matrix.value, params, trafficClass, way);
  return (
    <div class={`matrix-view ${isWide(matrix.value) ? 'is-wide' : ''}`}>
      <section class="card matrix-card" aria-labelledby="matrix-title">
        <header class="matrix-head">
          <h2 id="matrix-title">Who talks to whom</h2>
          {view.devices.length > 1 && (
            <Segmented
              label="Device"
              value={name}
              options={view.devices.map((each) => [each.name, each.name] as const)}
              onChange={(next) => go('matrix', { device: next, from: undefined, to: undefined, flow: undefined })}
            />
          )}
          <Segmented
            label="Traffic"
            value={trafficClass}
            options={classNames}
            onChange={(next) => go('matrix', { class: next === 'all' ? undefined : next })}
          />
          <Segmented
            label="Direction"
            value={way}
            options={wayNames}
            onChange={(next) => go('matrix', { way: next === 'both' ? undefined : next })}
          />
        </header>
        {matrix.problem !== undefined && <p class="problem">{matrix.problem}</p>}
        {!matrix.value && matrix.problem === undefined && <p class="faint">Following packets between all networks …</p>}
        {matrix.value && <MatrixTable matrix={matrix.value} trafficClass={trafficClass} way={way} selected={chosen} />}
        {matrix.value && <OtherZones matrix={matrix.value} filter={filter} />}
      </section>
      {(params.flow !== undefined || chosen.from !== undefined) && (
        <TracePane
          view={view}
          of={
            params.flow === undefined
              ? { device: name, from: chosen.from ?? '', to: chosen.to ?? '', class: trafficClass }
              : { device: name, flow: params.flow }
          }
        />
      )}
    </div>
  );
}

/** A table that needs more than half of the screen. */
function isWide(matrix: MatrixJson | undefined): boolean {
  return (matrix?.zones.length ?? 0) > 10;
}

interface Chosen {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What somebody would look at first: what a rule drops is meant so. */
const byConcern: readonly Placement[] = ['dropped', ...placements.filter((each) => each !== 'dropped')];

/** The cell that the address names; before anybody chose, the worst one. */
function chosenIn(
  matrix: MatrixJson | undefined,
  { from, to, flow }: Route['params'],
  trafficClass: TrafficClass,
  way: Way,
): Chosen {
  if ((from !== undefined && to !== undefined) || flow !== undefined) return { from, to };
  const ranked = (matrix?.cells ?? []).flatMap((cell) => {
    const placed = placedIn(cell, trafficClass, way);
    return placed ? [{ cell, rank: byConcern.indexOf(placed.placement) }] : [];
  });
  const [worst] = ranked.sort((a, b) => b.rank - a.rank);
  return { from: worst?.cell.from, to: worst?.cell.to };
}

/** Networks that share a row or have none, and how to ask for them. */
function OtherZones({ matrix, filter }: { readonly matrix: MatrixJson; readonly filter: string }) {
  const shared = Object.values(matrix.alike).reduce((sum, names) => sum + names.length - 1, 0);
  if (shared + matrix.others === 0 && filter === '') return null;
  return (
    <p class="matrix-others">
      {shared > 0 && <span>{shared} more networks share a row with one that is forwarded alike. </span>}
      {matrix.others > 0 && <span>{plural(matrix.others, 'more network')} without a row here. </span>}
      {session.api.madeAt === undefined && (
        <label>
          Only networks named{' '}
          <input
            type="search"
            value={filter}
            onChange={({ currentTarget }) => go('matrix', { zones: currentTarget.value || undefined })}
          />
        </label>
      )}
    </p>
  );
}

interface MatrixTableProps {
  readonly matrix: MatrixJson;
  readonly trafficClass: TrafficClass;
  readonly way: Way;
  readonly selected: Chosen;
}

function MatrixTable({ matrix, trafficClass, way, selected }: MatrixTableProps) {
  const rowOf = new Map(Object.entries(matrix.alike).flatMap(([row, names]) => names.map((name) => [name, row])));
  const row = (name: string) => rowOf.get(name) ?? name;
  // A shared row has a cell of its own: how its networks reach each other.
  const cells = new Map(matrix.cells.map((cell) => [JSON.stringify([row(cell.from), row(cell.to)]), cell]));
  const shown = matrix.cells.flatMap((cell) => placedIn(cell, trafficClass, way) ?? []);
  const used = placements.filter((placement) =>
    shown.some((placed) => placed.placement === placement || bestOf(placed) === placement),
  );
  const isMixed = shown.some(({ also }) => also);
  const hasEmpty = matrix.zones.some((from) =>
    matrix.zones.some((to) => from !== to && !cells.get(JSON.stringify([from, to]))),
  );
  if (matrix.zones.length < 2) return <p class="faint">This device has fewer than two networks.</p>;
  return (
    <>
      <div class="scroll">
        <table class="matrix">
          <caption class="hidden">From the network of the row to the network of the column</caption>
          <thead>
            <tr>
              <td class="matrix-corner">
                <span class="faint">from ↓ to →</span>
              </td>
              {matrix.zones.map((zone) => (
                <th key={zone} scope="col" class={zone === row(selected.to ?? '') ? 'is-selected' : ''}>
                  <span>{rowName(matrix, zone)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.zones.map((from) => (
              <tr key={from}>
                <th scope="row" class={from === row(selected.from ?? '') ? 'is-selected' : ''}>
                  {rowName(matrix, from)}
                </th>
                {matrix.zones.map((to) => (
                  <td key={to}>
                    <MatrixCell
                      cell={cells.get(JSON.stringify([from, to]))}
                      isSame={from === to && !(from in matrix.alike)}
                      trafficClass={trafficClass}
                      way={way}
                      isSelected={from === row(selected.from ?? '') && to === row(selected.to ?? '')}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul class="legend" aria-label="Legend">
        {used.map((placement) => (
          <li key={placement} class={`p-${placement}`}>
            <PlacementSymbol placement={placement} /> {placement}
            <span class="faint">{placementTexts[placement]}</span>
          </li>
        ))}
        {hasEmpty && (
          <li>
            <span class="cell-none legend-none">–</span> <span class="faint">no packets pass between the two</span>
          </li>
        )}
        {isMixed && (
          <li class="faint">Two symbols: some packets take a worse path than the others; the trace tells which.</li>
        )}
      </ul>
    </>
  );
}

interface MatrixCellProps {
  readonly cell: MatrixCellJson | undefined;
  readonly isSame: boolean;
  readonly trafficClass: TrafficClass;
  readonly way: Way;
  readonly isSelected: boolean;
}

function MatrixCell({ cell, isSame, trafficClass, way, isSelected }: MatrixCellProps) {
  const placed = cell && placedIn(cell, trafficClass, way);
  if (!cell || !placed) return <span class="cell cell-none">{isSame ? '' : '–'}</span>;
  const other = bestOf(placed);
  const worst = [placed.placement, placed.cpuPath].filter((part) => part).join(', ');
  const words = placed.also ? `some ${worst}; others ${placed.also.join(', ')}` : worst;
  return (
    <a
      class={`cell p-${placed.placement} ${isSelected ? 'is-selected' : ''}`}
      href={linkTo('matrix', { from: cell.from, to: cell.to, flow: undefined })}
      aria-label={`${cell.from} to ${cell.to}: ${words}`}
      aria-current={isSelected ? 'true' : undefined}
      title={words}
    >
      <PlacementSymbol placement={placed.placement} />
      {other && <PlacementSymbol placement={other} />}
    </a>
  );
}

/** `vlan2 and 797 more` */
function rowName({ alike }: MatrixJson, zone: string): string {
  const others = (alike[zone]?.length ?? 1) - 1;
  return others > 0 ? `${zone} and ${others} more` : zone;
}

/** The best that happens to any of the packets, where it is not the same for all. */
function bestOf({ also }: Placed): Placement | undefined {
  return also?.at(-1);
}

function placedIn({ classes }: MatrixCellJson, trafficClass: TrafficClass, way: Way) {
  return classes.find((each) => each.class === trafficClass)?.[way];
}
