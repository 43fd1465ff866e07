// Several layers as one first-match list, which is what a switch chip has.

import { type IngressPacketSet, meet } from './ingress-packet-set.ts';
import {
  isSilent,
  isTreated,
  type Layer,
  type LayerRule,
  type Part,
  type PolicyRule,
  pass,
  type Treatment,
  together,
  treated,
} from './policy-rule.ts';

/** More rules than any table holds by far: beyond it the layers are too entangled to be worth writing out. */
const rulesMax = 20_000;

export class TooManyRules extends Error {}

/** A list that decides every packet as the layers do. Throws `TooManyRules`. */
export function compose(layers: readonly Layer[]): readonly PolicyRule[] {
  const rules: PolicyRule[] = [];
  if (isSilent(layers)) return rules;
  append(rules, layersInGoodOrder(layers), {});
  return rules;
}

/** What earlier layers let pass, and how. */
interface Permitted {
  readonly within?: IngressPacketSet;
  readonly treatment?: Treatment;
}

function append(rules: PolicyRule[], [layer, ...later]: readonly Layer[], permitted: Permitted): void {
  if (!layer) return;
  const { within, treatment: before = {} } = permitted;
  for (const rule of decidingRules(layer)) {
    const { match, effect } = rule;
    const common: IngressPacketSet | undefined = within ? meet(within, match) : match;
    if (!common) continue;
    const treatment = together(before, rule);
    const isOpen = typeof effect === 'string';
    const asked = effect === 'accept' ? later.filter(({ stage }) => stage === 'steer') : later;
    if (isOpen) append(rules, asked, { within: common, treatment });
    const verdict = treated(isOpen ? pass : effect, treatment);
    rules.push({ match: common, verdict, parts: partsIn(rule, common) });
    if (rules.length > rulesMax) throw new TooManyRules();
  }
  append(rules, later, permitted);
}

/** The sentences that have something to say about what is left of a rule. */
function partsIn({ cause, parts }: LayerRule, common: IngressPacketSet): PolicyRule['parts'] {
  const [first, ...others] = (parts ?? []).flatMap((part): Part[] => {
    const match = meet(part.match, common);
    return match ? [{ ...part, match }] : [];
  });
  return first ? [first, ...others] : [{ match: common, cause }];
}

/**
 * Layers that only drop can change places with each other and with those that also permit. Before them, their rules are
 * written once; behind, once for every permit.
 */
function layersInGoodOrder(layers: readonly Layer[]): readonly Layer[] {
  const ordered: Layer[] = [];
  let run: Layer[] = [];
  const flush = () => {
    ordered.push(...[...run].sort((a, b) => permits(a) - permits(b)));
    run = [];
  };
  for (const layer of layers) {
    if (layer.rules.every(({ effect }) => effect === 'permit' || isDrop(effect))) run.push(layer);
    else {
      flush();
      ordered.push(layer);
    }
  }
  flush();
  return ordered;
}

function permits(layer: Layer): number {
  return decidingRules(layer).filter(({ effect }) => effect === 'permit').length;
}

export function isDrop(effect: LayerRule['effect']): boolean {
  return typeof effect === 'object' && effect.kind === 'drop';
}

/** Without the permits at the end, which stand before nothing. */
function decidingRules({ rules }: Layer): readonly LayerRule[] {
  return rules.slice(0, rules.findLastIndex((rule) => rule.effect !== 'permit' || isTreated(rule)) + 1);
}
