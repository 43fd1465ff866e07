// What a host says of itself against what is known of its card, and against what its site says of it.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { type HostFacts, nicPitfalls, type Pitfall } from '../profile/nic-pitfalls.ts';
import type { Location } from '../source/location.ts';
import { type InterfaceObservation, type Measurement, offloadNames } from './observation.ts';

/** What the site says of the host, and where. */
export interface SaidHost {
  readonly facts: HostFacts;
  readonly offloads: Readonly<Record<string, boolean | undefined>>;
  at(...path: string[]): Location;
  /** MTU of the network that the host is in. */
  readonly segmentMtu?: { readonly name: string; readonly mtu: number };
}

/** How fast the path of a measurement can be. */
export interface Path {
  readonly bps: number;
  readonly by: string;
  readonly grade: string;
  readonly citation: string;
  readonly placement: string;
}

/** The host as it is: what the site says where the host itself says nothing. */
export function factsOf(name: string, seen: InterfaceObservation, said: SaidHost | undefined): HostFacts {
  const role = said?.facts.role ?? (seen.bridge === undefined ? undefined : 'hypervisor');
  const { tso, gro, lro } = seen.offloads ?? {};
  return {
    name,
    nic: said?.facts.nic,
    driver: seen.driver?.value ?? said?.facts.driver,
    mtu: seen.mtu?.value ?? said?.facts.mtu,
    role,
    offloads: {
      tso: tso?.value ?? said?.offloads.tso,
      gro: gro?.value ?? said?.offloads.gro,
      lro: lro?.value ?? said?.offloads.lro,
    },
  };
}

export function judgeHost(name: string, seen: InterfaceObservation, said: SaidHost | undefined): readonly Diagnostic[] {
  const facts = factsOf(name, seen, said);
  const nowhere: Location = { kind: 'device', device: name, menu: '', key: '' };
  const place = (about: Pitfall['about']): Location => {
    if (about === 'mtu') return seen.mtu?.at ?? said?.at('mtu') ?? nowhere;
    if (about === 'driver') return seen.driver?.at ?? said?.at('driver') ?? nowhere;
    if (about === 'lro' || about === 'gro') {
      return seen.offloads?.[about]?.at ?? said?.at('offloads', about) ?? nowhere;
    }
    return said?.at(about) ?? nowhere;
  };
  const pitfalls = nicPitfalls(facts).map(
    ({ code, about, with: other, ...said }): Diagnostic =>
      mistake(code, {
        ...said,
        at: place(about),
        related: other ? [{ at: place(other.key), text: other.text }] : [],
      }),
  );
  return [pitfalls, driverLimit(name, seen, said), said ? differences(name, seen, said) : []].flat();
}

function driverLimit(name: string, { maxMtu }: InterfaceObservation, said: SaidHost | undefined): Found {
  const { segmentMtu } = said ?? {};
  if (!maxMtu || !segmentMtu || maxMtu.value >= segmentMtu.mtu) return [];
  return mistake('host/driver-mtu', {
    severity: 'error',
    what: `\`${name}\` cannot have the MTU of \`${segmentMtu.name}\`: its driver accepts at most ${maxMtu.value} bytes`,
    at: maxMtu.at,
    label: `\`${segmentMtu.name}\` has ${segmentMtu.mtu}`,
    why: 'Inside one segment nobody tells a sender that its packets are too big, so all of it shares one MTU.',
    fix: `use at most ${maxMtu.value} in the whole segment, or another card`,
  });
}

function differences(name: string, seen: InterfaceObservation, said: SaidHost): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const compare = (
    what: string,
    path: readonly string[],
    site: unknown,
    host: { value: unknown; at: Location } | undefined,
  ) => {
    if (site === undefined || !host || site === host.value) return;
    const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
    found.push(
      mistake('host/differs-from-site', {
        severity: 'warning',
        what: `\`${name}\` has ${what} ${shown(host.value)}, not ${shown(site)} as the site says`,
        at: said.at(...path),
        label: `${shown(host.value)} on the host`,
        related: [{ at: host.at, text: 'seen here' }],
        why: 'The site is checked with what it says of the host, so what it says has to be true.',
        fix: 'change the host, or the site',
      }),
    );
  };
  compare('driver', ['driver'], said.facts.driver, seen.driver);
  compare('MTU', ['mtu'], said.facts.mtu, seen.mtu);
  for (const offload of offloadNames) {
    compare(offload.toUpperCase(), ['offloads', offload], said.offloads[offload], seen.offloads?.[offload]);
  }
  return found;
}

/** TCP at full frames gets this much of a path that nothing disturbs; less has a cause on the host or on the way. */
const shareExpected = 0.8;
/** Rounding and the time that a test takes to stop may add this much. */
const shareBeyond = 1.05;

export function judgeMeasurement(name: string, measured: Measurement, path: Path, causes: readonly string[]): Found {
  const share = measured.bps / path.bps;
  const shown = `${mbit(measured.bps)} of ${mbit(path.bps)}`;
  if (share > shareBeyond) {
    return mistake('host/above-ceiling', {
      severity: 'warning',
      what: `\`${name}\` measured ${mbit(measured.bps)}, more than the ${mbit(path.bps)} that the path should carry`,
      at: measured.at,
      why: `The ceiling is the ${path.by} (${path.grade}) [${path.citation}].`,
      fix: '`rosc trace` shows the way that rosc expects; measure again with the counters of the ports beside it',
    });
  }
  // A datagram test sends as fast as it was told to, and says nothing about what could be.
  if (share >= shareExpected || measured.protocol !== 'tcp') return [];
  const why = [
    ...causes,
    ...(measured.retransmits ? [`${measured.retransmits} segments were sent again`] : []),
    ...((measured.cpuPercent ?? 0) > 90 ? [`its CPU was busy for ${Math.round(measured.cpuPercent ?? 0)} %`] : []),
    ...(measured.streams === 1 ? ['one stream fills one queue and one window only'] : []),
  ];
  return mistake('host/below-ceiling', {
    severity: 'warning',
    what: `\`${name}\` gets ${shown} that the path can carry`,
    at: measured.at,
    why: why.length > 0 ? `What may hold it up: ${why.join('; ')}.` : '',
    fix: 'mend what is said about its card, then measure again with `iperf3 -P 4`, both ways',
  });
}

function mbit(bps: number): string {
  return bps >= 1e9 ? `${Number((bps / 1e9).toPrecision(3))} Gbit/s` : `${Number((bps / 1e6).toPrecision(3))} Mbit/s`;
}
