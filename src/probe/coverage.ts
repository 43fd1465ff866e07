// Why no question settles what is inferred: each of these statements is here with the reason, so that nobody has to
// wonder whether it was forgotten.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import type { ChipFactKey } from '../profile/fact.ts';
import type { StatementKey } from './statements.ts';

const reasons = {
  third:
    'It takes a third port: of two with a cable between them, what leaves by the one comes back by the other, without end.',
  elsewhere: 'It takes ports of another chip or of the CPU beside the scratch ports, and few devices have both.',
  peers: 'It takes neighbours or hosts that answer, and a probe has none.',
  service: 'It takes a service that acts on other ports and hosts than those of the probe.',
  rate: 'It takes rates or link speeds to be measured, and a probe counts frames.',
  crowd:
    'It takes more tables or hosts than a probe makes up, or one of which nobody knows before that it finds no place.',
  whole: 'It takes a setting of the whole device to be changed, which its other traffic depends on.',
  clock: 'A clock that was set wrong would stay so where rosc is killed: nothing on the device knows the right time.',
  meaning: 'It follows from what the words mean; there is nothing to measure.',
  ours: 'It is about what rosc knows, not about what a device does.',
} as const;

export type Reason = keyof typeof reasons;

const codes: Readonly<Partial<Record<EvidencedCode, Reason>>> = {
  'acl/acl-inactive-for-sw-ports': 'elsewhere',
  'acl/acl-redirect-is-l2': 'third',
  'acl/acl-redirect-leaves-vlan': 'third',
  'acl/acl-wrong-switch': 'elsewhere',
  'cpu-l2/wan-port-in-switch-domain': 'elsewhere',
  'device/menu-unread': 'ours',
  'fastpath/fp-iface-unsupported-rx': 'peers',
  'fastpath/fp-mac-ip-scan': 'service',
  'firewall/fasttrack-in-input-chain': 'meaning',
  'firewall/hotspot-bypassed-by-l3hw': 'service',
  'firewall/hw-flow-queue-bypass': 'rate',
  'firewall/kid-control-dynamic-rules': 'service',
  'flow/learnt-route-unknown': 'ours',
  'flow/no-port': 'meaning',
  'flow/split': 'meaning',
  'flow/undecided': 'ours',
  'flow/unknown-fact': 'ours',
  'l2/bond-foreign-slave': 'elsewhere',
  'l2/dhcpv6-snooping': 'third',
  'l2/macsec-port': 'peers',
  'l3hw/bond-slave-l3hw-mismatch': 'third',
  'l3hw/ip-on-slave-interface': 'peers',
  'offload/unmodelled-property': 'ours',
  'ops/dhcp-pool-outside': 'peers',
  'ops/unknown-name': 'meaning',
  'route/ecmp-hash-policy': 'whole',
  'route/fdb-host-capacity': 'crowd',
  'route/ip-forward-off': 'whole',
  'route/rp-filter-not-hw': 'whole',
  'route/triangular-route-in-lan': 'meaning',
  'route/vrf-table-cap': 'crowd',
};

const facts: Readonly<Partial<Record<ChipFactKey, Reason>>> = {
  'l2.needs-protocol-mode': 'third',
  'l2.rate-at-any-speed': 'rate',
  'l2.snooping-outer-tag-only': 'third',
  'l2.snooping-stops-unknown': 'third',
  'l3.access-port-bug': 'third',
  'l3.romon-swallowed': 'whole',
};

const ownStatements: Readonly<Partial<Record<StatementKey, Reason>>> = {
  'scheduler/clock-jump': 'clock',
};

const all = [...Object.entries(codes), ...Object.entries(facts), ...Object.entries(ownStatements)];

/** Why no question settles it; undefined = nothing is on record. */
export function whyNotAsked(subject: string): string | undefined {
  const entry = all.find(([name]) => name === subject);
  return entry && reasons[entry[1]];
}

/** What has a reason, for the test that holds this table to the evidence. */
export const notAsked: readonly string[] = all.map(([name]) => name);
