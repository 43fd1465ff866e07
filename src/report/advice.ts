// Models ranked for a device, as a table for people and as JSON.

import type { Advice, FailingFlow } from '../advise/rate-model.ts';
import { type Palette, plain, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import { printBitRate, printPacketRate } from '../model/rates.ts';
import type { SoftwareRouter } from '../profile/software-routers.ts';
import { type Cell, type Row, renderTable } from './table.ts';
import { plural } from './units.ts';

export interface DeviceAdvice {
  readonly device: string;
  /** The model that the site has. */
  readonly model: string;
  readonly routeros: string;
  readonly ports: number;
  /** Best first. */
  readonly advice: readonly Advice[];
}

export interface AdviceOptions extends Partial<Pick<TextStyle, 'palette' | 'width'>> {
  /** Models shown for each device; the own model always is. */
  readonly limit: number;
}

export function renderAdvice(
  devices: readonly DeviceAdvice[],
  references: readonly SoftwareRouter[],
  { palette = plain, limit, width = Number.POSITIVE_INFINITY }: AdviceOptions,
): string {
  const sections = devices.map((device) => renderDevice(device, { palette, limit, width }));
  const rows = references.map(({ name, machine, rates, grade, cite }): Row => {
    const figures = Object.entries(rates).map(([what, pps]) => `${what} ${printPacketRate(pps)}`);
    return [`${name} (${machine})`, figures.join(', '), palette.faint(`${grade} [${cite}]`)];
  });
  const legend = wrapWords(
    [
      '* the model of the site · hardware: items that the chip forwards · free: of the fullest table, ≤ where its size',
      'depends on what is in it · $ below 100, $$ below 300, $$$ below 1000 US$ (suggested retail) · blank: nobody',
      'published it · CPU: on its slow path, unless another is named · fits unknown: the CPU carries a flow whose rate',
      'the site says, and nobody published what it forwards',
    ].join(' '),
    Math.min(width, 120),
  );
  return `${[...sections, `${palette.strong('Routers in software, for comparison')}\n${renderTable(rows, [], '  ', width)}`, legend.map(palette.faint).join('\n')].join('\n\n')}\n`;
}

function renderDevice(
  { device, model, routeros, ports, advice }: DeviceAdvice,
  options: Required<AdviceOptions>,
): string {
  const { palette, limit, width } = options;
  const shown = advice.filter((each, index) => index < limit || each.model === model);
  const head = ['', 'MODEL', 'FITS', 'HARDWARE', 'FLOWS', 'FREE', 'CPU', 'POWER', 'PRICE', 'LOST'].map((text) => ({
    text,
    paint: palette.faint,
  }));
  const rows = shown.map((each) => adviceRow(each, each.model === model, palette));
  const right = { align: 'right' } as const;
  const columns = [{}, {}, {}, right, right, right, right, right, {}, {}];
  const hidden = advice.length - shown.length;
  return [
    `${palette.strong(device)} (${model}, RouterOS ${routeros}): ${plural(ports, 'port')} in use`,
    renderTable([head, ...rows], columns, ' ', width),
    ...(hidden > 0
      ? [palette.faint(`  and ${plural(hidden, 'model')} that fit less or cost more: --all shows them`)]
      : []),
  ].join('\n');
}

function adviceRow(advice: Advice, isOwn: boolean, palette: Palette): Row {
  const { fits, hardware, flows, headroom, ceilings, powerW, priceUsd } = advice;
  const verdict: Cell =
    fits === true
      ? { text: 'yes', paint: palette.good }
      : { text: fits === false ? 'no' : fits, paint: palette.warning };
  const free = headroom ? `${headroom.bound === 'up-to' ? '≤ ' : ''}${Math.floor(headroom.free * 100)} %` : '';
  return [
    isOwn ? '*' : '',
    advice.model,
    verdict,
    `${hardware.count}/${hardware.total}`,
    `${flows.count - flows.failing.length}/${flows.count}`,
    free,
    cpuText(ceilings),
    powerW === undefined ? '' : `${powerW} W`,
    priceUsd === undefined ? '' : `${priceClass(priceUsd)} ${priceUsd}`,
    lostText(advice),
  ];
}

/** `$` below 100 US$, `$$` below 300, `$$$` below 1000, `$$$$` above. */
export function priceClass(usd: number): string {
  return '$'.repeat([100, 300, 1000].filter((limit) => usd >= limit).length + 1);
}

const namesMax = 2;

function lostText({ mapping, flows, losses }: Advice): string {
  const { missing, slower, replugged } = mapping;
  const codes = losses.map(({ code }) => code);
  const more = codes.length - namesMax;
  return [
    missing.length > 0 && plural(missing.length, 'port'),
    slower.length > 0 && `speed of ${slower.length}`,
    flows.failing.length > 0 && `flow ${flows.failing.map(failingText).join(', ')}`,
    flows.unproven.length > 0 && `no figure of the CPU for ${flows.unproven.join(', ')}`,
    ...codes.slice(0, namesMax),
    more > 0 && `${more} more`,
    replugged > 0 && plural(replugged, 'other plug'),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** The slow path where it is known, so that like stands beside like; any other figure says what it is. */
function cpuText(ceilings: Advice['ceilings']): string {
  const path = ['slow', 'fasttrack', 'fastpath'].find((each) => ceilings[each] !== undefined);
  const pps = path === undefined ? undefined : ceilings[path];
  return pps === undefined ? '' : `${printPacketRate(pps)}${path === 'slow' ? '' : ` ${path}`}`;
}

/** With what the model holds of the flow, where that is known. */
function failingText({ name, ceiling }: FailingFlow): string {
  return ceiling?.bps === undefined ? name : `${name} (holds up to ${printBitRate(ceiling.bps)})`;
}

export function adviceJson(devices: readonly DeviceAdvice[], references: readonly SoftwareRouter[]) {
  return {
    version: 1,
    devices: devices.map(({ device, model, routeros, ports, advice }) => ({
      name: device,
      model,
      routeros,
      ports,
      models: advice.map(({ mapping, priceUsd, chip, ...each }) => ({
        ...each,
        chip: chip ?? null,
        ports: Object.fromEntries(mapping.ports),
        missing: mapping.missing,
        slower: mapping.slower,
        replugged: mapping.replugged,
        ...(priceUsd !== undefined && { priceUsd, priceClass: priceClass(priceUsd) }),
      })),
    })),
    references,
  };
}
