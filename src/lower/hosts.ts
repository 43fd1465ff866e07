// What is plugged in: the MTU of a host against that of its VLAN, and what is known about its network card.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { Places } from '../intent/intent.ts';
import type { HostSettings } from '../intent/schema.ts';
import { isSamePrefix, parsePrefix } from '../model/prefix.ts';
import { printBitRate } from '../model/rates.ts';
import { nicPitfalls, type Pitfall } from '../profile/nic-pitfalls.ts';
import { findNic, type NicKind, nearestNic, nicEvidence } from '../profile/nics.ts';
import type { LowerContext } from './context.ts';
import type { L3Layout, Layout, VlanLayout } from './layout.ts';

interface ConnectedHost {
  readonly name: string;
  readonly host: HostSettings;
  readonly places: Places;
}

export function checkHosts(context: LowerContext): void {
  const { intent, device, diagnostics } = context;
  for (const [name, host] of Object.entries(intent.site.hosts ?? {})) {
    if (host.device !== device.name) continue;
    const plugged: ConnectedHost = { name, host, places: intent.below('hosts', name) };
    const found = [segmentMtu(context, plugged), unknownCard(plugged), cardProblems(context, plugged)];
    diagnostics.push(...[...found, tooSlow(context, plugged)].flat());
  }
}

function attachmentOf({ attachments }: Layout, port: string) {
  const attachment = attachments.find(({ ports }) => ports.includes(port));
  return { attachment, vlan: attachment?.role.vlan ?? attachment?.role.native };
}

/** Where the untagged packets of a port are: a VLAN, or a routed port. */
export function segmentOf(layout: Layout, port: string): VlanLayout | L3Layout | undefined {
  const { attachment, vlan } = attachmentOf(layout, port);
  return vlan === undefined ? layout.l3.get(attachment?.name ?? '') : layout.vlans.get(vlan);
}

const oneMtu = 'Inside one segment nobody tells a sender that its packets are too big, so all of it shares one MTU.';

function segmentMtu({ layout }: LowerContext, plugged: ConnectedHost): Found {
  const { name, host, places } = plugged;
  const segment = segmentOf(layout, host.port);
  if (host.mtu === undefined || !segment || host.mtu === segment.mtu) return [];
  const isLarger = host.mtu > segment.mtu;
  return mistake('lower/host-mtu', {
    what: isLarger
      ? `packets of \`${name}\` above ${segment.mtu} bytes are lost without a message`
      : `packets to \`${name}\` above ${host.mtu} bytes are lost without a message`,
    at: places.at('mtu'),
    label: `\`${segment.name}\` has ${segment.mtu}`,
    related: [{ at: segment.origin, text: `MTU ${segment.mtu} here` }],
    why: oneMtu,
    severity: 'warning',
    device: host.device,
    fix: `give the host an MTU of ${segment.mtu}, or the segment one of ${host.mtu}`,
  });
}

function unknownCard({ host, places }: ConnectedHost): Diagnostic[] {
  const unknown = (key: NicKind): Found => {
    const written = host[key];
    if (written === undefined || findNic(key, written)) return [];
    const near = nearestNic(key, written);
    return mistake('lower/unknown-nic', {
      what: `nothing is known about \`${written}\`, so nothing is checked for it`,
      at: places.at(key),
      label: near ? `did you mean \`${near}\`?` : `unknown ${key}`,
      severity: 'note',
      device: host.device,
    });
  };
  return [unknown('nic'), unknown('driver')].flat();
}

/** A host that says no MTU is judged by that of its segment, which all have to share. */
function cardProblems({ layout }: LowerContext, plugged: ConnectedHost): Diagnostic[] {
  const { name, host, places } = plugged;
  const segment = host.mtu === undefined ? segmentOf(layout, host.port) : undefined;
  const at = (key: Pitfall['about']) => (key === 'lro' || key === 'gro' ? places.at('offloads', key) : places.at(key));
  return nicPitfalls({ name, ...host, mtu: host.mtu ?? segment?.mtu }).map((pitfall) => {
    const { code, severity, about, with: other, evidence, fix, ...words } = pitfall;
    const isShared = about === 'mtu' && segment !== undefined;
    const related = isShared
      ? [{ at: segment.origin, text: `MTU ${segment.mtu} here` }]
      : other && [{ at: at(other.key), text: other.text }];
    return mistake(code, {
      ...words,
      ...(isShared && { label: `in \`${segment.name}\``, why: [words.why, oneMtu].join(' ').trim() }),
      at: at(isShared && other ? other.key : about),
      severity: isShared && severity === 'error' ? 'warning' : severity,
      related: related ?? [],
      device: host.device,
      fix,
      evidence,
    });
  });
}

/**
 * The fastest flow from or to the host, by its network or by its own address, against what its port and its CPU can
 * move. Others of a network may carry what goes there, so that is a note unless there is nobody else.
 */
function tooSlow(context: LowerContext, plugged: ConnectedHost): Found {
  const { intent, layout, target } = context;
  const { name, host, places } = plugged;
  const { vlan } = attachmentOf(layout, host.port);
  const port = (target.ports.get(host.port)?.mbps ?? 0) * 1e6;
  const cpu = host.nic === undefined ? undefined : findNic('nic', host.nic)?.cpuBps;
  const ends = (intent.site.flows ?? []).flatMap(({ from, to, rate = 0 }, index) =>
    (['from', 'to'] as const).flatMap((side) => {
      const end = side === 'from' ? from : to;
      const prefix = parsePrefix(end);
      const isHost = prefix !== undefined && (host.address ?? []).some((own) => isSamePrefix(own, prefix));
      const cpuBps = side === 'from' ? cpu?.send : cpu?.receive;
      const limit = Math.min(port, cpuBps ?? port);
      const isAsked = (isHost || (vlan !== undefined && end === vlan)) && port > 0 && rate > limit;
      return isAsked ? [{ index, rate, isHost, limit, isCpu: limit < port, side }] : [];
    }),
  );
  const [worst] = ends.sort((a, b) => Number(b.isHost) - Number(a.isHost) || b.rate - b.limit - (a.rate - a.limit));
  if (!worst) return [];
  const { index, rate, isHost, limit, isCpu, side } = worst;
  const isAlone = layout.attachments.filter(({ role }) => role.vlan === vlan || role.native === vlan).length === 1;
  const moved = `${printBitRate(limit)} is what its ${isCpu ? `CPU ${side === 'from' ? 'sends' : 'receives'}` : 'port has'}`;
  return mistake('lower/host-too-slow', {
    what: `\`${name}\` cannot carry ${printBitRate(rate)}${isHost ? '' : ' of its network'}: ${moved}`,
    at: isCpu ? places.at('nic') : places.at('port'),
    label: printBitRate(limit),
    related: [{ at: intent.at('flows', index, 'rate'), text: 'asked for here' }],
    severity: isHost || isAlone ? 'warning' : 'note',
    device: host.device,
    fix: 'spread the flow over more hosts, or write the rate that it really has',
    evidence:
      isCpu && cpu
        ? [
            nicEvidence(
              cpu,
              `the CPU of ${host.nic} receives ${printBitRate(cpu.receive)} and sends ${printBitRate(cpu.send)}`,
            ),
          ]
        : [],
  });
}
