// Exports of every form that RouterOS has, and what rosc makes of them, pinned by golden files.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rscCodes } from '../../src/diagnostics/codes/rsc.ts';
import { hasAtLeast } from '../../src/diagnostics/diagnostic.ts';
import { textOf } from '../../src/source/location.ts';
import { projectRoot } from '../support/project-root.ts';
import { codesOf, printItems, printReading, readScript, smallFactory } from '../support/rsc-text.ts';

const folder = 'fixtures/rsc';
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.rsc'));
const foreign = readdirSync(join(folder, 'foreign')).filter((name) => name.endsWith('.conf'));
const exports = ['bytes.rsc', 'compact.rsc', 'preamble.rsc', 'terse.rsc', 'verbose-6.rsc'];

function textOfFixture(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('what an export says', () => {
  it.each(fixtures)('%s', async (name) => {
    const reading = readScript(name, textOfFixture(name), smallFactory);
    await expect(printReading(reading)).toMatchFileSnapshot(join(projectRoot, folder, name.replace(/rsc$/, 'txt')));
  });

  it.each(exports)('%s has no error', (name) => {
    expect(hasAtLeast(readScript(name, textOfFixture(name), smallFactory).diagnostics, 'error')).toBe(false);
  });

  it.each(exports)('%s says the same with CRLF line ends', (name) => {
    const text = textOfFixture(name);
    const windows = readScript(name, text.replaceAll('\n', '\r\n'), smallFactory);
    expect(printItems(windows.config)).toBe(printItems(readScript(name, text, smallFactory).config));
    expect(hasAtLeast(windows.diagnostics, 'error')).toBe(false);
  });

  it.each(exports)('%s says the same where it stands in the file twice', (name) => {
    const text = textOfFixture(name);
    const twice = readScript(name, `${text}\n${text}`, smallFactory);
    expect(printItems(twice.config)).toBe(printItems(readScript(name, text, smallFactory).config));
  });

  it.each(exports)('%s says the same after a byte order mark', (name) => {
    const text = textOfFixture(name);
    const marked = readScript(name, `\ufeff${text}`, smallFactory);
    expect(printItems(marked.config)).toBe(printItems(readScript(name, text, smallFactory).config));
    expect(marked.script.header).toEqual(expect.objectContaining({}));
    expect(marked.script.header.model?.text).toBe(readScript(name, text).script.header.model?.text);
  });

  it('points at the value itself', () => {
    const { config } = readScript('compact.rsc', textOfFixture('compact.rsc'), smallFactory);
    const port = config.items.find(({ key, menu }) => menu === '/interface/ethernet' && key === 'ether1');
    const name = port?.properties.get('name')?.origin;
    expect(name?.kind === 'source' && textOf(name)).toBe('wan');
    expect(port?.origin.kind === 'source' && textOf(port.origin)).toMatch(/^set \[ find default-name=ether1 \]/);
  });

  it('renames a port everywhere', () => {
    const { config } = readScript('compact.rsc', textOfFixture('compact.rsc'), smallFactory);
    const chipPort = config.items.find(({ menu }) => menu === '/interface/ethernet/switch/port');
    expect(chipPort?.properties.get('name')?.value).toBe('wan');
  });
});

describe('what is no export', () => {
  it.each(foreign)('%s gives one clear error', async (name) => {
    const reading = readScript(name, textOfFixture(join('foreign', name)));
    expect(reading.diagnostics).toHaveLength(1);
    expect(reading.config.items).toEqual([]);
    await expect(`${reading.diagnostics[0]?.code}: ${reading.diagnostics[0]?.what}\n`).toMatchFileSnapshot(
      join(projectRoot, folder, 'foreign', name.replace(/conf$/, 'txt')),
    );
  });

  it('a binary backup gives one clear error', () => {
    expect(codesOf(readScript('core.backup', '\u0088\u00ac\u00a1\u00b1\0\0\u0001/interface'))).toEqual(['rsc/binary']);
    expect(codesOf(readScript('image.jpg', `${'\ufffd\u0001'.repeat(50)}/interface`))).toEqual(['rsc/binary']);
  });

  it('a huge file gives one clear error', () => {
    expect(codesOf(readScript('log.txt', '/ip address\n'.repeat(6_000_000)))).toEqual(['rsc/too-large']);
  });
});

it('commands that look at all rows again and again are left out and said', () => {
  const lines = Array.from({ length: 2000 }, (_each, n) => `add chain=forward comment=c${n}`);
  const again = Array.from({ length: 2000 }, (_each, n) => `set [ find comment!=c${n} ] log=yes`);
  const { config, diagnostics } = readScript('x.rsc', ['/ip firewall filter', ...lines, ...again].join('\n'));
  const [said] = diagnostics.filter(({ code }) => code === 'rsc/selector');
  expect(said?.what).toMatch(/^\d+ commands choose items in a way that rosc does not evaluate$/);
  expect(config.items).toHaveLength(2000);
});

it('every code of the layer is in a fixture or a test above', () => {
  const scripts = fixtures.map((name) => readScript(name, textOfFixture(name), smallFactory));
  const others = foreign.map((name) => readScript(name, textOfFixture(join('foreign', name))));
  const seen = new Set([...scripts, ...others].flatMap(codesOf));
  expect([...seen, 'rsc/binary', 'rsc/too-large'].sort()).toEqual(Object.keys(rscCodes).sort());
});
