// What the stateful policies of a device cost: which traffic leaves the hardware for them, in which form, and at what
// ceiling.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { LowerContext } from '../context.ts';
import { sayUnseenBonds } from '../ingress.ts';
import type { L3Layout } from '../layout.ts';
import { interfacesOf } from './acl-layers.ts';
import { ceilingOf, limitText } from './cpu-ceiling.ts';
import { dropsForAcl, isDropBetweenVlans } from './drops-for-acl.ts';
import { elsewhere } from './elsewhere.ts';
import { vrfOnCpuOf } from './off-hardware.ts';
import { hasVlanFlag, isStateful, statefulTraffic } from './stateful.ts';

/** One choice for each NAT and firewall rule. `inChip`: switch-rule entries by sentence. */
export function explainStateful(context: LowerContext, inChip: ReadonlyMap<string, number>): void {
  const { device, target } = context;
  const form = formOf(context);
  // What no switch rule sees there takes one direction past the CPU.
  for (const l3 of seenByRules(context)) sayUnseenBonds(context, l3);
  const rejected = target.offloadSwitch
    ? [{ form: 'hardware routing', reason: 'the chip neither translates nor remembers connections by itself' }]
    : [{ form: 'FastPath', reason: 'any firewall rule switches it off' }];
  for (const [kind, rules] of [
    ['nat', device.settings.nat ?? []],
    ['firewall', device.settings.firewall ?? []],
  ] as const) {
    for (const index of rules.keys()) {
      const rule = `${kind} ${index + 1}`;
      const origin = device.places.at(kind, index);
      context.choices.push({ rule, origin, form, rejected, entries: inChip.get(rule) ?? 0 });
    }
  }
}

/** Where packets enter that switch rules have to send to the CPU. */
function seenByRules(context: LowerContext): readonly L3Layout[] {
  const { layout, device } = context;
  const { off, pairs } = statefulTraffic(context);
  const inVrf = [...layout.l3.values()].filter(({ name }) => vrfOnCpuOf(context, name) !== undefined);
  const alone = off.map(({ l3 }) => l3).filter((l3) => !hasVlanFlag(context, l3));
  // A VLAN without a flag needs rules for what comes back from anywhere.
  if (alone.some(({ kind }) => kind === 'vlan')) return [...layout.l3.values()];
  const steered = (device.settings.pbr ?? []).flatMap(({ from }) => from);
  const labels = [...pairs.flatMap(({ from, to }) => [...from, ...to]), ...steered];
  return [...alone, ...inVrf, ...interfacesOf(layout, labels)];
}

function formOf(context: LowerContext): string {
  const chip = context.target.offloadSwitch;
  const { off, pairs } = statefulTraffic(context);
  const fast = chip?.fact('l3.fasttrack')?.value ? 'FastTrack, in hardware once established' : 'FastTrack by the CPU';
  if (!chip) return fast;
  const ways = [
    ...off.map(({ l3 }) =>
      hasVlanFlag(context, l3) ? `VLAN \`${l3.name}\` off hardware` : `\`${l3.name}\` off hardware`,
    ),
    ...(pairs.length > 0 ? ['switch rules that send both directions to the CPU'] : []),
  ];
  return [...ways, fast].join(', ');
}

/** Chips without FastTrack leave all of it to the CPU, for as long as a connection lasts. */
export function statefulOnCpu(context: LowerContext): readonly Diagnostic[] {
  const { device, target } = context;
  const chip = target.offloadSwitch;
  const fasttrack = chip?.fact('l3.fasttrack');
  if (!chip || !isStateful(context) || fasttrack?.value === true) return [];
  const { nat = [], firewall = [] } = device.settings;
  const drops = dropsForAcl(context);
  const others = firewall.flatMap((rule, index) => (isDropBetweenVlans(context, rule) ? [] : [index]));
  if (nat.length === 0 && others.length === 0) return drops;
  const ceiling = ceilingOf(target);
  const limit = limitText(ceiling);
  const other = elsewhere(context, { fact: 'l3.fasttrack' });
  const place = other?.advice ?? 'put NAT and the firewall on a device made for them';
  const { off, pairs } = statefulTraffic(context);
  const first = off[0]?.cause.origin ?? device.places.at('firewall', others[0] ?? 0);
  const names = off.map(({ l3 }) => `\`${l3.name}\``).join(', ');
  const passing = [
    ...(names === '' ? [] : [`passes ${names}`]),
    ...(names === '' || pairs.length > 0 ? ['meets the firewall'] : []),
  ];
  return [
    ...drops,
    mistake('lower/stateful-on-cpu', {
      what: `what ${passing.join(' or ')} is forwarded by the CPU, ${limit}`,
      at: first,
      label: 'needs connection tracking',
      severity: 'warning',
      device: device.name,
      why: fasttrack
        ? `${chip.chip} does not take connections over from the CPU. All other traffic stays in hardware.`
        : `It is not documented whether ${chip.chip} takes connections over from the CPU.`,
      fix: `${place}, or say what can be said as an ACL`,
      evidence: [
        ...(fasttrack ? [fasttrack.says(`${chip.chip} has no FastTrack in hardware`)] : []),
        ...(ceiling ? [ceiling.evidence] : []),
        ...(other?.evidence ?? []),
      ],
    }),
  ];
}
