// The front panel of a device: every port where it is, coloured by who forwards its traffic or by its VLAN. Hover and focus
// explain a port, a click filters the page to what touches it. One tab stop; arrow keys walk over the ports.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { placements } from '../../../src/model/placement.ts';
import type { DeviceReportJson } from '../../../src/web/api/report-schema.ts';
import type { PanelJson, PanelPortJson } from '../../../src/web/api/view-schema.ts';
import { printSpeed } from '../units.ts';
import { type Arrow, type Face, faceBeside, layOutPanel, type PanelLayout } from './panel-layout.ts';
import { placementShape } from './placement.tsx';
import { PortDetails, portText } from './port-details.tsx';
import { vlanClass } from './vlan-colours.ts';

export type PanelColouring = 'placement' | 'vlan';

interface FrontPanelProps {
  readonly panel: PanelJson;
  readonly report: DeviceReportJson;
  readonly colouring: PanelColouring;
  /** VLAN ids in the order of their colours. */
  readonly vlanIds: readonly number[];
  /** Name of the port that the page is filtered to. */
  readonly selected: string | undefined;
  /** Ports that whatever the page is filtered to touches; undefined = no filter. */
  readonly marked: ReadonlySet<string> | undefined;
  onSelect(port: string): void;
}

export function FrontPanel(props: FrontPanelProps) {
  const { panel, report, selected } = props;
  const layout = useMemo(() => layOutPanel(panel), [panel]);
  const [hovered, setHovered] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const stage = useRef<HTMLFieldSetElement>(null);
  const worst = worstPort(panel);
  useEffect(() => {
    // On a narrow screen the panel scrolls: what somebody has to look at comes into sight.
    const scroller = stage.current?.parentElement;
    const button = stage.current?.querySelector<HTMLElement>(`[data-port="${worst}"]`);
    if (scroller && button) scroller.scrollLeft = button.offsetLeft - scroller.clientWidth / 2;
  }, [worst]);
  const chosen = panel.ports.findIndex(({ name }) => name === selected);
  const shown = hovered ?? focused ?? (chosen >= 0 ? chosen : undefined);
  const entry = focused ?? (chosen >= 0 ? chosen : (layout.faces[0]?.index ?? 0));
  const walk = (event: KeyboardEvent, face: Face) => {
    const next = isArrow(event.key) && faceBeside(layout.faces, face, event.key);
    if (!next) return;
    event.preventDefault();
    stage.current?.querySelector<HTMLElement>(`[data-port="${next.index}"]`)?.focus();
  };
  return (
    <div class="panel">
      <div class="panel-scroll">
        <fieldset ref={stage} class="panel-stage" style={{ '--natural': `${layout.width}px` }}>
          <legend class="hidden">
            Front panel of {report.name}, {report.model}: arrow keys walk over the ports
          </legend>
          <Drawing {...props} layout={layout} shown={shown} />
          {layout.faces.map((face) => {
            const port = panel.ports[face.index];
            return (
              port && (
                <button
                  key={face.index}
                  type="button"
                  data-port={face.index}
                  class="port-button"
                  style={placeOf(face, layout)}
                  tabIndex={face.index === entry ? 0 : -1}
                  aria-label={portText(port, report)}
                  aria-pressed={port.name === selected}
                  onMouseEnter={() => setHovered(face.index)}
                  onMouseLeave={() => setHovered(undefined)}
                  onFocus={() => setFocused(face.index)}
                  onBlur={() => setFocused(undefined)}
                  onClick={() => props.onSelect(port.name)}
                  onKeyDown={(event) => walk(event, face)}
                />
              )
            );
          })}
        </fieldset>
      </div>
      <PortDetails port={shown === undefined ? undefined : panel.ports[shown]} report={report} />
    </div>
  );
}

/** The first of the ports that are worst off; undefined where all are in hardware. */
function worstPort({ ports }: PanelJson): number | undefined {
  const worst = placements.findLast((each) => each !== 'hardware' && ports.some(({ placement }) => placement === each));
  const index = ports.findIndex(({ placement }) => placement !== undefined && placement === worst);
  return index < 0 ? undefined : index;
}

/** In shares of the drawing, which grows with the page. */
function placeOf({ x, y, width, height }: Face, layout: PanelLayout) {
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return {
    left: share(x, layout.width),
    top: share(y, layout.height),
    width: share(width, layout.width),
    height: share(height, layout.height),
  };
}

function isArrow(key: string): key is Arrow {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown';
}

interface DrawingProps extends FrontPanelProps {
  readonly layout: PanelLayout;
  readonly shown: number | undefined;
}

