// How the restriction behind a code is known: grade, source and claim, once for rules, verdicts and documents, as data
// from `profiles/evidence/`. Facts about a chip are not there, but with their chip.

import acl from '../../profiles/evidence/acl.json' with { type: 'json' };
import cpuL2 from '../../profiles/evidence/cpu-l2.json' with { type: 'json' };
import fastpath from '../../profiles/evidence/fastpath.json' with { type: 'json' };
import firewall from '../../profiles/evidence/firewall.json' with { type: 'json' };
import flow from '../../profiles/evidence/flow.json' with { type: 'json' };
import l2 from '../../profiles/evidence/l2.json' with { type: 'json' };
import l3hw from '../../profiles/evidence/l3hw.json' with { type: 'json' };
import mtu from '../../profiles/evidence/mtu.json' with { type: 'json' };
import ops from '../../profiles/evidence/ops.json' with { type: 'json' };
import route from '../../profiles/evidence/route.json' with { type: 'json' };
import vxlan from '../../profiles/evidence/vxlan.json' with { type: 'json' };
import { type Evidence, gradeNamed } from '../diagnostics/diagnostic.ts';

/**
 * By code: what the restriction rests on. Each entry is needed, so what is said is as good as the worst of them; what
 * only repeats a better source is left out. Manual, changelog and command schema are documented; staff and field
 * reports are reported; everything else is inferred.
 */
const evidence = {
  ...l3hw,
  ...route,
  ...vxlan,
  ...mtu,
  ...l2,
  ...acl,
  ...firewall,
  ...fastpath,
  ...cpuL2,
  ...ops,
  ...flow,
};

/** A code whose evidence is on record. */
export type EvidencedCode = keyof typeof evidence;

const known: ReadonlyMap<string, readonly Evidence[]> = new Map(
  Object.entries(evidence).map(([code, rows]) => [
    code,
    rows.map(({ grade, cite, claim }) => ({ grade: gradeNamed(grade), claim, citation: cite })),
  ]),
);

export function evidenceOf(code: EvidencedCode): readonly Evidence[] {
  return known.get(code) ?? [];
}

export const evidencedCodes = Object.keys(evidence).filter(isEvidenced);

function isEvidenced(code: string): code is EvidencedCode {
  return Object.hasOwn(evidence, code);
}
