// The address that a device of the site puts in the place of a sender's on the way to a next hop.

import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { MenuRow } from '../intent/menu-words.ts';
import { containsPrefix, overlaps, type Prefix, parsePrefix } from '../model/prefix.ts';
import { layOut } from './layout.ts';
import { type OwnAddress, ownAddresses, rowsIn, wordOf } from './own-addresses.ts';

/** Open: rules that ask for more than interfaces and addresses may translate. */
export type Given = Prefix | 'open';

/** Undefined: the sender's own. */
export function givenBy(
  intent: Intent,
  device: DeviceIntent,
  { from, gateways: [gateway] }: { readonly from: Sender; readonly gateways: readonly Prefix[] },
): Given | undefined {
  const own = gateway && ownAddresses(intent, device).find(({ network }) => containsPrefix(network, gateway));
  if (own?.host.family !== 4) return undefined;
  const { l3, onDevice } = layOut(intent, device);
  const zone = l3.get(own.interface)?.zone ?? '';
  const rule = device.settings.nat?.find(
    ({ masquerade, source, out }) => out?.includes(zone) && (masquerade ?? source)?.includes(from.label),
  );
  if (rule) return rule.masquerade ? own.host : rule.to;
  return givenByRows(rowsIn(device.settings.rules?.nat), own, { from, out: onDevice(own.interface) });
}

function givenByRows(rows: readonly MenuRow[], own: OwnAddress, packets: Leaving): Given | undefined {
  for (const row of rows) {
    const fits = isMeant(row, packets);
    if (fits !== 'no') return fits === 'open' ? 'open' : newSource(row, own);
  }
  return undefined;
}

interface Leaving {
  readonly from: Sender;
  readonly out: string;
}

interface Sender {
  readonly label: string;
  readonly prefix?: Prefix;
}

/** Whether a rule is about all that a sender sends out of an interface. */
function isMeant(row: MenuRow, { from, out }: Leaving): 'yes' | 'no' | 'open' {
  if (wordOf(row.chain) !== 'srcnat' || wordOf(row.disabled) === 'yes') return 'no';
  const [wanted, source] = [wordOf(row['out-interface']), wordOf(row['src-address'])];
  if (wanted !== '' && !wanted.startsWith('!') && wanted !== out) return 'no';
  const [network, sender] = [parsePrefix(source), from.prefix];
  if (network && sender && !overlaps(network, sender)) return 'no';
  const isWhole = source === '' || (network && sender && containsPrefix(network, sender));
  return isWhole && Object.keys(row).every((name) => understood.has(name)) && !wanted.startsWith('!') ? 'yes' : 'open';
}

const understood = new Set([
  'chain',
  'action',
  'comment',
  'description',
  'log',
  'log-prefix',
  'out-interface',
  'src-address',
  'to-addresses',
]);

function newSource(row: MenuRow, { host }: OwnAddress): Given | undefined {
  const action = wordOf(row.action) || 'accept';
  if (action === 'accept') return undefined;
  if (action === 'masquerade') return host;
  return (action === 'src-nat' && parsePrefix(wordOf(row['to-addresses']))) || 'open';
}
