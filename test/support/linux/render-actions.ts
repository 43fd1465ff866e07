// Firewall actions as nftables statements, each from its description in the manual's cli-reference.

import { type Item, propertyValue } from '../../../src/model/config.ts';
import { containsPrefix, parsePrefix } from '../../../src/model/prefix.ts';
import { addressesOf } from './render-interfaces.ts';
import { vrfsOf } from './render-routes.ts';
import { isIpv6, notJudged, type Rendering, type Table } from './rendering.ts';

/** Packet mark and routing mark share the kernel's mark; the connection has one of its own. */
const ownBits = { routing: 0xffffff00, packet: 0xffff00ff } as const;

export function actionOf(
  rendering: Rendering,
  table: Table,
  item: Item,
  family: 4 | 6,
  nameOf: (table: Table, chain: string) => string,
): string {
  const value = (name: string) => propertyValue(item, name);
  const action = value('action') ?? 'accept';
  rendering.constructs.add(`${family === 4 ? '' : 'IPv6 '}${table}: ${action}`);
  // Manual, mangle, `passthrough`: unless it is `no` the packet goes on to the next rule.
  const onward = table === 'mangle' && value('passthrough') === 'no' ? ' accept' : '';
  if (onward !== '') rendering.constructs.add('mangle: passthrough=no');
  switch (action) {
    case 'accept':
    case 'return':
      return action;
    // What the sender is told is not judged.
    case 'drop':
    case 'reject':
    case 'tarpit':
      return 'drop';
    case 'jump':
      return `jump ${nameOf(table, value('jump-target') ?? '')}`;
    case 'passthrough':
    case 'log':
    case 'add-src-to-address-list':
    case 'add-dst-to-address-list':
    case 'sniff-tzsp':
    case 'sniff-pc':
      return '';
    case 'fasttrack-connection':
      notJudged(rendering, 'FastTrack');
      return '';
    case 'notrack':
      return 'notrack';
    case 'mark-connection':
      return `ct mark set ${rendering.connectionMarks.of(value('new-connection-mark') ?? 'no-mark')}${onward}`;
    case 'mark-packet':
      return `${setMark(ownBits.packet, rendering.packetMarks.of(value('new-packet-mark') ?? 'no-mark') << 8)}${onward}`;
    case 'mark-routing':
      return `${setMark(ownBits.routing, rendering.tables.of(value('new-routing-mark') ?? 'main'))}${onward}`;
    case 'change-dscp':
      return `${family === 4 ? 'ip' : 'ip6'} dscp set ${value('new-dscp')}${onward}`;
    case 'change-ttl':
      return `ip ttl set ${afterColon(rendering, value('new-ttl'))}${onward}`;
    case 'change-hop-limit':
      return `ip6 hoplimit set ${afterColon(rendering, value('new-hop-limit'))}${onward}`;
    case 'change-mss':
      return `tcp option maxseg size set ${newMss(value('new-mss'))}${onward}`;
    case 'set-priority':
      return onward.trim();
    default:
      return table === 'nat' ? translate(rendering, item, action, family) : missing(rendering, `${table} ${action}`);
  }
}

function setMark(keep: number, number: number): string {
  return `meta mark set meta mark & 0x${keep.toString(16)} | 0x${number.toString(16)}`;
}

/** Manual, mangle, `new-mss`: a size, or what fits the way. */
function newMss(text = ''): string {
  return text === 'clamp-to-pmtu' ? 'rt mtu' : text;
}

/** `set:9`. */
function afterColon(rendering: Rendering, text = ''): string {
  if (!text.startsWith('set:')) rendering.missing.add(`new-ttl ${text}`);
  return text.slice('set:'.length);
}

/** Manual, nat: what each replaces, by `to-addresses` and `to-ports`. */
function translate(rendering: Rendering, item: Item, action: string, family: 4 | 6): string {
  const to = propertyValue(item, 'to-addresses') ?? propertyValue(item, 'to-address') ?? '';
  const ports = propertyValue(item, 'to-ports');
  const misfit = misfitOf(item, to, family);
  if (misfit !== undefined) return missing(rendering, misfit);
  if (propertyValue(item, 'chain') === 'dstnat') askVrfs(rendering, to);
  switch (action) {
    case 'masquerade':
    case 'redirect':
      return ports === undefined ? action : `${action} to :${ports}`;
    case 'src-nat':
      return to === '' ? missing(rendering, 'src-nat to nothing') : `snat to ${socket(to, ports)}`;
    case 'dst-nat':
      if (to === '' && ports === undefined) return missing(rendering, 'dst-nat to nothing');
      return `dnat to ${socket(to, ports)}`;
    case 'netmap':
      return `${propertyValue(item, 'chain') === 'srcnat' ? 'snat' : 'dnat'} ${family === 4 ? 'ip' : 'ip6'} prefix to ${to}`;
    default:
      return missing(rendering, `nat ${action}`);
  }
}

/** Packets of one VRF may be translated to the address that the device has in another. */
function askVrfs(rendering: Rendering, to: string): void {
  const among = parsePrefix(to);
  const own = vrfsOf(rendering).size > 0 && among ? addressesOf(rendering).map(({ host }) => parsePrefix(host)) : [];
  if (own.some((host) => among && host && containsPrefix(among, host)))
    notJudged(rendering, 'an address of another VRF');
}

/** What the kernel would refuse beside the protocol and the family. */
function misfitOf(item: Item, to: string, family: 4 | 6): string | undefined {
  const hasPorts = ['tcp', 'udp', '6', '17'].includes(propertyValue(item, 'protocol') ?? '');
  if (item.properties.has('to-ports') && !hasPorts) return 'to-ports without a protocol';
  return to !== '' && isIpv6(to) !== (family === 6) ? `to-addresses ${to}` : undefined;
}

/** `[2001:db8::1]:80` */
function socket(address: string, ports: string | undefined): string {
  if (ports === undefined) return withoutFullMask(address);
  return isIpv6(address) ? `[${address}]:${ports}` : `${withoutFullMask(address)}:${ports}`;
}

function withoutFullMask(text: string): string {
  return text.replace(/\/(32|128)$/, '');
}

function missing(rendering: Rendering, what: string): string {
  rendering.missing.add(what);
  return '';
}
