// What holds for every script: printing and reading are inverse, spans lie in the file, no text crashes the reader.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileLines, hostileText } from '../../bench/hostile-text.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Config, Item, MenuPath } from '../../src/model/config.ts';
import { menus } from '../../src/model/menus.ts';
import { quoteValue, scriptSyntax } from '../../src/model/quote.ts';
import { unescapeText } from '../../src/model/string-escapes.ts';
import { findExpression, printScriptCommand } from '../../src/plan/script-command.ts';
import { readHeader } from '../../src/rsc/header.ts';
import { printConfig } from '../../src/rsc/printer.ts';
import { examples } from '../support/examples.ts';
import { printItems, readScript, smallFactory } from '../support/rsc-text.ts';

const folder = 'fixtures/rsc';
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith('.rsc'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

/** A byte that is no UTF-8 next to any other, as the lone surrogate that it is read as. */
const byte = fc
  .oneof(fc.integer({ min: 0xdc80, max: 0xdcbf }), fc.integer({ min: 0xdcf8, max: 0xdcff }))
  .map((code) => String.fromCharCode(code));
const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.oneof(byte, fc.constantFrom('"', '\\', '$', '?', '\n', '\r', '\t', ' ', '_', 'A9', '[', '{', '*1F')))
    .map((parts) => parts.join('')),
);

const lists: readonly MenuPath[] = ['/interface/vlan', '/ip/firewall/filter', '/ip/route', '/container/mounts'];
const settings: readonly MenuPath[] = ['/ip/settings', '/system/identity'];
/** What a device takes as a value there is no matter of reading. */
const aboutValues = new Set(['rsc/neither-yes-nor-no', 'rsc/impossible-value']);
const origin = { kind: 'device', device: 'core', menu: '/', key: '' } as const;

function propertiesOf(menu: MenuPath): fc.Arbitrary<Readonly<Record<string, string>>> {
  const names = Object.entries(menus.get(menu)?.properties ?? { name: undefined, 'remote-image': undefined })
    .filter(([, spec]) => spec?.type !== 'flag')
    .map(([name]) => name);
  return fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 6 });
}

function itemOf(menu: MenuPath, properties: Readonly<Record<string, string>>): Item {
  const entries = Object.entries(properties).map(([name, text]) => [name, { value: text, origin }] as const);
  return { menu, key: '', properties: new Map(entries), origin };
}

const port = fc
  .tuple(fc.integer({ min: 1, max: 48 }), propertiesOf('/interface/ethernet'))
  .map(([number, properties]) => ({ ...properties, 'default-name': `ether${number}` }));

const config: fc.Arbitrary<Config> = fc
  .tuple(
    fc.uniqueArray(port, { selector: (properties) => properties['default-name'], maxLength: 4 }),
    fc.tuple(...lists.map((menu) => fc.array(propertiesOf(menu), { maxLength: 4 }))),
    fc.tuple(...settings.map((menu) => fc.option(propertiesOf(menu)))),
  )
  .map(([ports, listed, set]) => ({
    items: [
      ...ports.map((properties) => itemOf('/interface/ethernet', properties)),
      ...listed.flatMap((rows, index) => rows.map((row) => itemOf(lists[index] ?? '/', row))),
      ...set.flatMap((row, index) => (row ? [itemOf(settings[index] ?? '/', row)] : [])),
    ],
  }));

/** Items without keys and origins, in a form that can be compared. */
function essence({ items }: Config): readonly unknown[] {
  return items.map(({ menu, properties }) => [
    menu,
    new Map([...properties].map(([name, each]) => [name, each.value])),
  ]);
}

