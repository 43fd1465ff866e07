// What the colours of a panel mean, with only those that occur in it.

import { placements } from '../../../src/model/placement.ts';
import type { DeviceViewJson } from '../../../src/web/api/view-schema.ts';
import type { Filter } from '../state/filter.ts';
import type { PanelColouring } from './front-panel.tsx';
import { PlacementSymbol, placementTexts } from './placement.tsx';
import { vlanClass } from './vlan-colours.ts';

interface PanelLegendProps {
  readonly device: DeviceViewJson;
  readonly colouring: PanelColouring;
  readonly vlanIds: readonly number[];
  readonly filter: Filter;
}

export function PanelLegend(props: PanelLegendProps) {
  const { ports } = props.device.panel;
  return (
    <ul class="legend" aria-label="Legend">
      {props.colouring === 'placement' ? <PlacementEntries {...props} /> : <VlanEntries {...props} />}
      {ports.some(({ management }) => management) && (
        <li>
          <span class="swatch swatch-management" /> management
        </li>
      )}
      {ports.some(({ chip }) => chip === null) && (
        <li>
          <span class="swatch swatch-cpu" /> wired to the CPU
        </li>
      )}
    </ul>
  );
}

function PlacementEntries({ device }: PanelLegendProps) {
  const used = placements.filter((placement) => device.panel.ports.some((port) => port.placement === placement));
  return (
    <>
      {used.map((placement) => (
        <li key={placement} class={`p-${placement}`} title={placementTexts[placement]}>
          <PlacementSymbol placement={placement} /> {placement}
        </li>
      ))}
      {device.panel.ports.some(({ best }) => best) && (
        <li class="faint">two symbols: a part of it is forwarded better</li>
      )}
      {device.panel.ports.some(({ placement }) => !placement) && (
        <li>
          <span class="swatch" /> not used
        </li>
      )}
    </>
  );
}

function VlanEntries({ device, vlanIds, filter }: PanelLegendProps) {
  const names = new Map(device.panel.ports.flatMap(({ vlans }) => vlans.map(({ id, name }) => [id, name] as const)));
  return (
    <>
      {vlanIds.map((id) => {
        const touch = `${device.name}/vlan/${id}`;
        return (
          <li key={id}>
            <button
              type="button"
              class={`chip ${vlanClass(id, vlanIds)}`}
              aria-pressed={filter.touch === touch}
              onClick={() => filter.toggle(touch)}
            >
              <span class="swatch swatch-vlan" /> {names.get(id) ?? 'VLAN'} <span class="faint">{id}</span>
            </button>
          </li>
        );
      })}
      <li class="faint">T = trunk, L3 = routed port</li>
    </>
  );
}