/** For the eye alone: the buttons above it say the same in words. */
function Drawing(props: DrawingProps) {
  const { layout, panel, shown, colouring } = props;
  return (
    <svg class="panel-drawing" viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
      <rect class="chassis" x="1" y="1" width={layout.width - 2} height={layout.height - 2} rx="6" />
      {layout.titles.map(({ text, x, y }, index) => (
        <text key={`${text} ${x}`} class="panel-title" x={x} y={y}>
          {text} <tspan class="panel-speed">{blockSpeed(panel, index)}</tspan>
        </text>
      ))}
      {layout.numbers.map(({ text, x, y }) => (
        <text key={`${x} ${y}`} class="panel-number" x={x} y={y}>
          {text}
        </text>
      ))}
      {layout.faces.map((face) => {
        const port = panel.ports[face.index];
        return (
          port && (
            <g key={face.index} class={`${faceClass(port, props)} ${face.index === shown ? 'is-shown' : ''}`}>
              <PortFace face={face} port={port} colouring={colouring} />
            </g>
          )
        );
      })}
    </svg>
  );
}

function blockSpeed({ blocks, ports }: PanelJson, index: number): string {
  const first = ports[blocks[index]?.cages[0]?.[0] ?? -1];
  return first ? printSpeed(first.mbps) : '';
}

function faceClass(port: PanelPortJson, { colouring, vlanIds, marked }: FrontPanelProps): string {
  const colour = colouring === 'placement' ? placementClass(port) : vlanFaceClass(port, vlanIds);
  return ['port', colour, marked && !marked.has(port.name) && 'is-dimmed', !port.enabled && 'is-off']
    .filter((part) => part)
    .join(' ');
}

function placementClass({ placement }: PanelPortJson): string {
  return placement ? `is-used p-${placement}` : 'is-unused';
}

function vlanFaceClass({ vlans, uses }: PanelPortJson, vlanIds: readonly number[]): string {
  const own = vlans.find(({ tagged }) => !tagged) ?? vlans[0];
  if (own) return `is-vlan ${vlanClass(own.id, vlanIds)}`;
  return uses.length > 0 ? 'is-routed' : 'is-unused';
}

interface PortFaceProps {
  readonly face: Face;
  readonly port: PanelPortJson;
  readonly colouring: PanelColouring;
}

function PortFace({ face: { x, y, width, height }, port, colouring }: PortFaceProps) {
  const centre = { x: x + width / 2, y: y + height / 2 };
  return (
    <>
      <rect
        class={`port-body ${port.chip === null ? 'on-cpu' : ''}`}
        x={x}
        y={y}
        width={width}
        height={height}
        rx="3"
      />
      <path class="port-detail" d={mediumDetail(port.medium, { x, y, width, height })} />
      {colouring === 'placement' && port.placement && (
        <g class="port-symbol" transform={`translate(${centre.x - 7} ${centre.y - 7}) scale(.875)`}>
          {placementShape(port.placement)}
        </g>
      )}
      {colouring === 'placement' && port.best && (
        <g class={`port-best p-${port.best}`} transform={`translate(${x + width - 8} ${y + height - 8}) scale(.45)`}>
          {placementShape(port.best)}
        </g>
      )}
      {colouring === 'vlan' && (
        <text class="port-vlan" x={centre.x} y={centre.y + 3.5}>
          {vlanText(port)}
        </text>
      )}
      {port.management && <path class="port-management" d={`M${x + width - 9} ${y}h9v9z`} />}
      {!port.enabled && <path class="port-off" d={`M${x + 4} ${y + height - 4}L${x + width - 4} ${y + 4}`} />}
    </>
  );
}

/** The latch of a plug, the rail of a cage: small, so that the kind of port is seen and not read. */
function mediumDetail(medium: PanelPortJson['medium'], { x, y, width, height }: Omit<Face, 'index'>): string {
  if (medium === 'rj45' || medium === 'combo') return `M${x + width / 2 - 5} ${y + height}v-3.5h10v3.5`;
  return `M${x + 3} ${y + 3.5}h${width - 6}`;
}

/** `20`, `20+3` for a trunk with an untagged VLAN, `T4` for a trunk. */
function vlanText({ vlans, uses }: PanelPortJson): string {
  const untagged = vlans.find(({ tagged }) => !tagged);
  const tagged = vlans.filter((vlan) => vlan.tagged).length;
  if (untagged) return tagged > 0 ? `${untagged.id}+${tagged}` : `${untagged.id}`;
  if (tagged > 0) return `T${tagged}`;
  return uses.length > 0 ? 'L3' : '';
}
