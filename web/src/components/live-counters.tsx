// What a device counts, as small charts: all traffic of its ports beside what of it the CPU saw, and the chip's own numbers.

import { useEffect, useState } from 'preact/hooks';
import type { CountersJson } from '../../../src/web/api/device-schema.ts';
import { session } from '../state/session.ts';
import { printBitRate } from '../units.ts';
import { Sparkline } from './sparkline.tsx';

const everyMs = 2000;
/** Two minutes. */
const samplesMax = 60;

export function LiveCounters({ device }: { readonly device: string }) {
  const { samples, problem } = useSamples(device);
  const last = samples.at(-1);
  const series = seriesOf(samples);
  return (
    <section class="card" aria-label={`Counters of ${device}`}>
      <header class="device-head">
        <h2>{device}</h2>
        <span class="faint">counters, every {everyMs / 1000} s</span>
      </header>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {last && last.ports.length === 0 && <p class="faint">This device shows no port counters.</p>}
      <ul class="charts">
        {series.map(({ name, values, text }) => (
          <li key={name}>
            <span class="chart-name">{name}</span>
            <span class="chart-value">{text}</span>
            <Sparkline values={values} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSamples(device: string): {
  readonly samples: readonly CountersJson[];
  readonly problem: string | undefined;
} {
  const [samples, setSamples] = useState<readonly CountersJson[]>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const read = async () => {
      const answer = await readCounters(device);
      if (!isWanted) return;
      if (typeof answer === 'object') setSamples((known) => [...known, answer].slice(-samplesMax));
      if (answer !== undefined) setProblem(typeof answer === 'string' ? answer : undefined);
      timer = setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [device]);
  return { samples, problem };
}

/** Text = why there is no answer; a page in the background asks for nothing. */
async function readCounters(device: string): Promise<CountersJson | string | undefined> {
  if (document.visibilityState !== 'visible') return undefined;
  try {
    return await session.api.counters(device);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly text: string;
}

function seriesOf(samples: readonly CountersJson[]): readonly Series[] {
  const last = samples.at(-1);
  if (!last) return [];
  const rates = (name: string, count: (sample: CountersJson) => number): Series => {
    const values = samples.slice(1).map((sample, index) => rateBetween(samples[index], sample, count));
    return { name, values, text: values.length > 0 ? printBitRate(Math.round(values.at(-1) ?? 0)) : 'measuring' };
  };
  const byPorts = last.ports.length === 0 ? [] : [rates('All ports, received', (each) => sum(each, 'rxBytes'))];
  const byCpu = last.ports.some(({ cpuRxBytes }) => cpuRxBytes !== undefined)
    ? [rates('Of it by the CPU', (each) => sum(each, 'cpuRxBytes'))]
    : [];
  const hardware = Object.keys(last.hardware).map((key): Series => {
    const values = samples.map((sample) => sample.hardware[key] ?? 0);
    return { name: key.replaceAll('-', ' '), values, text: String(values.at(-1) ?? 0) };
  });
  return [...byPorts, ...byCpu, ...hardware];
}

function sum({ ports }: CountersJson, name: 'rxBytes' | 'cpuRxBytes'): number {
  return ports.reduce((total, port) => total + (port[name] ?? 0), 0);
}

/** In bit/s; counters that were reset give nothing. */
function rateBetween(
  before: CountersJson | undefined,
  after: CountersJson,
  count: (sample: CountersJson) => number,
): number {
  if (!before || after.atMs <= before.atMs) return 0;
  return Math.max(0, ((count(after) - count(before)) * 8000) / (after.atMs - before.atMs));
}
