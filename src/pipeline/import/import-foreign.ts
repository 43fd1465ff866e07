// A site from the configuration of another maker's switch: read, converted for a model, printed with the origin of each
// entry, read back, and its access lists proven equal to those of the source.

import { type Diagnostic, type Found, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { foldPorts } from '../../import/fold-ports.ts';
import { type Account, accountLines, accountOf } from '../../import/foreign/account.ts';
import type { Maker } from '../../import/foreign/clean.ts';
import { type Converted, convert } from '../../import/foreign/convert/convert.ts';
import { mapForeignPorts, type PortMap } from '../../import/foreign/convert/map-ports.ts';
import { aclDifferences } from '../../import/foreign/prove-acls.ts';
import { type ForeignText, readForeign } from '../../import/foreign/read.ts';
import { interfaceKey } from '../../import/foreign/values.ts';
import { legalised } from '../../import/names.ts';
import { printSite } from '../../import/print-site.ts';
import type { SiteDraft } from '../../import/site-draft.ts';
import { loadIntent } from '../../intent/load.ts';
import { expandPorts } from '../../intent/ports.ts';
import type { Version } from '../../model/version.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import { type SourceFile, span } from '../../source/location.ts';
import { nearestName } from '../../source/near-name.ts';

export interface ForeignOptions {
  readonly profiles: Profiles;
  readonly routeros: Version;
  /** Undefined = the model that fits best. */
  readonly target: Target | undefined;
  /** Port of the file → port of the device. */
  readonly ports: ReadonlyMap<string, string>;
  /** The same ports of the file as the user writes them. */
  readonly written: ReadonlyMap<string, string>;
  readonly device?: string;
  readonly site?: string;
}

export interface ForeignImport {
  readonly text: string;
  readonly maker: Maker;
  readonly model: string;
  readonly account: Account;
  readonly ports: readonly { readonly from: string; readonly to: string | undefined }[];
}

const makerNames: Readonly<Record<Maker, string>> = { comware: 'H3C Comware', ios: 'Cisco IOS' };

export function importForeign(
  file: SourceFile,
  maker: Maker,
  options: ForeignOptions,
): Staged<ForeignImport | undefined> {
  const probe = readForeign(file.text, maker);
  if (probe.isFlat) return { value: undefined, diagnostics: [flatFile(file)] };
  const unknown = unknownPorts(file, probe, options);
  if (unknown.length > 0) return { value: undefined, diagnostics: unknown };
  const target = options.target ?? bestTarget(probe, options);
  if (!target) return { value: undefined, diagnostics: [noModel(file)] };
  const deviceName = legalised(options.device ?? probe.config.hostname?.value ?? 'core', 'core');
  const unproven = new Set<string>();
  // Each round leaves out the lists that could not be proven, of which there is a finite number.
  for (;;) {
    const read = readForeign(file.text, maker);
    const converted = convert(read.config, read.ledger, { target, deviceName, wantedPorts: options.ports, unproven });
    const account = accountOf(read.lines, read.ledger);
    const text = printed({ file, read, converted, account, target, deviceName, options, maker });
    const loaded = loadIntent({ path: 'site.yaml', text }, { profiles: options.profiles });
    const intent = loaded.value;
    const differences = intent ? aclDifferences(intent, { deviceName, target }, converted.acls) : [];
    if (differences.length === 0) {
      const value = { text, maker, model: target.model, account, ports: portList(converted.ports) };
      const mistakes = loaded.diagnostics.filter(isError);
      return { value, diagnostics: [...(read.isTruncated ? [truncated(file, maker)] : []), ...mistakes] };
    }
    for (const { name } of differences) unproven.add(name);
  }
}

/** The cheapest model that routes in hardware and has a place of the same kind for every port. */
function bestTarget({ config }: ForeignText, { profiles, routeros, ports }: ForeignOptions): Target | undefined {
  const fits = [...profiles.models.keys()].flatMap((model) => {
    const target = makeTarget(profiles, model, routeros);
    if (!target?.offloadSwitch || [...ports.values()].some((port) => !target.ports.has(port))) return [];
    const { ports: placed, missing } = mapForeignPorts(config.interfaces.values(), target, ports);
    const price = target.fact('price.usd')?.value ?? Infinity;
    return [{ target, missing: missing.length, other: otherPlugs(placed), size: target.ports.size, price }];
  });
  const [best] = fits.sort(
    (a, b) => a.missing - b.missing || a.other - b.other || a.price - b.price || a.size - b.size,
  );
  return best?.target;
}

const copperMbps = 1000;

/** Ports that would get less speed, a cage for what most likely is copper, or another kind of cage. */
function otherPlugs(placed: PortMap['ports']): number {
  return [...placed].filter(
    ([each, port]) =>
      port.mbps < each.mbps || (each.mbps <= copperMbps ? port.medium !== 'rj45' : port.mbps !== each.mbps),
  ).length;
}

/** Ports that `--map` names and the file does not have. */
function unknownPorts(file: SourceFile, { config }: ForeignText, { ports, written }: ForeignOptions): Diagnostic[] {
  const known = [...config.interfaces.values()].filter(({ kind }) => kind === 'port').map(({ name }) => name);
  const keys = new Set(known.map(interfaceKey));
  return [...ports.keys()].flatMap((key): Found => {
    if (keys.has(key)) return [];
    const text = written.get(key) ?? key;
    const near = nearestName(text, known);
    return mistake('import/no-such-port', {
      what: `\`--map\` names the port \`${text}\`, which is not in \`${file.path}\``,
      at: span(file, 0, 0),
      fix: near === undefined ? `name one of its ${known.length} ports` : `write \`${near}\``,
    });
  });
}

interface Printing {
  readonly file: SourceFile;
  readonly maker: Maker;
  readonly read: ForeignText;
  readonly converted: Converted;
  readonly account: Account;
  readonly target: Target;
  readonly deviceName: string;
  readonly options: ForeignOptions;
}

function printed({ file, maker, read, converted, account, target, deviceName, options }: Printing): string {
  const { conversion } = converted;
  const { ports = {}, ...device } = conversion.device;
  const folded = foldPorts(ports, target);
  const vlans = Object.entries(conversion.vlans).sort(([, a], [, b]) => a.id - b.id);
  const draft: SiteDraft = {
    version: 1,
    site: legalised(options.site ?? deviceName, 'site'),
    ...(vlans.length > 0 && { vlans: Object.fromEntries(vlans) }),
    devices: {
      [deviceName]: {
        model: target.model,
        routeros: target.routeros.text,
        ...(device.identity !== undefined && { identity: device.identity }),
        ...(device.management && { management: device.management }),
        ...(Object.keys(folded).length > 0 && { ports: folded }),
        ...device,
      },
    },
    ...(Object.keys(conversion.acls).length > 0 && { acls: conversion.acls }),
  };
  const version = read.config.version ? `, version ${read.config.version.value}` : '';
  const header = [
    `Made from ${file.path} (${makerNames[maker]}${version}) by \`rosc import\`. Numbers behind entries are lines of that file.`,
    '',
    ...accountLines(file.path, account),
    '',
    'Ports:',
    ...portLines(converted.ports),
    '',
  ];
  return printSite(draft, { header, origins: originTexts(converted, folded, { file, target, deviceName }) });
}

function portList({ ports, missing }: PortMap): ForeignImport['ports'] {
  const placed = [...ports].map(([each, port]) => ({ from: each.name, to: port.name }));
  return [...placed, ...missing.map(({ name }) => ({ from: name, to: undefined }))];
}

const perLine = 3;

function portLines(map: PortMap): readonly string[] {
  const all = portList(map).map(({ from, to }) => `${from} = ${to ?? 'no place'}`);
  return Array.from({ length: Math.ceil(all.length / perLine) }, (_, index) => {
    return `  ${all.slice(index * perLine, (index + 1) * perLine).join(', ')}`;
  });
}

/** `core.cfg:12-14,20`, by the path of the entry; ranges of ports have the lines of all their ports. */
function originTexts(
  { conversion }: Converted,
  folded: object,
  { file, target, deviceName }: { readonly file: SourceFile; readonly target: Target; readonly deviceName: string },
): ReadonlyMap<string, string> {
  const texts = new Map(
    [...conversion.origins]
      .filter(([, lines]) => lines.size > 0)
      .map(([path, lines]) => {
        return [path, `${file.path}:${lineRanges([...lines])}`];
      }),
  );
  for (const written of Object.keys(folded)) {
    const expansion = expandPorts(written, target);
    if (expansion.kind !== 'ports' || expansion.exact) continue;
    const path = (port: string) => ['devices', deviceName, 'ports', port].join('\n');
    const lines = expansion.names.flatMap((port) => [...(conversion.origins.get(path(port)) ?? [])]);
    texts.set(path(written), `${file.path}:${lineRanges(lines)}`);
  }
  return texts;
}

function lineRanges(lines: readonly number[]): string {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const line of sorted) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** `--map` as it was written: names of the file in any spelling. A sentence where the pairs make no sense. */
export function portPairs(pairs: readonly string[]): Pick<ForeignOptions, 'ports' | 'written'> | string {
  const ports = new Map<string, string>();
  const written = new Map<string, string>();
  for (const pair of pairs) {
    const [, old, port] = /^([^=]+)=([^=]+)$/.exec(pair) ?? [];
    if (old === undefined || port === undefined) {
      return `\`${pair}\` is no pair of ports: write it as \`GigabitEthernet1/0/1=ether1\``;
    }
    const key = interfaceKey(old);
    const other = [...ports].find(([known, taken]) => (known === key) !== (taken === port));
    if (other)
      return `\`${pair}\` and \`${written.get(other[0]) ?? ''}=${other[1]}\` cannot both be: a port has one place`;
    ports.set(key, port);
    written.set(key, old);
  }
  return { ports, written };
}

function truncated(file: SourceFile, maker: Maker): Diagnostic {
  const word = maker === 'comware' ? 'return' : 'end';
  return mistake('import/truncated', {
    severity: 'warning',
    what: `the file does not end with \`${word}\`, so a part of the configuration may be missing`,
    at: span(file, file.text.length, file.text.length),
    why: 'A capture that breaks off ends anywhere: what stands behind it is not in the site.',
    fix: 'save the whole running configuration and import it again',
  });
}

function noModel(file: SourceFile): Diagnostic {
  return mistake('import/no-model', {
    what: 'no model that routes in hardware has all the ports that `--map` names',
    at: span(file, 0, 0),
    fix: 'give `--model MODEL`; `rosc models` lists them',
  });
}

function flatFile(file: SourceFile): Diagnostic {
  return mistake('import/no-indentation', {
    what: `the lines of \`${file.path}\` have lost their indentation`,
    at: span(file, 0, 0),
    why: 'Without it nobody can tell which settings belong to which interface.',
    fix: 'save the configuration as the device prints it',
  });
}
