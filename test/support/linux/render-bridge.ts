// Bridges, their VLANs and ports as commands for the kernel's bridge: `ip`, `bridge`, and `tc` for what RouterOS does at
// a port and Linux does not. Shares no code with `src/forwarding` nor with the simulated device, which it judges.

import { type Config, enabledItemsOf, type Item, propertyValue } from '../../../src/model/config.ts';

export interface BridgeSetup {
  /** Front ports: each is a tap. */
  readonly ports: readonly string[];
  /** What may have addresses. */
  readonly interfaces: readonly string[];
  /** Lines for the `-batch` of each tool. */
  readonly ip: string;
  readonly bridge: string;
  readonly tc: string;
}

export interface RenderedBridge {
  readonly setup: BridgeSetup;
  readonly constructs: ReadonlySet<string>;
  /** What has no counterpart here: then nothing is judged. */
  readonly missing: ReadonlySet<string>;
}

interface Port {
  readonly name: string;
  readonly pvid: number;
  readonly admitsTagged: boolean;
  readonly admitsUntagged: boolean;
  readonly filters: boolean;
  readonly horizon: number | undefined;
}

/** Who is in one VLAN of a bridge; the bridge itself is a member like its ports. */
interface Vlan {
  readonly tagged: ReadonlySet<string>;
  readonly untagged: ReadonlySet<string>;
}

class Lines {
  readonly ip: string[] = [];
  readonly bridge: string[] = [];
  readonly tc: string[] = [];
  readonly constructs = new Set<string>();
  readonly missing = new Set<string>();
}

/** `minor` is the RouterOS version, `7.<minor>`. */
export function renderBridge(config: Config, fronts: readonly string[], minor: number): RenderedBridge {
  const lines = new Lines();
  const bridges = enabledItemsOf(config, '/interface/bridge');
  const vlans = enabledItemsOf(config, '/interface/vlan');
  for (const name of fronts) lines.ip.push(`link set dev ${name} up`);
  for (const item of bridges) bridgeLines(config, item, minor, lines);
  for (const item of vlans) {
    const [name, parent, id] = ['name', 'interface', 'vlan-id'].map((each) => propertyValue(item, each));
    lines.constructs.add(bridges.some((each) => nameOf(each) === parent) ? 'VLAN on a bridge' : 'VLAN on another');
    lines.ip.push(`link add link ${parent} name ${name} type vlan id ${id}`, `link set dev ${name} up`);
  }
  const members = new Set(enabledItemsOf(config, '/interface/bridge/port').map((item) => text(item, 'interface')));
  const interfaces = [...bridges, ...vlans].map(nameOf);
  const own = fronts.filter((name) => !members.has(name));
  const join = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  return {
    setup: {
      ports: fronts,
      interfaces: [...own, ...interfaces],
      ip: join(lines.ip),
      bridge: join(lines.bridge),
      tc: join(lines.tc),
    },
    constructs: lines.constructs,
    missing: lines.missing,
  };
}

function bridgeLines(config: Config, item: Item, minor: number, lines: Lines): void {
  const bridge = nameOf(item);
  const filters = propertyValue(item, 'vlan-filtering') === 'yes';
  const ports = enabledItemsOf(config, '/interface/bridge/port')
    .filter((each) => propertyValue(each, 'bridge') === bridge)
    .map(portOf);
  lines.constructs.add(filters ? 'bridge: vlan-filtering' : 'bridge: no vlan-filtering');
  const rest = filters ? ' vlan_filtering 1 vlan_default_pvid 0' : '';
  lines.ip.push(`link add ${bridge} type bridge mcast_snooping 0${rest}`);
  for (const { name, pvid } of ports) {
    lines.ip.push(`link set dev ${name} master ${bridge}`);
    if (filters && pvid !== 1) lines.constructs.add('port: pvid');
  }
  lines.ip.push(`link set dev ${bridge} up`);
  for (const port of ports) horizonLines(port, lines);
  if (filters) vlanLines(config, item, ports, minor, lines);
}

/** Manual, bridging-and-switching, "Port Settings": the defaults. */
function portOf(item: Item): Port {
  const horizon = propertyValue(item, 'horizon');
  const frames = propertyValue(item, 'frame-types') ?? 'admit-all';
  return {
    name: text(item, 'interface'),
    pvid: Number(propertyValue(item, 'pvid') ?? 1),
    admitsTagged: frames !== 'admit-only-untagged-and-priority-tagged',
    admitsUntagged: frames !== 'admit-only-vlan-tagged',
    filters: propertyValue(item, 'ingress-filtering') !== 'no',
    horizon: horizon === undefined || horizon === 'none' ? undefined : Number(horizon),
  };
}

/** What a frame carries in its mark: the horizon that it came by, and the VLAN that it is of. */
const bits = { horizon: { mask: 0xff, shift: 0 }, vlan: { mask: 0xfff00, shift: 8 } } as const;

function markOf(kind: keyof typeof bits, value: number): string {
  const { mask, shift } = bits[kind];
  return `0x${(value << shift).toString(16)}/0x${mask.toString(16)}`;
}

