// The front panel of a device as data: its ports as the profile has them, and what the configuration makes of each.

import { bondOf } from '../forwarding/network/masters.ts';
import type { Network, PhysicalPort } from '../forwarding/network/network.ts';
import { type Placement, placements, worse } from '../model/placement.ts';
import { printAddress } from '../model/prefix.ts';
import type { Medium } from '../profile/target.ts';
import { append } from '../source/append.ts';
import type { WebDevice } from './analysis.ts';
import type { PanelJson, PanelPortJson } from './api/view-schema.ts';
import { portTouch, type Touch } from './touches.ts';

/** Devices with more front ports than this are rack units, with two rows. */
const singleRowMax = 10;

/** `verdictTouches` are those of the device's report, in its order. */
export function panelOf(device: WebDevice, verdictTouches: readonly (readonly Touch[])[]): PanelJson {
  const front = [...device.network.ports.values()].filter(({ port }) => port.medium !== 'wifi');
  const ports = front.map((port) => panelPort(device, port, verdictTouches));
  const rows = new Set(ports.map(cageOf)).size > singleRowMax ? 2 : 1;
  return { rows, blocks: blocksOf(ports, rows), ports };
}

function panelPort(
  device: WebDevice,
  physical: PhysicalPort,
  verdictTouches: readonly (readonly Touch[])[],
): PanelPortJson {
  const { network, target, report } = device;
  const { name, port } = physical;
  const touch = portTouch(report.name, name);
  const verdicts = verdictTouches.flatMap((touches, index) =>
    touches.includes(touch) && describesPort(report.verdicts[index]?.kind) ? [index] : [],
  );
  const own = verdicts.flatMap((index) => report.verdicts[index]?.placement ?? []);
  const [worst, best] = [own.reduce<Placement>(worse, 'hardware'), placements.find((each) => own.includes(each))];
  return {
    name,
    factoryName: port.name,
    mbps: port.mbps,
    medium: port.medium,
    chip: port.switch?.chip ?? null,
    routes: port.switch !== undefined && port.switch === target.offloadSwitch,
    enabled: physical.enabled,
    management: port.name === device.managementPort,
    uses: usesOf(network, name),
    vlans: vlansOf(device, name),
    ...(own.length > 0 && { placement: worst }),
    ...(best !== undefined && best !== worst && { best }),
    verdicts,
  };
}

/** Rules and policies speak of packets, not of ports. */
function describesPort(kind: string | undefined): boolean {
  return kind === 'port' || kind === 'vlan' || kind === 'route';
}

/** `bridge bridge1`, `bond to-core`, `10.0.0.1/30`. */
function usesOf(network: Network, name: string): string[] {
  const uses: string[] = [];
  for (const bond of network.bonds.values()) if (bond.slaves.includes(name)) uses.push(`bond ${bond.name}`);
  const holder = bondOf(network, name)?.name ?? name;
  const membership = network.bridgePorts.get(holder);
  if (membership) uses.push(`bridge ${membership.bridge}`);
  for (const { host } of network.l3Interfaces.get(holder)?.addresses ?? []) uses.push(`address ${printAddress(host)}`);
  return uses;
}

function vlansOf({ network, vlanNames }: WebDevice, name: string): PanelPortJson['vlans'] {
  const holder = bondOf(network, name)?.name ?? name;
  const membership = network.bridgePorts.get(holder);
  if (!membership || !network.bridges.get(membership.bridge)?.vlanFiltering) return [];
  return network.vidsOf(membership.bridge).flatMap((id) => {
    const { tagged, untagged } = network.members(membership.bridge, id);
    if (!tagged.has(holder) && !untagged.has(holder)) return [];
    const known = vlanNames.get(id);
    return [{ id, ...(known !== undefined && { name: known }), tagged: tagged.has(holder) && !untagged.has(holder) }];
  });
}

/** Ports of one cage: lanes `qsfp28-1-1` to `qsfp28-1-4` share it. */
function cageOf({ factoryName, medium }: Pick<PanelPortJson, 'factoryName' | 'medium'>): string {
  return medium.startsWith('qsfp') ? factoryName.replace(/-\d+$/, '') : factoryName;
}

/** Runs of ports of one kind, in front-panel order. */
function blocksOf(ports: readonly PanelPortJson[], rows: 1 | 2): PanelJson['blocks'] {
  const blocks: { title: string; medium: Medium; chip: string | null; cages: Map<string, number[]> }[] = [];
  for (const [index, port] of ports.entries()) {
    const cage = cageOf(port);
    const title = cage.replace(/[-\d]+$/, '');
    let block = blocks.at(-1);
    if (!block || block.title !== title || block.medium !== port.medium || block.chip !== port.chip) {
      block = { title, medium: port.medium, chip: port.chip, cages: new Map() };
      blocks.push(block);
    }
    append(block.cages, cage, index);
  }
  return blocks.map(({ title, medium, cages }) => ({
    title,
    medium,
    rows: cages.size > 1 ? rows : 1,
    cages: [...cages.values()],
  }));
}
