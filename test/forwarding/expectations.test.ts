// What a site expects of its flows, against what they get: the example sites, and the shape of the diagnostics.

import { describe, expect, it } from 'vitest';
import { codes } from '../../src/diagnostics/codes.ts';
import { evidencedCodes } from '../../src/evidence/evidence-of.ts';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { decideFlow } from '../../src/forwarding/decide.ts';
import { judgeFlow } from '../../src/forwarding/expectations.ts';
import type { Flow } from '../../src/forwarding/packets/flow.ts';
import { config, flow, target } from '../support/forwarding-fixture.ts';

const rule = '/interface/ethernet/switch/rule switch=switch1 ports=ether1 mac-protocol=ip';
const redirected = config(`
  /interface/ethernet/switch switch1 l3-hw-offloading=yes
  /ip/address address=10.0.1.1/24 interface=ether1
  /ip/address address=10.0.2.1/24 interface=ether2
  ${rule} protocol=tcp dst-port=873 redirect-to-cpu=yes
  /ip/firewall/filter chain=forward action=log
`);
const slow = { 'ceiling.slow': [{ pps: 60_000, packetBytes: 1500, bps: 680e6 }] };
const network = buildNetwork(redirected, target({ model: slow }));

function judge(text: string, more: Partial<Flow>) {
  const verdict = decideFlow(network, { ...flow(network, text), ...more });
  return judgeFlow(verdict);
}

describe('judgeFlow', () => {
  it('accepts what is expected, and anything when nothing is', () => {
    expect(judge('ether1 -> ether2 tcp 80', { expected: 'hardware' })).toEqual([]);
    expect(judge('ether1 -> ether2 tcp 873', { expected: 'cpu' })).toEqual([]);
    expect(judge('ether1 -> ether2 tcp 873', {})).toEqual([]);
  });

  it('names the path, its ceiling, and the item that causes it', () => {
    const [diagnostic, ...others] = judge('ether1 -> ether2 tcp 873', { expected: 'hardware', rateBps: 2e9 });
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      code: 'flow/not-as-expected',
      also: ['flow/rate-above-ceiling'],
      severity: 'error',
      what: "flow `ether1 -> ether2 tcp 873` will be on the CPU's slow path, at most 60 kpps or 680 Mbit/s, not in hardware",
    });
    const related = diagnostic?.related.map(({ at }) => at.kind === 'source' && at.file.text.slice(at.start, at.end));
    expect(related?.[0]).toBe('yes');
    expect(related?.[1]).toContain('/ip/firewall/filter');
    expect(diagnostic?.evidence.map(({ grade }) => grade)).toContain('documented');
  });

  it('says that FastTrack of a device without a routing chip is that of the CPU', () => {
    const rules = `/ip/firewall/filter chain=forward action=fasttrack-connection connection-state=established,related
      /ip/firewall/filter chain=forward action=accept connection-state=established,related,untracked`;
    const addresses =
      '/ip/address address=10.0.1.1/24 interface=ether1\n/ip/address address=10.0.2.1/24 interface=ether2';
    const router = buildNetwork(config(`${addresses}\n${rules}`), target({ chips: [] }));
    const verdict = decideFlow(router, { ...flow(router, 'ether1 -> ether2 tcp 80'), expected: 'fasttrack' });
    const [diagnostic] = judgeFlow(verdict);
    expect(diagnostic?.what).toBe(
      "flow `ether1 -> ether2 tcp 80` will be on the CPU's FastTrack, not forwarded by the chip once FastTrack takes it",
    );
    expect(diagnostic?.fix?.title).toBe('Let a device whose chip routes carry it, or expect `path: cpu`');
  });

  it('reports a rate that the path cannot carry', () => {
    const [cpu] = judge('ether1 -> ether2 tcp 873', { rateBps: 1e9 });
    expect(cpu).toMatchObject({ code: 'flow/rate-above-ceiling', severity: 'error' });
    const [line] = judge('ether1 -> ether2 tcp 80', { rateBps: 40e9 });
    expect(line?.primary.text).toBe('more than the line rate carries');
    expect(judge('ether1 -> ether2 tcp 80', { rateBps: 10e9 })).toEqual([]);
  });

  it('warns about the unknown, and fails it when asked to be strict', () => {
    const unsure = buildNetwork(redirected, target({ chips: [{ 'l3.offload': true }] }));
    const verdict = decideFlow(unsure, flow(unsure, 'ether1 -> ether2 tcp 80', 'hardware'));
    expect(verdict.placement).toBe('unknown');
    expect(judgeFlow(verdict).map(({ severity }) => severity)).toEqual(['warning']);
    expect(judgeFlow(verdict, { strict: true }).map(({ severity }) => severity)).toEqual(['error']);
  });
});

it('every cause that is no offload rule has a page', () => {
  const own = evidencedCodes.filter((code) => code.startsWith('flow/'));
  expect(own.filter((code) => !(code in codes))).toEqual([]);
  expect(own.length).toBeGreaterThan(5);
});
