// A run's report for those who collect results: JUnit for test reports of CI, markdown for comments and job summaries.

import { printable } from '../diagnostics/palette.ts';
import { countStates, type DeviceOutcome, inWave, isFailure, type RunReport } from './run-report.ts';

/** A suite for each wave, a case for each device. */
export function junitReport({ verb, fleet, waves, devices }: RunReport): string {
  const names = [...waves.map(({ name }) => name), undefined];
  const suites = names.flatMap((wave) => {
    const own = devices.filter(
      (device) => (waves.some(({ name }) => name === device.wave) ? device.wave : undefined) === wave,
    );
    return own.length === 0 ? [] : [suite([fleet, verb, wave].filter((part) => part !== undefined).join(' '), own)];
  });
  const failures = devices.filter(isFailure).length;
  const head = `name="${escaped(fleet ?? verb)}" tests="${devices.length}" failures="${failures}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.join('')}</testsuites>\n`;
}

function suite(name: string, devices: readonly DeviceOutcome[]): string {
  const skipped = devices.filter(({ state }) => state === 'not-applied').length;
  const counts = `tests="${devices.length}" failures="${devices.filter(isFailure).length}" skipped="${skipped}"`;
  const cases = devices.map((device) => {
    const { name: of, site = '', state, reason = state } = device;
    const head = `    <testcase classname="${escaped(site)}" name="${escaped(of)}"`;
    if (state === 'not-applied') return `${head}><skipped message="not begun"/></testcase>\n`;
    if (!isFailure(device)) return `${head}/>\n`;
    return `${head}><failure type="${state}" message="${escaped(reason)}"/></testcase>\n`;
  });
  return `  <testsuite name="${escaped(name)}" ${counts}>\n${cases.join('')}  </testsuite>\n`;
}

/** XML 1.0 has no place for control characters, not even as entities. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return printable(text).replace(/[&<>"]/g, (char) => entities[char] ?? char);
}

/** A table of the waves, and one of what failed. */
export function markdownSummary({ verb, fleet, waves, devices, status }: RunReport): string {
  const title = `## rosc ${verb}${fleet === undefined ? '' : ` of ${cell(fleet)}`}: exit status ${status}\n`;
  const rows = (waves.length > 0 ? waves : [{ name: 'all' }]).map(({ name, state, reason }) => {
    const own = waves.length > 0 ? inWave(devices, name) : devices;
    const counts = Object.entries(countStates(own)).map(([each, count]) => `${count} ${each}`);
    return `| ${cell(name)} | ${own.length} | ${counts.join(', ')} | ${cell([state, reason].filter(Boolean).join(': '))} |`;
  });
  const bad = devices
    .filter(isFailure)
    .map(({ name, state, reason = '' }) => `| ${cell(name)} | ${state} | ${cell(reason)} |`);
  const failures = bad.length === 0 ? [] : ['', '| device | state | reason |', '|---|---|---|', ...bad];
  return `${[title, '| wave | devices | states | |', '|---|---|---|---|', ...rows, ...failures].join('\n')}\n`;
}

function cell(text: string): string {
  return printable(text).replace(/[\\|<>&`*_[\]]/g, (char) => (char === '`' ? "'" : `\\${char}`));
}
