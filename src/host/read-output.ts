// Tells the four kinds of output apart that rosc reads of a host (`ethtool -i`, `ethtool -k`, `ip -d -j link`,
// `iperf3 -J`), and reads each. None of them names itself.

import * as z from 'zod';
import { type SourceFile, type Span, span, type TextRange } from '../source/location.ts';
import { parseJson } from '../source/plain-data.ts';
import type { InterfaceObservation, Measurement, Offload, Reading, Said } from './observation.ts';

/** Undefined when it is none of the four. */
export function readOutput(file: SourceFile): Reading | undefined {
  if (/^\s*[[{]/.test(file.text)) return readJson(file);
  if (/^Features for /m.test(file.text)) return { interfaces: [readFeatures(file)], measurements: [] };
  if (/^driver: /m.test(file.text)) return { interfaces: [readDriver(file)], measurements: [] };
  return undefined;
}

function readDriver(file: SourceFile): InterfaceObservation {
  const driver = lineValue(file, 'driver');
  const bus = lineValue(file, 'bus-info');
  return { ...(driver && { driver }), ...(bus && { busInfo: bus.value }) };
}

const featureOf: Readonly<Record<Offload, string>> = {
  gro: 'generic-receive-offload',
  lro: 'large-receive-offload',
  tso: 'tcp-segmentation-offload',
  gso: 'generic-segmentation-offload',
};

function readFeatures(file: SourceFile): InterfaceObservation {
  const name = /^Features for (.+)/m.exec(file.text)?.[1]?.trimEnd().replace(/:$/, '');
  const flag = (offload: Offload): Said<boolean> | undefined => {
    const said = lineValue(file, featureOf[offload]);
    return said && { value: said.value.startsWith('on'), at: said.at };
  };
  const [gro, lro, tso, gso] = [flag('gro'), flag('lro'), flag('tso'), flag('gso')];
  const offloads = { ...(gro && { gro }), ...(lro && { lro }), ...(tso && { tso }), ...(gso && { gso }) };
  return { ...(name !== undefined && { name }), offloads };
}

/** `name: value` on a line of its own. */
function lineValue(file: SourceFile, name: string): Said<string> | undefined {
  const match = new RegExp(`^[ \\t]*${name}: (\\S.*)`, 'm').exec(file.text);
  const value = match?.[1]?.trimEnd();
  if (!match || value === undefined) return undefined;
  const start = match.index + match[0].indexOf(value);
  return { value, at: span(file, start, start + value.length) };
}

const links = z.array(
  z.looseObject({
    ifname: z.string(),
    mtu: z.number().optional(),
    max_mtu: z.number().optional(),
    operstate: z.string().optional(),
    parentdev: z.string().optional(),
    link_type: z.string().optional(),
    master: z.string().optional(),
    linkinfo: z.looseObject({ info_kind: z.string().optional(), info_slave_kind: z.string().optional() }).optional(),
  }),
);

/** Why an iperf3 run gave no result: it says so in place of one. */
export function failedRun(file: SourceFile): string | undefined {
  return z.looseObject({ start: z.unknown(), error: z.string() }).safeParse(parseJson(file.text)).data?.error;
}

const run = z.looseObject({
  start: z.looseObject({
    connected: z.array(z.looseObject({ local_host: z.string(), remote_host: z.string() })).optional(),
    test_start: z.looseObject({ protocol: z.string(), num_streams: z.number(), reverse: z.number().optional() }),
  }),
  end: z.looseObject({
    sum: z.looseObject({ bits_per_second: z.number(), lost_percent: z.number().optional() }).optional(),
    sum_sent: z.looseObject({ bits_per_second: z.number(), retransmits: z.number().optional() }).optional(),
    sum_received: z.looseObject({ bits_per_second: z.number(), lost_percent: z.number().optional() }).optional(),
    cpu_utilization_percent: z.looseObject({ host_total: z.number() }).optional(),
  }),
});

function readJson(file: SourceFile): Reading | undefined {
  const data = parseJson(file.text);
  const found = links.safeParse(data);
  if (found.success) {
    // An entry without a name is how `ip` prints what was filtered out.
    const entries = entriesOf(file);
    return { interfaces: found.data.map((link) => readLink(file, link, entries)), measurements: [] };
  }
  const test = run.safeParse(data);
  const measurement = test.success ? readRun(file, test.data) : undefined;
  return measurement && { interfaces: [], measurements: [measurement] };
}

function readLink(
  file: SourceFile,
  link: z.output<typeof links>[number],
  entries: ReadonlyMap<string, TextRange>,
): InterfaceObservation {
  const { ifname: name, mtu, max_mtu: maxMtu, master, linkinfo, parentdev, link_type: type, operstate } = link;
  const at = (key: string) => placeIn(file, entries.get(name) ?? { start: 0, end: 0 }, key);
  const isPort = linkinfo?.info_slave_kind === 'bridge' || linkinfo?.info_slave_kind === 'openvswitch';
  return {
    name,
    ...(mtu !== undefined && { mtu: { value: mtu, at: at('mtu') } }),
    // Zero stands for "no limit".
    ...(maxMtu !== undefined && maxMtu > 0 && { maxMtu: { value: maxMtu, at: at('max_mtu') } }),
    ...(master !== undefined && isPort && { bridge: master }),
    ...(parentdev !== undefined && { busInfo: parentdev }),
    isPhysical: type !== 'loopback' && linkinfo?.info_kind === undefined,
    isUp: operstate === 'UP',
  };
}

/** Where each interface's entry stands: from its name to the next one. */
function entriesOf({ text }: SourceFile): ReadonlyMap<string, TextRange> {
  const found = [...text.matchAll(/"ifname":\s*("(?:[^"\\]|\\.)*")/g)];
  const entries = new Map<string, TextRange>();
  for (const [index, { index: start, 1: quoted = '' }] of found.entries()) {
    const name = parseJson(quoted);
    const end = found[index + 1]?.index ?? text.length;
    if (typeof name === 'string' && !entries.has(name)) entries.set(name, { start, end });
  }
  return entries;
}

/** The value of a key in an interface's entry. */
function placeIn(file: SourceFile, { start, end: limit }: TextRange, key: string): Span {
  const match = new RegExp(`"${key}":\\s*(\\d+)`).exec(file.text.slice(start, limit));
  const end = start + (match ? match.index + match[0].length : 0);
  return span(file, end - (match?.[1]?.length ?? 0), end);
}

function readRun(file: SourceFile, { start, end }: z.output<typeof run>): Measurement | undefined {
  const { protocol, num_streams: streams, reverse } = start.test_start;
  const arrived = end.sum_received ?? end.sum;
  if (!arrived) return undefined;
  const [connection] = start.connected ?? [];
  const first = file.text.indexOf('\n');
  const retransmits = end.sum_sent?.retransmits;
  const lost = arrived.lost_percent ?? end.sum?.lost_percent;
  const cpu = end.cpu_utilization_percent?.host_total;
  return {
    at: span(file, 0, first < 0 ? file.text.length : first),
    protocol: protocol.toLowerCase(),
    ...(connection && { local: connection.local_host, remote: connection.remote_host }),
    isReverse: reverse === 1,
    streams,
    bps: arrived.bits_per_second,
    ...(retransmits !== undefined && { retransmits }),
    ...(lost !== undefined && { lostPercent: lost }),
    ...(cpu !== undefined && { cpuPercent: cpu }),
  };
}
