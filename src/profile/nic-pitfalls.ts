// What is known to go wrong with a host's network card and its settings, whoever says what they are: a site, or the
// host itself.

import type { Evidence } from '../diagnostics/diagnostic.ts';
import { findNic, type NicFacts, type NicKind, nicEvidence, whileForwarding } from './nics.ts';

export interface HostFacts {
  readonly name: string;
  readonly nic?: string | undefined;
  readonly driver?: string | undefined;
  /** IP packet, in bytes. */
  readonly mtu?: number | undefined;
  readonly role?: 'host' | 'router' | 'hypervisor' | 'firewall' | undefined;
  readonly offloads?:
    | { readonly tso?: boolean | undefined; readonly gro?: boolean | undefined; readonly lro?: boolean | undefined }
    | undefined;
}

export interface Pitfall {
  readonly code:
    | 'lower/nic-mtu'
    | 'lower/nic-slow-send'
    | 'lower/nic-pause-frames'
    | 'lower/nic-jumbo-loss'
    | 'lower/nic-large-receive'
    | 'lower/nic-generic-receive';
  readonly severity: 'error' | 'warning' | 'note';
  /** The setting to point at, and a second one that it does not go with. */
  readonly about: 'nic' | 'driver' | 'mtu' | 'lro' | 'gro' | 'role';
  readonly with?: { readonly key: 'nic' | 'driver' | 'role'; readonly text: string };
  readonly what: string;
  readonly label?: string;
  readonly why?: string;
  readonly fix: string;
  readonly evidence: readonly Evidence[];
}

export function nicPitfalls(host: HostFacts): readonly Pitfall[] {
  return [
    ...cardPitfalls(host, 'nic'),
    ...cardPitfalls(host, 'driver'),
    ...(forwards(host) ? [largeReceive(host), genericReceive(host)].flat() : []),
  ];
}

function cardPitfalls({ name, mtu, offloads, ...host }: HostFacts, key: NicKind): readonly Pitfall[] {
  const written = host[key];
  const facts = written === undefined ? undefined : findNic(key, written);
  if (!facts || written === undefined) return [];
  const { maxMtu, slowSegmentation, pauseLostAbove, lossAbove } = facts;
  const pitfalls: Pitfall[] = [];
  if (maxMtu && mtu !== undefined && mtu > maxMtu.value) {
    pitfalls.push({
      code: 'lower/nic-mtu',
      severity: 'error',
      about: 'mtu',
      with: { key, text: 'the card' },
      what: `\`${name}\` cannot have an MTU of ${mtu}: \`${written}\` carries at most ${maxMtu.value} bytes`,
      fix: `use at most ${maxMtu.value} in the whole segment, or another card`,
      evidence: [nicEvidence(maxMtu, `${written} carries packets of at most ${maxMtu.value} bytes`)],
    });
  }
  if (slowSegmentation && offloads?.tso !== false) {
    pitfalls.push({
      code: 'lower/nic-slow-send',
      severity: 'warning',
      about: key,
      what: `\`${name}\` may send far below the rate of its port`,
      label: 'cuts segments slowly',
      why: 'A workaround in the driver (Linux 4.15 and newer) slows this card while it cuts segments itself.',
      fix: 'on the host: `ethtool -K INTERFACE tso off gso off`, then write `offloads: { tso: off }`',
      evidence: [nicEvidence(slowSegmentation, `${written} sends slowly until segmentation offload is off`)],
    });
  }
  if (pauseLostAbove && mtu !== undefined && mtu > pauseLostAbove.value) {
    pitfalls.push({
      code: 'lower/nic-pause-frames',
      severity: 'note',
      about: key,
      what: `bursts to \`${name}\` are lost instead of held back: at an MTU of ${mtu} it ignores pause frames`,
      fix: 'use the driver of the kernel, or do not rely on flow control at this port',
      evidence: [
        nicEvidence(pauseLostAbove, `${written} switches pause frames off above ${pauseLostAbove.value} bytes`),
      ],
    });
  }
  if (lossAbove && mtu !== undefined && mtu > lossAbove.value)
    pitfalls.push(jumboLoss({ name, written, mtu }, key, lossAbove));
  return pitfalls;
}

type Limit = NonNullable<NicFacts['lossAbove']>;

/** IPv4 and ICMP headers: what `ping -s` does not count. */
const pingHeaderBytes = 28;

function jumboLoss(
  { name, written, mtu }: { readonly name: string; readonly written: string; readonly mtu: number },
  key: NicKind,
  limit: Limit,
): Pitfall {
  return {
    code: 'lower/nic-jumbo-loss',
    severity: 'warning',
    about: 'mtu',
    with: { key, text: `seen above ${limit.value} bytes` },
    what: `\`${name}\` may lose packets above ${limit.value} bytes, as \`${written}\` did elsewhere`,
    why: `One report${limit.side ? `, of ${limit.side}` : ', not found elsewhere'}; a test of a minute settles it.`,
    fix:
      `test from another host: \`ping -M do -s ${mtu - pingHeaderBytes} -c 10000 -i 0.001 ${name}\`; on loss ` +
      `${limit.cure ? `${limit.cure}, or ` : ''}\`ip link set INTERFACE mtu ${limit.value}\`, and the same MTU in ` +
      'the whole segment',
    evidence: [nicEvidence(limit, `${written} lost packets above an MTU of ${limit.value} bytes`)],
  };
}

function forwards({ role }: HostFacts): boolean {
  return role === 'router' || role === 'hypervisor' || role === 'firewall';
}

function largeReceive({ name, offloads }: HostFacts): Pitfall | [] {
  if (offloads?.lro !== true) return [];
  return {
    code: 'lower/nic-large-receive',
    severity: 'warning',
    about: 'lro',
    with: { key: 'role', text: 'it forwards' },
    what: `packets that \`${name}\` forwards are lost or slow: its card merges them on receipt`,
    label: 'merges for good',
    why: 'What LRO has merged cannot be cut into the packets that came, and the whole does not fit the way out.',
    fix: 'on the host: `ethtool -K INTERFACE lro off`',
    evidence: [nicEvidence(whileForwarding.largeReceive, 'LRO has to be off on machines that forward or bridge')],
  };
}

/** On unless somebody switched it off: Linux has it on by default, so silence is worth a note. */
function genericReceive({ name, offloads }: HostFacts): Pitfall | [] {
  if (offloads?.gro === false) return [];
  const isSaid = offloads?.gro === true;
  return {
    code: 'lower/nic-generic-receive',
    severity: isSaid ? 'warning' : 'note',
    about: isSaid ? 'gro' : 'role',
    ...(isSaid && { with: { key: 'role', text: 'it forwards' } }),
    what: `packets that \`${name}\` forwards may be slow: its card merges them on receipt${isSaid ? '' : ' unless GRO is off'}`,
    label: isSaid ? 'merges, to cut again on the way out' : 'it forwards',
    why: 'What GRO has merged is cut again on the way out; in one report switching it off made a transfer 46 times as fast.',
    fix: 'on the host: `ethtool -K INTERFACE gro off`, and `rx-gro-hw off` where there is one; then write `offloads: { gro: off }`',
    evidence: [
      nicEvidence(
        whileForwarding.genericReceive,
        'hypervisors forwarded 343 KiB/s with GRO on and 15.63 MiB/s with GRO off',
      ),
    ],
  };
}
