// No script that rosc makes compares with a bare value: RouterOS reads `/` and `:` in a condition as operators, finds
// nothing, and an undo that finds nothing undoes nothing.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesOf } from '../../src/apply/names.ts';
import { spell, spellings } from '../../src/apply/spell.ts';
import { prepareUndoSchedule } from '../../src/apply/undo-schedule.ts';
import type { MenuPath } from '../../src/model/config.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { parseVersion } from '../../src/model/version.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { printScriptCommand } from '../../src/plan/script-command.ts';
import { renderScript } from '../../src/report/script.ts';
import { bareConditions } from '../support/bare-conditions.ts';
import { configOf, type Rows } from '../support/config-of.ts';
import { examples } from '../support/examples.ts';
import { projectRoot } from '../support/project-root.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '10.0.0.0/8',
    '2001:db8::/32',
    'rosc:vlan/left',
    'tcp',
    '12:34:56:78:9A:BC',
    '1d2h',
    '7',
    'yes',
    '*5',
    '',
  ),
  fc.constantFrom('139,445', 'a"b', 'a\\b', '$x', '[find]', '; /system/reboot', 'a?b', '!10.0.0.1', 'a find b=c'),
);
const name = fc.constantFrom('left', 'right', '7', 'a b', 'a/b', 'x"y');
const row = (properties: readonly string[]) =>
  fc
    .tuple(...properties.map((each) => fc.tuple(fc.constant(each), fc.option(text))))
    .map((pairs) =>
      Object.fromEntries(pairs.flatMap(([property, value]) => (value ? [[property, value] as const] : []))),
    );
const list = (properties: readonly string[], keys: fc.Arbitrary<Readonly<Record<string, string>>>) =>
  fc.uniqueArray(
    fc.tuple(keys, row(properties)).map(([key, rest]) => ({ ...rest, ...key })),
    { selector: (each) => JSON.stringify(each.name ?? each), maxLength: 4 },
  );
const rows: fc.Arbitrary<Rows> = fc.record({
  '/interface/bridge': list(
    ['comment', 'admin-mac', 'protocol-mode'],
    name.map((each) => ({ name: each })),
  ),
  '/interface/vlan': list(
    ['comment', 'interface', 'vlan-id'],
    name.map((each) => ({ name: each })),
  ),
  '/ip/firewall/filter': list(
    ['comment', 'src-address', 'dst-port', 'protocol', 'in-interface', 'log-prefix'],
    fc.constant({ chain: 'forward', action: 'drop' }),
  ),
  '/ip/address': list(
    ['comment', 'interface'],
    text.map((each) => ({ address: each || '10.0.0.1/24' })),
  ),
  '/ip/route': list(
    ['comment', 'gateway', 'distance'],
    fc.constantFrom({ 'dst-address': '::/0' }, { blackhole: 'yes' }),
  ),
});

const device = { name: 'core', model: '', serial: '', routeros: '7.20.8' };

describe('every value in a condition is quoted, but booleans, numbers and ids', () => {
  it('in what a commit stores on the device, whatever is on it', () => {
    let conditions = 0;
    fc.assert(
      fc.property(
        rows,
        rows,
        fc.constantFrom('7.10', '7.20.8', '7.24'),
        fc.constantFrom(...spellings, ''),
        (before, after, version, avoided) => {
          const prior = configOf(before);
          const { changes } = makePlan({ site: '', device, prior, desired: configOf(after) }).value;
          const routeros = parseVersion(version);
          const { scripts } = prepareUndoSchedule({
            names: namesOf('5eed'),
            changes,
            prior: { config: prior, rowOf: () => ({}) },
            syntax: { ...scriptSyntax, ...(routeros && { routeros }) },
            spellings: (wanted) =>
              spellings.find((each) => spell(wanted, each, scriptSyntax, 'x') && each !== avoided) ?? 'read',
            delayMs: 120_000,
          });
          for (const { source } of scripts) expect(bareConditions(source)).toEqual([]);
          expect(bareConditions(renderScript(changes, { title: [] }))).toEqual([]);
          conditions += scripts.filter(({ source }) => /find [a-z]+="/.test(source)).length;
        },
      ),
      { numRuns: examples(100, 300) },
    );
    expect(conditions).toBeGreaterThan(0);
  });

  it('in the golden scripts', () => {
    const folder = join(projectRoot, 'fixtures', 'plan');
    const written = readdirSync(folder)
      .filter((each) => each.endsWith('.rsc'))
      .map((each) => join(folder, each));
    expect(written.length).toBeGreaterThan(0);
    for (const path of written) expect([path, bareConditions(readFileSync(path, 'utf8'))]).toEqual([path, []]);
  });
});

describe('the judge of conditions', () => {
  it.each([
    '/ip/address/remove [find address=10.0.0.1/24]',
    '/ip/firewall/filter/set [find chain="input" protocol=udp dynamic=no] disabled=yes',
    ':if ([:len [/ip/route/find where comment=rosc:a]] > 0) do={ }',
    ':execute "/system/script/run [find name=x]"',
    '/ip/route/print where comment=""',
  ])('is not content with %s', (script) => expect(bareConditions(script)).toHaveLength(1));

  it.each([
    '/ip/address/remove [find address="10.0.0.1/24"]',
    '/interface/vlan/set [find vlan-id=10 disabled=no .id=*5 !comment] comment=find',
    ':foreach each in=[/ip/route/find where comment=$x gateway=[:tostr 1]] do={ }',
    '/ip/route/add comment=" find a=b "',
  ])('is content with %s', (script) => expect(bareConditions(script)).toEqual([]));
});

describe('what is not set any more', () => {
  const clear = (menu: MenuPath, property: string, version: string) => {
    const routeros = parseVersion(version);
    return printScriptCommand(
      { action: 'set', menu, set: [[property, undefined]] },
      { ...scriptSyntax, ...(routeros && { routeros }) },
    );
  };

  it('is cleared with `!` where the command tree of this version lists it under `unset`, else with an empty text', () => {
    expect(clear('/interface/bridge', 'admin-mac', '7.20.8')).toBe('/interface/bridge/set admin-mac=""');
    expect(clear('/interface/bridge/port', 'path-cost', '7.12.2')).toBe('/interface/bridge/port/set path-cost=""');
    expect(clear('/interface/bridge/port', 'path-cost', '7.13')).toBe('/interface/bridge/port/set !path-cost');
    expect(clear('/ip/firewall/filter', 'src-address', '7.10')).toBe('/ip/firewall/filter/set !src-address');
    expect(clear('/ip/firewall/filter', 'comment', '7.24')).toBe('/ip/firewall/filter/set comment=""');
    expect(clear('/ip/route', 'blackhole', '7.10')).toBe('/ip/route/set !blackhole');
  });
});
