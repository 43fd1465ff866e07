// How the restriction behind a code is known: grade, source and claim, once for rules, verdicts and documents. Facts
// about a chip are not here, but in profiles.

import type { Evidence } from '../diagnostics/diagnostic.ts';
import { aclEvidence } from './acl.ts';
import { cpuL2Evidence } from './cpu-l2.ts';
import { fastpathEvidence } from './fastpath.ts';
import { firewallEvidence } from './firewall.ts';
import { flowEvidence } from './flow.ts';
import { l2Evidence } from './l2.ts';
import { l3hwEvidence } from './l3hw.ts';
import { mtuEvidence } from './mtu.ts';
import { opsEvidence } from './ops.ts';
import { routeEvidence } from './route.ts';
import { vxlanEvidence } from './vxlan.ts';

const evidence = {
  ...l3hwEvidence,
  ...routeEvidence,
  ...vxlanEvidence,
  ...mtuEvidence,
  ...l2Evidence,
  ...aclEvidence,
  ...firewallEvidence,
  ...fastpathEvidence,
  ...cpuL2Evidence,
  ...opsEvidence,
  ...flowEvidence,
};

/** A code whose evidence is on record. */
export type EvidencedCode = keyof typeof evidence;

export function evidenceOf(code: EvidencedCode): readonly Evidence[] {
  return evidence[code];
}

export const evidencedCodes = Object.keys(evidence).filter(isEvidenced);

function isEvidenced(code: string): code is EvidencedCode {
  return Object.hasOwn(evidence, code);
}
