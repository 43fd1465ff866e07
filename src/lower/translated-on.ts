// What NAT of a device makes of packets that others of the site see: another sender on the way to a next hop, another
// destination where a port is forwarded.

import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { MenuRow } from '../intent/menu-words.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { containsPrefix, overlaps, type Prefix, parsePrefix } from '../model/prefix.ts';
import { wordSet } from '../source/word-set.ts';
import { type L3Layout, layOut } from './layout.ts';
import { linkTo, type OwnAddress, ownAddresses, rowsIn, wordOf } from './own-addresses.ts';

/** Open: rules that ask for more than interfaces and addresses may translate. */
export type Given = Prefix | 'open';

/** Undefined: the sender's own. */
export function givenBy(
  intent: Intent,
  device: DeviceIntent,
  { from, gateways: [gateway] }: { readonly from: FlowEnd; readonly gateways: readonly Prefix[] },
): Given | undefined {
  const own = gateway && linkTo(intent, device, gateway);
  if (own?.host.family !== 4) return undefined;
  const { l3, onDevice } = layOut(intent, device);
  const zone = l3.get(own.interface)?.zone ?? '';
  const rule = device.settings.nat?.find(
    ({ masquerade, source, out }) => out?.includes(zone) && (masquerade ?? source)?.includes(from.label),
  );
  if (rule) return rule.masquerade ? own.host : rule.to;
  const out = onDevice(own.interface);
  return givenByRows(rowsIn(device.settings.rules?.nat), own, { from, out, lists: listsWith(device, out) });
}

/** Interface lists that name an interface; what lists include of each other is left open. */
function listsWith({ settings }: DeviceIntent, out: string): readonly string[] {
  const rows = rowsIn(settings.interfaces?.['list-members']).filter((row) => wordOf(row.interface) === out);
  const own = Object.entries(settings['interface-lists'] ?? {}).filter(([, members]) => members.includes(out));
  return [...rows.map((row) => wordOf(row.list)), ...own.map(([list]) => list)];
}

function givenByRows(rows: readonly MenuRow[], own: OwnAddress, packets: OutgoingPackets): Given | undefined {
  for (const row of rows) {
    const fits = isMeant(row, packets);
    if (fits !== 'no') return fits === 'open' ? 'open' : newSource(row, own);
  }
  return undefined;
}

interface OutgoingPackets {
  readonly from: FlowEnd;
  readonly out: string;
  /** That name it. */
  readonly lists: readonly string[];
}

/** One end of a flow. */
export interface FlowEnd {
  readonly label: string;
  /** Absent = whatever a default route reaches. */
  readonly prefix?: Prefix;
}

/** Whether a rule is about all that a sender sends out of an interface. */
function isMeant(row: MenuRow, { from, out, lists }: OutgoingPackets): 'yes' | 'no' | 'open' {
  if (wordOf(row.chain) !== 'srcnat' || wordOf(row.disabled) === 'yes') return 'no';
  const [wanted, source] = [wordOf(row['out-interface']), wordOf(row['src-address'])];
  if (wanted !== '' && !wanted.startsWith('!') && wanted !== out) return 'no';
  const [network, sender] = [parsePrefix(source), from.prefix];
  if (network && sender && !overlaps(network, sender)) return 'no';
  const isWhole = source === '' || (network && sender && containsPrefix(network, sender));
  const isListed = lists.includes(wordOf(row['out-interface-list']));
  const isKnown = Object.keys(row).every((name) => understood.has(name) || (name === 'out-interface-list' && isListed));
  return isWhole && isKnown && !wanted.startsWith('!') ? 'yes' : 'open';
}

const understood = wordSet('chain action comment description log log-prefix out-interface src-address to-addresses');

function newSource(row: MenuRow, { host }: OwnAddress): Given | undefined {
  const action = wordOf(row.action) || 'accept';
  if (action === 'accept') return undefined;
  if (action === 'masquerade') return host;
  return (action === 'src-nat' && parsePrefix(wordOf(row['to-addresses']))) || 'open';
}

/** Packets for an address of the device. */
export interface Arriving extends Pick<FlowSettings, 'protocol' | 'port'> {
  readonly destination: Prefix;
  /** By the interface of this name, in this zone. */
  readonly by: Pick<L3Layout, 'name' | 'zone'> | undefined;
}

/** The host that a port is forwarded to, by rules that mean all of these packets. */
export function forwardedTo(
  intent: Intent,
  device: DeviceIntent,
  { destination, protocol, port, by }: Arriving,
): { readonly host: Prefix; readonly port: FlowSettings['port'] } | undefined {
  const isOwn = ownAddresses(intent, device).some(({ host }) => containsPrefix(host, destination));
  if (!isOwn || !by || !port) return undefined;
  const rule = device.settings.nat?.find(({ forward, in: zones }) => {
    if (!forward || forward.protocol !== protocol || !zones?.includes(by.zone ?? '')) return false;
    const isMeantHere = !forward.address || containsPrefix(forward.address, destination);
    return isMeantHere && port.every((each) => forward.port.some((b) => b.from <= each.from && each.to <= b.to));
  });
  const to = rule?.['to-port'];
  if (rule?.to) return { host: rule.to, port: to === undefined ? port : [{ from: to, to }] };
  const name = layOut(intent, device).onDevice(by.name);
  const rows = rowsIn(device.settings.rules?.nat).filter(
    (row) => wordOf(row.chain) === 'dstnat' && wordOf(row.action) === 'dst-nat' && wordOf(row.disabled) !== 'yes',
  );
  const row = rows.find((each) => isForwarded(each, { destination, protocol, port, name }));
  const host = parsePrefix(wordOf(row?.['to-addresses']));
  const given = Number(wordOf(row?.['to-ports']));
  return host && { host, port: given > 0 ? [{ from: given, to: given }] : port };
}

function isForwarded(
  row: MenuRow,
  { destination, protocol, port, name }: Omit<Arriving, 'by'> & { readonly name: string },
): boolean {
  const [address, by, wanted] = [wordOf(row['dst-address']), wordOf(row['in-interface']), wordOf(row['dst-port'])];
  const own = parsePrefix(address);
  if ((address !== '' && !(own && containsPrefix(own, destination))) || (by !== '' && by !== name)) return false;
  const isPort = port?.every((each) => each.from === each.to && wanted.split(',').includes(String(each.from)));
  const others = Object.keys(row).filter((each) => !understood.has(each) && !ofForwards.has(each));
  return others.length === 0 && wordOf(row.protocol) === protocol && isPort === true;
}

const ofForwards = new Set(['protocol', 'dst-port', 'dst-address', 'in-interface', 'to-ports']);
