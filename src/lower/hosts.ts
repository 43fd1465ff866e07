// What is plugged in: the MTU of a host against that of its VLAN, and what is known about its network card.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Places } from '../intent/intent.ts';
import { advise, mistake } from '../intent/mistake.ts';
import type { HostSettings } from '../intent/schema.ts';
import {
  findNic,
  findNicDriver,
  largeReceiveEvidence,
  type NicFacts,
  nearestNic,
  nearestNicDriver,
} from '../profile/nics.ts';
import type { LowerContext } from './context.ts';

interface Plugged {
  readonly name: string;
  readonly host: HostSettings;
  readonly places: Places;
}

export function checkHosts(context: LowerContext): void {
  const { intent, device, diagnostics } = context;
  for (const [name, host] of Object.entries(intent.site.hosts ?? {})) {
    if (host.device !== device.name) continue;
    const plugged: Plugged = { name, host, places: intent.below('hosts', name) };
    diagnostics.push(
      ...segmentMtu(context, plugged),
      ...unknownCard(plugged),
      ...cardProblems(plugged),
      ...largeReceive(plugged),
    );
  }
}

/** All hosts of a segment share one MTU: nothing inside a segment says "too big". */
function segmentMtu({ layout }: LowerContext, { name, host, places }: Plugged): Diagnostic[] {
  const attachment = layout.attachments.find(({ ports }) => ports.includes(host.port));
  const vlan = attachment?.role.vlan ?? attachment?.role.native;
  const segment = vlan === undefined ? layout.l3.get(attachment?.name ?? '') : layout.vlans.get(vlan);
  if (host.mtu === undefined || !segment || host.mtu === segment.mtu) return [];
  const isLarger = host.mtu > segment.mtu;
  return [
    mistake('lower/host-mtu', {
      what: isLarger
        ? `packets of \`${name}\` above ${segment.mtu} bytes are lost without a message`
        : `packets to \`${name}\` above ${host.mtu} bytes are lost without a message`,
      at: places.at('mtu'),
      label: `\`${segment.name}\` has ${segment.mtu}`,
      related: [{ at: segment.origin, text: `MTU ${segment.mtu} here` }],
      why: 'Inside one segment nobody tells a sender that its packets are too big, so all of it shares one MTU.',
      severity: 'warning',
      device: host.device,
      fix: advise(`give the host an MTU of ${segment.mtu}, or the segment one of ${host.mtu}`),
    }),
  ];
}

function unknownCard({ host, places }: Plugged): Diagnostic[] {
  const unknown = (key: 'nic' | 'driver', written: string, near: string | undefined) =>
    mistake('lower/unknown-nic', {
      what: `nothing is known about \`${written}\`, so nothing is checked for it`,
      at: places.at(key),
      label: near ? `did you mean \`${near}\`?` : `unknown ${key}`,
      severity: 'note',
      device: host.device,
    });
  const { nic, driver } = host;
  return [
    ...(nic === undefined || findNic(nic) ? [] : [unknown('nic', nic, nearestNic(nic))]),
    ...(driver === undefined || findNicDriver(driver) ? [] : [unknown('driver', driver, nearestNicDriver(driver))]),
  ];
}

function cardProblems({ name, host, places }: Plugged): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const key of ['nic', 'driver'] as const) {
    const written = host[key];
    const facts: NicFacts | undefined =
      written === undefined ? undefined : key === 'nic' ? findNic(written) : findNicDriver(written);
    if (!facts || written === undefined) continue;
    const at = places.at(key);
    const { maxMtu, slowSegmentation, pauseLostAbove } = facts;
    if (maxMtu && host.mtu !== undefined && host.mtu > maxMtu.value) {
      diagnostics.push({
        ...mistake('lower/nic-mtu', {
          what: `\`${name}\` cannot have an MTU of ${host.mtu}: \`${written}\` carries at most ${maxMtu.value} bytes`,
          at: places.at('mtu'),
          related: [{ at, text: 'the card' }],
          device: host.device,
          fix: advise(`use at most ${maxMtu.value} in the whole segment, or another card`),
        }),
        evidence: [maxMtu.says(`${written} carries packets of at most ${maxMtu.value} bytes`)],
      });
    }
    if (slowSegmentation && host.offloads?.tso !== false) {
      diagnostics.push({
        ...mistake('lower/nic-slow-send', {
          what: `\`${name}\` may send far below the rate of its port`,
          at,
          label: 'cuts segments slowly',
          why: 'A workaround in the driver (Linux 4.15 and newer) slows this card while it cuts segments itself.',
          severity: 'warning',
          device: host.device,
          fix: advise(`on the host: \`ethtool -K INTERFACE tso off gso off\`, then write \`offloads: { tso: off }\``),
        }),
        evidence: [slowSegmentation.says(`${written} sends slowly until segmentation offload is off`)],
      });
    }
    if (pauseLostAbove && host.mtu !== undefined && host.mtu > pauseLostAbove.value) {
      diagnostics.push({
        ...mistake('lower/nic-pause-frames', {
          what: `bursts to \`${name}\` are lost instead of held back: at an MTU of ${host.mtu} it ignores pause frames`,
          at,
          severity: 'note',
          device: host.device,
          fix: advise('use the driver of the kernel, or do not rely on flow control at this port'),
        }),
        evidence: [pauseLostAbove.says(`${written} switches pause frames off above ${pauseLostAbove.value} bytes`)],
      });
    }
  }
  return diagnostics;
}

function largeReceive({ name, host, places }: Plugged): Diagnostic[] {
  const isForwarding = host.role === 'router' || host.role === 'hypervisor';
  if (!isForwarding || host.offloads?.lro !== true) return [];
  return [
    {
      ...mistake('lower/nic-large-receive', {
        what: `packets that \`${name}\` forwards are lost or slow: its card merges them on receipt`,
        at: places.at('offloads', 'lro'),
        label: 'merges for good',
        related: [{ at: places.at('role'), text: 'it forwards' }],
        why: 'What LRO has merged cannot be cut into the packets that came, and the whole does not fit the way out.',
        severity: 'warning',
        device: host.device,
        fix: advise('on the host: `ethtool -K INTERFACE lro off`; GRO may stay on, it can be undone'),
      }),
      evidence: [largeReceiveEvidence('LRO has to be off on machines that forward or bridge')],
    },
  ];
}
