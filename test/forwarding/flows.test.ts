// One flow, one config, one placement: the decision procedure case by case, from fixtures/forwarding/.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { decideFlow } from '../../src/forwarding/decide.ts';
import { expectations } from '../../src/model/placement.ts';
import { parsePrefix } from '../../src/model/prefix.ts';
import {
  accessChip,
  config,
  type Facts,
  flow,
  largeChip,
  smallChip,
  type TargetSpec,
  target,
} from '../support/forwarding-fixture.ts';
import { projectRoot } from '../support/project-root.ts';

const folder = join(projectRoot, 'fixtures/forwarding');
const base = readFileSync(join(folder, 'base.txt'), 'utf8');

interface Case {
  title: string;
  target: TargetSpec;
  text: string;
  flow: string;
  is: string;
  because: string[];
  notes: string[];
}

const readers: Readonly<Record<string, (each: Case, rest: string) => void>> = {
  '#': (each, rest) => Object.assign(each, { title: rest }),
  '@': (each, rest) => Object.assign(each, { target: targetSpec(rest) }),
  '~': (each, rest) => Object.assign(each, { text: replaced(each.text, rest) }),
  '?': (each, rest) => Object.assign(each, { flow: rest }),
  '=': (each, rest) => Object.assign(each, { is: rest }),
  because: (each, rest) => each.because.push(rest),
  note: (each, rest) => each.notes.push(rest),
};

/** See fixtures/forwarding/README.md. */
function readCase(text: string): Case {
  const each: Case = { title: '', target: {}, text: base, flow: '', is: '', because: [], notes: [] };
  for (const line of text.split('\n').filter((written) => written !== '')) {
    const [, word = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const read = readers[word];
    if (line.startsWith('/')) each.text += `${line}\n`;
    else if (read) read(each, rest);
    else throw new Error(`cannot read ${line}`);
  }
  return each;
}

function targetSpec(text: string): TargetSpec {
  if (text === 'large') return { chips: [largeChip] };
  if (text === 'access') return { chips: [accessChip] };
  if (text.startsWith('without ')) {
    const known = Object.entries(smallChip).filter(([name]) => name !== text.slice('without '.length));
    return { chips: [Object.fromEntries(known)] };
  }
  const [fact, value] = text.split('=');
  if (fact && value) return { chips: [{ ...smallChip, [fact]: Number(value) }] };
  const hasVlanFlag = Number(text.split('.')[1]) >= 21;
  const chip: Facts = { ...smallChip, 'l3.vlan-flag': hasVlanFlag };
  return { chips: [chip], routeros: text };
}

function replaced(text: string, edit: string): string {
  const [before = '', after = ''] = edit.split(' => ');
  if (!text.includes(`${before}\n`)) throw new Error(`the base has no line ${before}`);
  return text.replace(`${before}\n`, `${after}\n`);
}

function verdictOn({ text, target: spec, flow: words }: Case) {
  const network = buildNetwork(config(text), target(spec));
  const [path = '', word] = words.split(' expecting ');
  const expected = expectations.find((each) => each === word);
  return decideFlow(network, flow(network, path, expected));
}

for (const file of readdirSync(join(folder, 'flows'))) {
  const cases = readFileSync(join(folder, 'flows', file), 'utf8')
    .split('\n\n')
    .map(readCase);
  describe(file.replace('.txt', ''), () => {
    it.each(cases.map((each) => [each.title, each] as const))('%s', (_, each) => {
      const { placement, cpuPath, direction, because, notes } = verdictOn(each);
      const where = each.is.endsWith('in the answers')
        ? ` in the ${direction === 'reverse' ? 'answers' : 'requests'}`
        : '';
      const told = because.map(({ code, text }) => `${code} ${text}`).join('\n');
      expect(`${placement}${cpuPath ? ` ${cpuPath}` : ''}${where}`, told).toBe(each.is);
      const codes = because.map(({ code }) => code);
      if (each.because.includes('nothing')) expect(codes).toEqual([]);
      else expect(codes).toEqual(expect.arrayContaining(each.because));
      expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(each.notes));
    });
  });
}

describe('answers to a host that only FastTrack could answer', () => {
  const fasttracked = base
    .replace('/ip/route gateway=203.0.113.1\n', '')
    .concat('/interface/ethernet/switch/rule switch=switch1 ports=ether1,ether2 redirect-to-cpu=yes\n')
    .concat('/ip/firewall/filter chain=forward action=fasttrack-connection\n');
  /** The host is behind v10, and no route of `main` says so. */
  const placementIn = (text: string) => {
    const network = buildNetwork(config(text), target());
    const prefix = parsePrefix('198.51.100.9/32');
    const from = { label: 'stray', interfaces: ['v10'], prefixes: prefix ? [prefix] : [], internet: false };
    return decideFlow(network, { ...flow(network, 'v10 -> v20 tcp 80'), from }).placement;
  };

  it('are lost where no table has a route', () => expect(placementIn(fasttracked)).toBe('dropped'));

  it('are sent astray where a policy picks another table', () => {
    const table = '/routing/table name=alternative fib=\n/ip/route gateway=10.0.10.9 routing-table=alternative\n';
    expect(placementIn(fasttracked + table)).toBe('dropped');
    const rule = '/routing/rule src-address=10.0.20.0/24 action=lookup table=alternative\n';
    expect(placementIn(fasttracked + table + rule)).toBe('unpredictable');
  });
});
