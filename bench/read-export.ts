// Parsing and auditing exports of growing length.

import { auditSource } from '../src/pipeline/analyse/audit-source.ts';
import type { Profiles } from '../src/profile/profiles.ts';
import type { Figure } from './figure.ts';
import { madeUpExport } from './made-up-export.ts';
import { type Effort, growthExponent, measure } from './measure.ts';

export async function benchExports(profiles: Profiles, sizes: readonly number[], effort: Effort): Promise<Figure[]> {
  const staged = { value: profiles, diagnostics: [] };
  const points = [];
  let residentMb = 0;
  for (const lines of sizes) {
    const text = madeUpExport(lines);
    const { medianMs, rangeMs } = await measure(effort, () => {
      const { device } = auditSource({ path: 'export.rsc', text }, staged, {});
      if (!device) throw new Error('the made-up export is not read');
      residentMb = Math.max(residentMb, process.memoryUsage().rss / 1e6);
    });
    points.push({ size: lines, ms: medianMs, rangeMs, megabytes: Buffer.byteLength(text) / 1e6 });
  }
  const figures = points.map(
    ({ size, ms, rangeMs, megabytes }): Figure => ({
      what: `parse + audit, ${size.toLocaleString('en-US')} lines`,
      value: ms / 1000,
      unit: 's',
      ...(size === 100_000 && { reach: { atMost: 2 } }),
      detail: `${megabytes.toFixed(1)} MB at ${(megabytes / (ms / 1000)).toFixed(1)} MB/s, ${spread(rangeMs)}`,
    }),
  );
  const largest = points.at(-1);
  if (largest) {
    figures.push({
      what: 'parse + audit, throughput',
      value: largest.megabytes / (largest.ms / 1000),
      unit: 'MB/s',
      reach: { atLeast: 10 },
      detail: `${largest.size.toLocaleString('en-US')} lines`,
    });
  }
  figures.push({
    what: 'parse + audit, memory',
    value: residentMb,
    unit: 'MB',
    reach: { atMost: 500 },
    detail: 'resident right after an audit, with all that this process did before',
  });
  const between = `${sizes[0]} to ${sizes.at(-1)} lines`;
  figures.push({
    what: 'parse + audit, growth exponent',
    value: growthExponent(points),
    unit: '',
    reach: { atMost: 1.1 },
    detail: between,
  });
  return figures;
}

export function spread([from, to]: readonly [number, number]): string {
  return `${Math.round(from)} to ${Math.round(to)} ms`;
}
