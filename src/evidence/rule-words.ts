// What a rule says of itself, by code, as data from `profiles/rules/`: whoever explains reads it, and no check does.

import acl from '../../profiles/rules/acl.json' with { type: 'json' };
import cpuL2 from '../../profiles/rules/cpu-l2.json' with { type: 'json' };
import fastpath from '../../profiles/rules/fastpath.json' with { type: 'json' };
import firewall from '../../profiles/rules/firewall.json' with { type: 'json' };
import l2 from '../../profiles/rules/l2.json' with { type: 'json' };
import l3hw from '../../profiles/rules/l3hw.json' with { type: 'json' };
import mtu from '../../profiles/rules/mtu.json' with { type: 'json' };
import ops from '../../profiles/rules/ops.json' with { type: 'json' };
import route from '../../profiles/rules/route.json' with { type: 'json' };
import vxlan from '../../profiles/rules/vxlan.json' with { type: 'json' };

export interface RuleWords {
  /** One sentence: the restriction. */
  readonly summary: string;
  /** The consequence, no more than the evidence supports. */
  readonly why: string;
  readonly remedy: string;
  /** Where sources disagree, or what nobody has measured. */
  readonly uncertainty?: string;
  /** Every fact that the check reads; a test catches a read that is not listed. */
  readonly facts: readonly string[];
}

const words = { ...l3hw, ...route, ...vxlan, ...mtu, ...l2, ...acl, ...firewall, ...fastpath, ...cpuL2, ...ops };

/** A code that something is said of here. */
export type WordedCode = keyof typeof words;

export function wordsOf(code: WordedCode): RuleWords {
  return { facts: [], ...words[code] };
}