describe('printing', () => {
  it('is undone by reading, for every config', () => {
    fc.assert(
      fc.property(config, (original) => {
        const { config: read, diagnostics } = readScript('printed.rsc', `/system\n${printConfig(original)}`);
        expect(essence(read)).toEqual(essence(original));
        // The values are of any kind, also where a device takes others alone.
        const isUnread = ({ severity, code }: Diagnostic) => severity === 'error' && !aboutValues.has(code);
        expect(diagnostics.filter(isUnread)).toEqual([]);
      }),
      { numRuns: examples(120, 300) },
    );
  });

  it('is undone by reading, for every export form', () => {
    for (const text of fixtures) {
      const { config: first } = readScript('export.rsc', text, smallFactory);
      const { config: second } = readScript('printed.rsc', printConfig(first), smallFactory);
      expect(printItems(second).split('\n').sort()).toHaveLength(printItems(first).split('\n').length);
      expect(new Set(essence(second))).toEqual(new Set(essence(first)));
    }
  });

  it('quotes every value so that the console reads it back', () => {
    fc.assert(
      fc.property(value, (text) => {
        const quoted = quoteValue(text);
        expect(quoted).toMatch(/^[\x20-\x7e]+$/);
        expect(quoted.startsWith('"') ? unescapeText(quoted.slice(1, -1)) : quoted).toBe(text);
      }),
      { numRuns: examples(200, 500) },
    );
  });

  it('prints each command on one line with its absolute path', () => {
    const selector = { match: { 'dst-address': '192.0.2.0/24', comment: 'to "core"' }, nth: 1 };
    const target = findExpression('/ip/route', selector, scriptSyntax);
    const set = [
      ['blackhole', ''],
      ['gateway', undefined],
      ['distance', '5'],
    ] as const;
    expect(printScriptCommand({ action: 'set', menu: '/ip/route', target, set }, scriptSyntax)).toBe(
      '/ip/route/set [:pick [find dst-address="192.0.2.0/24" comment="to \\"core\\"" dynamic=no] 1 2] ' +
        'blackhole !gateway distance=5',
    );
  });

  it('prints commands that add what they say, whatever is in it', () => {
    fc.assert(
      fc.property(value, (text) => {
        const set = [
          ['chain', 'forward'],
          ['comment', text],
        ] as const;
        const menu = '/ip/firewall/filter';
        const { config } = readScript('command.rsc', printScriptCommand({ action: 'add', menu, set }, scriptSyntax));
        expect(config.items.map((item) => item.properties.get('comment')?.value ?? '')).toEqual([text]);
      }),
      { numRuns: examples(80, 200) },
    );
  });
});

describe('reading', () => {
  it('ends the model at the end of its line, however many blanks are there', () => {
    const blanks = ' '.repeat(1_000_000);
    const text = (end: string) => `# by RouterOS 7.20.8\n# model = CRS326${blanks}${end}\n/ip service\n`;
    expect(readHeader(text('')).model?.text).toBe('CRS326');
    expect(readHeader(text('x')).model?.text).toBe(`CRS326${blanks}x`);
  });

  const cut = fc.tuple(
    fc.nat(),
    fc.nat({ max: 40 }),
    fc.oneof(value, fc.constantFrom('"', '\\\n', '[', '{', '}', '=', '')),
  );

  it('survives every mutation of an export, with all spans inside the file', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), fc.array(cut, { minLength: 1, maxLength: 5 }), (text, cuts) => {
        let mutated = text;
        for (const [at, length, inserted] of cuts) {
          const start = at % (mutated.length + 1);
          mutated = mutated.slice(0, start) + inserted + mutated.slice(start + length);
        }
        const { config: read, diagnostics } = readScript('mutated.rsc', mutated, smallFactory);
        for (const { at } of diagnostics.flatMap(({ primary, related }) => [primary, ...related]))
          expectInside(at, mutated);
        for (const item of read.items) {
          expectInside(item.origin, mutated);
          for (const property of item.properties.values()) expectInside(property.origin, mutated);
        }
      }),
      { numRuns: examples(200, 500) },
    );
  });

  // One text search after the other, which the engine does by itself: a square of them would not end today.
  it('ends: a secret without end', () => {
    const { diagnostics } = readScript('long.rsc', hostileText(hostileLines['secrets without end'] ?? '', 40_000));
    expect(diagnostics.length).toBeGreaterThan(0);
  });
});

function expectInside(at: Item['origin'], text: string): void {
  if (at.kind !== 'source') return;
  expect(at.file.text).toBe(text);
  expect(at.start).toBeGreaterThanOrEqual(0);
  expect(at.end).toBeGreaterThanOrEqual(at.start);
  expect(at.end).toBeLessThanOrEqual(text.length);
}
