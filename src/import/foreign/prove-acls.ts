// Translation validation: a list of another maker and the ACL that a site has for it decide every routed packet alike,
// or the first packet on which they differ is shown. The search is the one that proves switch rules.

import type { Intent } from '../../intent/intent.ts';
import { sidesOf } from '../../intent/schema-policy.ts';
import { makeDraft } from '../../lower/draft.ts';
import { layOut } from '../../lower/layout.ts';
import { setsOf } from '../../lower/policy/acl-layers.ts';
import { findPacket, listed, SearchTooLarge } from '../../lower/policy/find-packet.ts';
import { everything, type IngressPacketSet, type Packet } from '../../lower/policy/ingress-packet-set.ts';
import { families } from '../../model/prefix.ts';
import type { Target } from '../../profile/target.ts';
import type { CarriedAcl } from './convert/acls.ts';
import { packetsOf } from './wildcard-sets.ts';

interface Sentence {
  readonly match: IngressPacketSet;
  readonly permits: boolean;
}

export interface AclDifference {
  readonly name: string;
  /** Undefined where the lists are too entangled to be compared. */
  readonly packet: Packet | undefined;
}

const atTheGateway = 1n;

export function aclDifferences(
  intent: Intent,
  { deviceName, target }: { readonly deviceName: string; readonly target: Target },
  carried: readonly CarriedAcl[],
): readonly AclDifference[] {
  const device = intent.devices.get(deviceName);
  if (!device) return [];
  const layout = layOut(intent, device);
  const context = { intent, device, target, layout, draft: makeDraft(), diagnostics: [], choices: [] };
  return carried.flatMap(({ name, acl, isDenyAtEnd }): AclDifference[] => {
    const site = (intent.site.acls?.[name]?.rules ?? []).flatMap((rule): Sentence[] => {
      const { key, match } = sidesOf(rule);
      return setsOf(context, match, atTheGateway).map((set) => ({ match: set, permits: key === 'permit' }));
    });
    const source: readonly Sentence[] = [
      ...acl.rules.map((rule) => ({ match: packetsOf(rule, atTheGateway), permits: rule.action === 'permit' })),
      { match: everything(atTheGateway, acl.family), permits: !isDenyAtEnd },
    ];
    try {
      const packet = families
        .map((family) => firstDifference(everything(atTheGateway, family), site, source))
        .find((found) => found !== undefined);
      // IPv6 is judged where the device routes it: elsewhere no rule of the site speaks of it either.
      return packet ? [{ name, packet }] : [];
    } catch (error) {
      if (!(error instanceof SearchTooLarge)) throw error;
      return [{ name, packet: undefined }];
    }
  });
}

/** What no sentence names passes, on both sides. */
function firstDifference(
  region: IngressPacketSet,
  site: readonly Sentence[],
  source: readonly Sentence[],
): Packet | undefined {
  const all = [...listed(site, 0), ...listed(source, 1)];
  return findPacket(region, 2, all, ([ours, theirs]) => (ours?.permits ?? true) !== (theirs?.permits ?? true));
}