/** Manual, `horizon`: no data to ports with the same value. */
function horizonLines({ name, horizon }: Port, lines: Lines): void {
  lines.tc.push(`qdisc add dev ${name} clsact`);
  if (horizon === undefined) return;
  lines.constructs.add('port: horizon');
  const mark = markOf('horizon', horizon + 1);
  lines.tc.push(
    `filter add dev ${name} ingress prio 1 protocol all matchall action skbedit mark ${mark} continue`,
    `filter add dev ${name} egress prio 1 protocol all handle ${mark} fw action drop`,
  );
}

function vlanLines(config: Config, item: Item, ports: readonly Port[], minor: number, lines: Lines): void {
  const bridge = nameOf(item);
  const itself: Port = { ...portOf(item), name: bridge };
  if (!itself.filters) lines.missing.add('ingress-filtering=no of a bridge');
  const table = vlanTable(config, bridge, [...ports, itself], minor);
  for (const port of [...ports, itself]) for (const [id, vlan] of table) memberLine(port, bridge, id, vlan, lines);
  if (ports.some((port) => !port.filters)) {
    lines.tc.push(`qdisc add dev ${bridge} clsact`);
    for (const port of ports) vlanMarkLines(port, 'ingress', table, lines);
    vlanMarkLines(itself, 'egress', table, lines);
  }
  for (const port of ports) frameTypeLines(port, lines);
}

/** A port that sends a VLAN without its tag shows what that carries: only the bridge knows which VLAN a frame is of. */
function vlanMarkLines({ name, pvid }: Port, way: string, table: ReadonlyMap<number, Vlan>, lines: Lines): void {
  const add = (prio: number, match: string, id: number) =>
    lines.tc.push(
      `filter add dev ${name} ${way} prio ${prio} ${match} action skbedit mark ${markOf('vlan', id)} continue`,
    );
  add(2, 'protocol all matchall', pvid);
  for (const id of table.keys()) add(3, `protocol 802.1Q flower vlan_id ${id}`, id);
}

function memberLine(port: Port, bridge: string, id: number, { tagged, untagged }: Vlan, lines: Lines): void {
  const { name } = port;
  const native = id === port.pvid && port.admitsUntagged ? ' pvid' : '';
  const self = name === bridge ? ' self' : '';
  const add = (untag: string) => lines.bridge.push(`vlan add dev ${name} vid ${id}${native}${untag}${self}`);
  if (untagged.has(name)) add(' untagged');
  else if (tagged.has(name)) add('');
  else if (!port.filters) unfiltered(port, id, lines);
}

/** Manual, `ingress-filtering`: what is no member takes frames of the VLAN, and sends none. */
function unfiltered({ name }: Port, id: number, lines: Lines): void {
  lines.constructs.add('port: ingress-filtering=no');
  lines.bridge.push(`vlan add dev ${name} vid ${id}`);
  lines.tc.push(`filter add dev ${name} egress prio 2 protocol all handle ${markOf('vlan', id)} fw action drop`);
}

/** Manual, `frame-types`. Untagged frames that nobody admits have no PVID. */
function frameTypeLines({ name, admitsTagged, admitsUntagged }: Port, lines: Lines): void {
  if (!admitsUntagged) lines.constructs.add('port: admit-only-vlan-tagged');
  if (admitsTagged) return;
  lines.constructs.add('port: admit-only-untagged-and-priority-tagged');
  lines.tc.push(
    `filter add dev ${name} ingress prio 4 protocol 802.1Q flower vlan_id 0 action pass`,
    `filter add dev ${name} ingress prio 5 protocol 802.1Q matchall action drop`,
  );
}

/**
 * Manual, bridging-and-switching, "Bridge VLAN filtering": rows; who admits untagged frames is an untagged member of its
 * PVID's VLAN unless a row says otherwise; from 7.16 a VLAN interface makes the bridge a tagged member.
 */
function vlanTable(config: Config, bridge: string, members: readonly Port[], minor: number): ReadonlyMap<number, Vlan> {
  const rows = enabledItemsOf(config, '/interface/bridge/vlan').filter((row) => text(row, 'bridge') === bridge);
  const routed = enabledItemsOf(config, '/interface/vlan')
    .filter((vlan) => text(vlan, 'interface') === bridge)
    .map((vlan) => Number(propertyValue(vlan, 'vlan-id')));
  const ids = new Set([...rows.flatMap(idsOf), ...members.map(({ pvid }) => pvid), ...routed]);
  return new Map(
    [...ids].map((id) => {
      const own = rows.filter((row) => idsOf(row).includes(id));
      const names = (property: string) => own.flatMap((row) => text(row, property).split(',')).filter(Boolean);
      const tagged = new Set(names('tagged'));
      const untagged = new Set(names('untagged'));
      for (const { name, pvid, admitsUntagged } of members) {
        if (pvid === id && admitsUntagged && !tagged.has(name)) untagged.add(name);
      }
      if (minor >= 16 && routed.includes(id) && !untagged.has(bridge)) tagged.add(bridge);
      return [id, { tagged, untagged }];
    }),
  );
}

/** `2`, `2,4`, `2-4`. */
function idsOf(row: Item): readonly number[] {
  return text(row, 'vlan-ids')
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
}

function nameOf(item: Item): string {
  return text(item, 'name');
}

function text(item: Item, property: string): string {
  return propertyValue(item, property) ?? '';
}
