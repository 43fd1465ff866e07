// NAT decides once, for the packet that opens a connection; everything after follows the connection.
// Source: manual, firewall/nat.

import { printAddress } from '../../../model/prefix.ts';
import type { Crossing } from '../chip/crossing.ts';
import { familyOf, type PacketTrace } from '../chip/packet.ts';
import type { StoredRow } from '../store/store.ts';
import { type Connection, translated } from './connections.ts';
import { firewallMenus } from './fast-path.ts';
import { runChain } from './firewall-rules.ts';
import type { PacketContext } from './packet-context.ts';

function natRule(crossing: Crossing, context: PacketContext, chain: 'srcnat' | 'dstnat'): StoredRow | undefined {
  const verdict = runChain(context, firewallMenus[familyOf(context.ip)].nat, chain, () => undefined);
  if (verdict) crossing.log.judgedBy.push(`nat ${chain}`);
  return verdict?.row;
}

/** `dst-nat` and `redirect`; the end of what is dropped. */
export function decideDestination(
  crossing: Crossing,
  context: PacketContext,
  connection: Connection,
): PacketTrace | undefined {
  const rule = natRule(crossing, context, 'dstnat');
  const action = rule?.values.get('action') ?? 'accept';
  if (!rule || action === 'accept') return undefined;
  if (action === 'redirect') {
    const own = ownAddress(crossing, context.inInterface, context);
    if (own !== undefined) return translateDestination(crossing, connection, rule, own);
    // Linux, `nf_nat_redirect`.
    crossing.log.cpu('nat', 'redirected, and there is no address to redirect to');
    return crossing.log.end('dropped', { cpuPath: 'slow' });
  }
  if (action === 'dst-nat') translateDestination(crossing, connection, rule, firstOf(newAddresses(rule.values)));
  else context.unmodelled.push(`NAT action ${action}`);
  return undefined;
}

function translateDestination(
  { plane }: Crossing,
  connection: Connection,
  rule: StoredRow,
  target = connection.reply.source,
): undefined {
  const { reply } = connection;
  const port = Number(rule.values.get('to-ports')?.split('-')[0] ?? reply.sourcePort);
  // Linux, `nf_nat_setup_info`: what goes there already is not translated.
  if (target === reply.source && port === reply.sourcePort) return;
  connection.isDestinationTranslated = true;
  connection.translatedBy.push(rule);
  plane.connections.translate(connection, { ...reply, source: target, sourcePort: port });
}

/** `masquerade` and `src-nat`. */
function decideSource(crossing: Crossing, context: PacketContext, connection: Connection): void {
  const rule = natRule(crossing, context, 'srcnat');
  const action = rule?.values.get('action') ?? 'accept';
  if (!rule || action === 'accept') return;
  const { reply } = connection;
  const port = Number(rule.values.get('to-ports')?.split('-')[0] ?? reply.destinationPort);
  if (action === 'src-nat' || action === 'masquerade') {
    const target = action === 'masquerade' ? masqueradeAddress(crossing, context) : firstOf(newAddresses(rule.values));
    const destination = target ?? reply.destination;
    if (action === 'src-nat' && destination === reply.destination && port === reply.destinationPort) return;
    connection.isSourceTranslated = true;
    if (action === 'masquerade') connection.masqueradedAt = context.outInterface;
    connection.translatedBy.push(rule);
    crossing.plane.connections.translate(connection, { ...reply, destination, destinationPort: port });
  } else context.unmodelled.push(`NAT action ${action}`);
}

/** Decided once; the answers' source is turned back here, too. */
export function translateSource(crossing: Crossing, context: PacketContext): PacketTrace | undefined {
  const { connection, direction, outInterface } = context;
  if (!connection) return undefined;
  if (direction === 'original' && (connection.masqueradedAt ?? outInterface) !== outInterface) {
    crossing.plane.connections.forget(connection);
    crossing.log.cpu('nat', 'a masqueraded connection leaves by another interface');
    return crossing.log.end('dropped', { cpuPath: 'slow' });
  }
  if (!connection.isConfirmed) decideSource(crossing, context, connection);
  connection.isConfirmed = true;
  const { source, sourcePort } = translated(crossing.packet.ip ?? context.ip, connection, context.direction);
  context.ip = { ...context.ip, source, ...(sourcePort !== undefined && { sourcePort }) };
  return undefined;
}

/** Of the interface that packets leave by, or of any where that has none. Source: Linux, `inet_select_addr`. */
function masqueradeAddress(crossing: Crossing, context: PacketContext): string | undefined {
  const first = crossing.router.derived().addresses.find(({ host }) => host.family === familyOf(context.ip));
  return ownAddress(crossing, context.outInterface, context) ?? (first && printAddress(first.host));
}

/** The device's address on an interface, of the packet's family. */
function ownAddress({ router }: Crossing, name: string | undefined, { ip }: PacketContext): string | undefined {
  const own = router.derived().addresses.find((each) => each.interface === name && each.host.family === familyOf(ip));
  return own && printAddress(own.host);
}

/** IPv6 rules have a name of their own for it. */
export function newAddresses(values: ReadonlyMap<string, string>): string | undefined {
  return values.get('to-addresses') ?? values.get('to-address');
}

function firstOf(addresses: string | undefined): string | undefined {
  return addresses?.split(/[-,/]/)[0];
}
