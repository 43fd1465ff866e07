// A host for people: its interface, its entry in the site, and what was measured beside what the path can carry.

import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { Path } from '../host/judge-host.ts';
import { type InterfaceObservation, type Measurement, offloadNames } from '../host/observation.ts';
import { printScalar } from '../import/yaml-scalar.ts';
import { printBitRate } from '../model/rates.ts';
import { type Row, renderTable } from './table.ts';
import { plural } from './units.ts';

/** What the entry of a host under `hosts:` holds; absent keys are left out. */
export interface HostEntry {
  readonly device?: string | undefined;
  readonly port?: string | undefined;
  readonly nic?: string | undefined;
  readonly driver?: string | undefined;
  readonly mtu?: number | undefined;
  readonly role?: string | undefined;
  readonly offloads?: Readonly<Record<string, boolean>>;
  readonly description?: string | undefined;
}

export interface Measured {
  readonly measurement: Measurement;
  readonly path?: Path;
}

/** The host's entry, from what it says of itself and, where it says nothing, from the site. */
export function entryOf(seen: InterfaceObservation, site: HostEntry | undefined): HostEntry {
  const offloads = offloadNames.flatMap((name) => {
    const value = seen.offloads?.[name]?.value ?? site?.offloads?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const role = site?.role ?? (seen.bridge === undefined ? undefined : 'hypervisor');
  return {
    device: site?.device,
    port: site?.port,
    nic: site?.nic,
    driver: seen.driver?.value ?? site?.driver,
    mtu: seen.mtu?.value ?? site?.mtu,
    role,
    ...(offloads.length > 0 && { offloads: Object.fromEntries(offloads) }),
    description: site?.description,
  };
}

/** In the order and the style of the examples; what only the reader knows stands as a capital word. */
export function printEntry(name: string, entry: HostEntry): string {
  const { device = 'DEVICE', port = 'PORT', offloads, ...rest } = entry;
  const scalars = Object.entries({ device, port, ...rest }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${printScalar(value)}`],
  );
  const flags = Object.entries(offloads ?? {}).map(([key, value]) => `${key}: ${value ? 'on' : 'off'}`);
  const parts = [...scalars, ...(flags.length > 0 ? [`offloads: { ${flags.join(', ')} }`] : [])];
  return `hosts:\n  ${printScalar(name)}: { ${parts.join(', ')} }\n`;
}

export function renderHost(
  name: string,
  { seen, entry, measured }: { seen: InterfaceObservation; entry: HostEntry; measured: readonly Measured[] },
  palette: Palette = plain,
): string {
  const facts = [
    seen.name,
    seen.driver && `driver ${seen.driver.value}`,
    seen.mtu && `MTU ${seen.mtu.value}`,
    seen.maxMtu && `up to ${seen.maxMtu.value}`,
    seen.bridge !== undefined && `port of ${seen.bridge}`,
  ].filter((part): part is string => typeof part === 'string');
  const head = `${palette.strong(printable(name))}  ${printable(facts.join(', '))}`;
  const rows = measured.map((each) => measuredRow(each, palette));
  const table = rows.length > 0 ? [`${palette.strong('measured')}\n${renderTable(rows)}\n`] : [];
  return [`${head}\n`, printEntry(name, entry), ...table].join('\n');
}

function measuredRow({ measurement, path }: Measured, palette: Palette): Row {
  const { protocol, local = '', remote = '', isReverse, streams, bps, retransmits, lostPercent } = measurement;
  const [from, to] = isReverse ? [remote, local] : [local, remote];
  const share = path && bps / path.bps;
  const paint = share === undefined || share >= 0.8 ? palette.good : palette.warning;
  return [
    protocol,
    from === '' ? '' : `${from} → ${to}`,
    plural(streams, 'stream'),
    { text: printBitRate(bps), paint },
    path ? `of ${printBitRate(path.bps)}, ${path.by}, ${path.placement}` : '',
    share === undefined ? '' : `${Math.round(share * 100)} %`,
    retransmits === undefined ? '' : `${retransmits} sent again`,
    lostPercent === undefined ? '' : `${Number(lostPercent.toPrecision(2))} % lost`,
  ];
}
