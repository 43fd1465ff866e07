// Says what policy routing costs where the chip does not do it: the class runs on the CPU, at the CPU's ceiling.

import type { Diagnostic, Evidence, Fix } from '../../diagnostics/diagnostic.ts';
import { manualFix } from '../../diagnostics/manual-fix.ts';
import type { Places } from '../../intent/intent.ts';
import type { FlowSettings } from '../../intent/schema.ts';
import type { PbrRule } from '../../intent/schema-policy.ts';
import { newestKnown } from '../../model/known-versions.ts';
import { containsPrefix, parsePrefix } from '../../model/prefix.ts';
import { printBitRate, printPacketRate } from '../../model/rates.ts';
import { version } from '../../model/version.ts';
import type { Switch } from '../../profile/target.ts';
import type { LowerContext } from '../context.ts';
import { flowName } from '../flows.ts';
import { shareOf } from '../site-paths.ts';
import { type Ceiling, ceilingOf, limitText } from './cpu-ceiling.ts';
import { localPrefixes } from './destinations.ts';
import { type Elsewhere, elsewhere } from './elsewhere.ts';
import { type PbrForm, pbrForm } from './pbr-form.ts';

interface SteeredByCpu {
  readonly rule: PbrRule;
  readonly places: Places;
  readonly chip: Switch;
  readonly form: PbrForm;
}

/** A warning; an error as soon as a flow of the class expects more than the CPU can give. */
export function pbrOnCpu(context: LowerContext, { rule, places, chip, form }: SteeredByCpu): readonly Diagnostic[] {
  const { intent, device, target } = context;
  const ceiling = ceilingOf(target);
  const flows = (intent.site.flows ?? []).map((flow, index) => ({ flow, places: intent.below('flows', index) }));
  const steered = flows.filter(({ flow }) => isSteered(context, flow, rule));
  const broken = steered.filter(({ flow }) => asksTooMuch(flow, ceiling));
  const limit = limitText(ceiling);
  const what = broken[0]
    ? `\`${flowName(broken[0].flow)}\` cannot have what it asks for: \`${rule.name}\` sends it to the CPU, ${limit}`
    : `what \`${rule.name}\` steers is forwarded by the CPU, ${limit}`;
  const other = elsewhere(context, { fact: 'acl.new-vrf', rateBps: broken[0]?.flow.rate });
  return [
    {
      code: isWithoutFasttrack(chip) ? 'firewall/mangle-on-no-fasttrack-hw' : 'lower/pbr-on-cpu',
      severity: broken.length > 0 ? 'error' : 'warning',
      what,
      primary: {
        at: places.at('name'),
        text: form.obstacle ? 'the CPU routes by this policy' : `${chip.chip} cannot route by policy`,
      },
      related: broken.map(({ flow, places: flowPlaces }) => ({
        at: flowPlaces.at(flow.path === undefined ? 'rate' : 'path'),
        text: askedFor(flow),
      })),
      why: why(chip, form, ceiling),
      evidence: [...evidenceOf(chip, ceiling), ...(other?.evidence ?? [])],
      fix: fixOf(context, rule, form, other),
      device: device.name,
    },
  ];
}

function isWithoutFasttrack(chip: Switch): boolean {
  return chip.fact('l3.fasttrack')?.value === false && chip.fact('l3.vrf')?.value === false;
}

function why(chip: Switch, { obstacle }: PbrForm, ceiling: Ceiling | undefined): string {
  const reason = isWithoutFasttrack(chip)
    ? `${chip.family} chips have neither hardware FastTrack nor hardware VRFs`
    : obstacle
      ? `Here ${obstacle.reason}`
      : `${chip.chip} cannot move packets to a VRF by switch rule at this RouterOS version`;
  const limit = ceiling
    ? `about ${printPacketRate(ceiling.pps)}, ${printBitRate(ceiling.bps)} at ${ceiling.packetBytes} bytes`
    : 'whatever the CPU gives';
  return (
    `${reason}, and what the chip routes by itself follows the main table alone. The policy holds only because ` +
    `exactly this class is sent to the CPU, marked there, and routed by a table of its own: ${limit} for all of it ` +
    'together. Everything else stays in hardware.'
  );
}

function evidenceOf(chip: Switch, ceiling: Ceiling | undefined): Evidence[] {
  const fasttrack = chip.fact('l3.fasttrack');
  const vrf = chip.fact('l3.vrf');
  return [
    ...(fasttrack && !fasttrack.value ? [fasttrack.says(`${chip.chip} has no FastTrack in hardware`)] : []),
    ...(vrf && !vrf.value ? [vrf.says(`${chip.chip} routes no VRF in hardware`)] : []),
    ...(ceiling ? [ceiling.evidence] : []),
  ];
}

/** Without `to`, the rule takes what leaves the site's own subnets. */
function isSteered(context: LowerContext, flow: FlowSettings, rule: PbrRule): boolean {
  const to = parsePrefix(flow.to);
  const spared = to && !rule.to && [...localPrefixes(context).values()].some((local) => containsPrefix(local, to));
  const isBeyond = flow.to === 'internet' || flow.to === 'any' || (to !== undefined && !spared);
  return rule.from.includes(flow.from) && (rule.to !== undefined || isBeyond) && shareOf(rule, flow) !== 'none';
}

function asksTooMuch({ path, rate }: FlowSettings, ceiling: Ceiling | undefined): boolean {
  if (path === 'hardware' || path === 'fasttrack') return true;
  return rate !== undefined && ceiling !== undefined && rate > ceiling.bps;
}

function askedFor({ path, rate }: FlowSettings): string {
  const asked = [rate === undefined ? '' : printBitRate(rate), path === undefined ? '' : `path ${path}`];
  return `asks for ${asked.filter((part) => part !== '').join(', ')}`;
}

function fixOf(context: LowerContext, rule: PbrRule, { obstacle }: PbrForm, other: Elsewhere | undefined): Fix {
  const place =
    obstacle?.remedy ??
    upgradeOf(context, rule) ??
    other?.advice ??
    'no other device of the site can carry it: put it on a chip that routes VRFs in hardware ' +
      '(`rosc advise` lists them)';
  return manualFix(`${place}; or give the traffic a VLAN or destination of its own that the main table can route`);
}

/** The first RouterOS with which the chip does it. */
function upgradeOf(context: LowerContext, rule: PbrRule): string | undefined {
  const { device, target } = context;
  const { major, minor } = target.routeros;
  const later = Array.from({ length: newestKnown.minor - minor }, (_, index) => `${major}.${minor + index + 1}`);
  const first = later.find((each) => {
    const upgraded = device.targetAt(version(each));
    return upgraded && pbrForm({ ...context, target: upgraded }, rule).kind === 'vrf';
  });
  return first && `upgrade to RouterOS ${first} or newer, where the chip does it`;
}
