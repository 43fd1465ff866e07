// The same work by rosc and by peers that are installed: `PYTHON=… pnpm bench:peers`. A peer that is not there is skipped.
// Each is timed inside its own process, so that nobody pays for an interpreter's start.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import receiverModule from 'node-routeros/dist/connector/Receiver.js';
import { SentenceDecoder } from '../src/device/api/codec.ts';
import { rowsOf } from '../src/device/api/rows.ts';
import { nodeIo } from '../src/io/node-io.ts';
import { loadAllProfiles } from '../src/pipeline/read/load-profiles.ts';
import { readExport } from '../src/pipeline/read/read-export.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import { replyChunks } from './decode-replies.ts';
import { type Figure, figuresJson, figuresTable } from './figure.ts';
import { growthExponent, measure } from './measure.ts';

const python = process.env.PYTHON ?? 'python3';
const effort = { warmUps: 1, runs: 3 };
const device = { name: 'bench', serial: '', model: '', routeros: '7.20.8' };
const folder = mkdtempSync(join(tmpdir(), 'rosc-peers-'));
try {
  const figures = [...(await compareDiff([500, 1000, 2000])), ...(await compareDecoding(20_000))];
  process.stderr.write(`\n${figuresTable(figures)}\n`);
  process.stdout.write(`${JSON.stringify(figuresJson(figures, { node: process.version }), undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Two exports of VLANs, one in a hundred of which has another comment. */
async function compareDiff(sizes: readonly number[]): Promise<readonly Figure[]> {
  const version = versionOf('routeros-diff');
  const { value: profiles } = await loadAllProfiles(nodeIo(), undefined);
  const own = [];
  const theirs = [];
  for (const size of sizes) {
    const [before, after] = [vlanExport(size, 'before'), vlanExport(size, 'after')];
    const { medianMs } = await measure(effort, () => {
      const [prior, desired] = [before, after].map((text) => readExport({ path: 'a.rsc', text }, { profiles }).value);
      if (!prior || !desired) throw new Error('the made-up exports are not read');
      const configs = {
        prior: prior.config,
        desired: desired.config,
        exclusive: ['/interface/vlan'] as const,
      };
      const { changes } = makePlan({ ...configs, site: 'bench', device }).value;
      if (changes.length !== Math.ceil(size / 100)) throw new Error(`${changes.length} changes`);
    });
    own.push({ size, ms: medianMs });
    if (version !== undefined) theirs.push({ size, ms: await peerDiff(before, after) });
  }
  return [
    ...series('diff of two exports, rosc', own),
    ...series(`diff of two exports, routeros-diff ${version}`, theirs),
  ];
}

function vlanExport(size: number, edition: string): string {
  const comment = (index: number) => (index % 100 === 0 ? `${edition}-${index}` : `vlan-${index}`);
  const entries = Array.from(
    { length: size },
    (_, index) => `add comment=${comment(index)} interface=bridge name=v${index + 2} vlan-id=${index + 2}`,
  );
  const head = [
    '# 2026-01-02 03:04:05 by RouterOS 7.20.8',
    '# model = CRS326-24G-2S+',
    '/interface bridge',
    'add name=bridge',
  ];
  return `${[...head, '/interface vlan', ...entries].join('\n')}\n`;
}

async function peerDiff(before: string, after: string): Promise<number> {
  writeFileSync(join(folder, 'before.rsc'), before);
  writeFileSync(join(folder, 'after.rsc'), after);
  return runPython(`
import time
from routeros_diff.parser import RouterOSConfig
before, after = (open(name).read() for name in ("before.rsc", "after.rsc"))
start = time.perf_counter()
assert str(RouterOSConfig.parse(after).diff(RouterOSConfig.parse(before)))
print(time.perf_counter() - start)`);
}

/** Replies of 12 words. The peer reads them from memory, which spares it its socket. */
async function compareDecoding(sentences: number): Promise<readonly Figure[]> {
  const version = versionOf('librouteros');
  const chunks = replyChunks(sentences);
  const { medianMs } = await measure(effort, () => {
    const decoder = new SentenceDecoder();
    const rows = rowsOf(chunks.flatMap((chunk) => decoder.frames(chunk)));
    if (rows.length !== sentences) throw new Error(`${rows.length} rows`);
  });
  const own = perSecond('decode of API replies, rosc', sentences, medianMs);
  const figures = [own, await decodingOfNodeRouteros(chunks, sentences)];
  if (version === undefined) return figures;
  writeFileSync(join(folder, 'replies'), Buffer.concat(chunks));
  const ms = runPython(`
import io, time
from librouteros.protocol import ApiProtocol
class Memory(io.BytesIO):
    pass
protocol = ApiProtocol(transport=Memory(open("replies", "rb").read()), encoding="utf-8")
start = time.perf_counter()
for _ in range(${sentences}):
    assert protocol.readSentence()[0] == "!re"
print(time.perf_counter() - start)`);
  return [...figures, perSecond(`decode of API replies, librouteros ${version}`, sentences, ms)];
}

/** Its receiver alone, without the channels and streams that it feeds. */
async function decodingOfNodeRouteros(chunks: readonly Buffer[], sentences: number): Promise<Figure> {
  const { medianMs } = await measure(effort, () => {
    const receiver = new receiverModule.Receiver(new Socket());
    let rows = 0;
    receiver.read('7', () => rows++);
    for (const chunk of chunks) receiver.processRawData(chunk);
    if (rows !== sentences) throw new Error(`${rows} rows`);
  });
  return perSecond('decode of API replies, node-routeros 1.6.9', sentences, medianMs);
}

function series(what: string, points: readonly { readonly size: number; readonly ms: number }[]): readonly Figure[] {
  if (points.length === 0) return [];
  return [
    ...points.map(({ size, ms }) => ({ what, value: ms / 1000, unit: 's', detail: `${size} VLANs` })),
    { what: `${what}, growth exponent`, value: growthExponent(points), unit: '', detail: '' },
  ];
}

function perSecond(what: string, count: number, ms: number): Figure {
  return { what, value: count / (ms / 1000), unit: 'sentences/s', detail: `${count} sentences of 12 words` };
}

/** Undefined, and said: the peer is not installed. */
function versionOf(name: string): string | undefined {
  const script = `from importlib.metadata import version; print(version("${name}"))`;
  const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  process.stderr.write(`${name} is not installed for ${python}: skipped\n`);
  return undefined;
}

/** Milliseconds, from a script that prints seconds. */
function runPython(script: string): number {
  const { status, stdout, stderr } = spawnSync(python, ['-c', script], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout) * 1000;
}
