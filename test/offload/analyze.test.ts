// The analysis around the rules: severities, grouping, joined causes, accepted findings, verdicts, what is not
// modelled.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codes } from '../../src/diagnostics/codes.ts';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { placements } from '../../src/model/placement.ts';
import { analyze } from '../../src/offload/analyze.ts';
import { rules } from '../../src/offload/rules.ts';
import type { AnalysisContext } from '../../src/offload/severity.ts';
import { chipFacts } from '../../src/profile/fact.ts';
import { examples } from '../support/examples.ts';
import { twoVlans } from '../support/policy-surroundings.ts';
import { projectRoot } from '../support/project-root.ts';
import { fixturesOf, openFixture } from '../support/rule-fixtures.ts';

const routed = `# target: CRS309-1G-8S+ 7.18.2
${twoVlans}/interface/bridge/vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10,20
/ip/address
add address=10.0.10.1/24 interface=vlan10
add address=10.0.20.1/24 interface=vlan20
/ip/route
add dst-address=10.50.0.0/16 gateway=10.0.20.9
/tool/mac-server
set allowed-interface-list=none
`;
const on = '/interface/ethernet/switch\nset 0 l3-hw-offloading=yes\n';

function analysisOf(text: string, context: AnalysisContext = 'audit') {
  return analyze({ ...openFixture({ path: 'test.rsc', text }).context, context });
}

function said(text: string, context: AnalysisContext = 'audit'): readonly string[] {
  return analysisOf(text, context).diagnostics.map(({ code, severity, also }) =>
    [severity, code, ...(also ?? [])].join(' '),
  );
}

describe('severity', () => {
  const off = routed;

  test('a file is judged by the catalogue', () => expect(said(off)[0]).toBe('error l3hw/l3hw-switch-off'));

  test('a site is judged as a file that says the same', () => {
    expect(said(off, 'site')).toEqual(said(off));
  });

  test('a key of a site that asks for exactly that is warned of its price', () => {
    const stateful = (comment: string) =>
      `${routed}/ip/firewall/filter\nadd action=drop chain=forward comment=${comment} connection-state=invalid\n`;
    const of = (comment: string) => said(stateful(comment)).filter((line) => line.endsWith('/fasttrack-missing'));
    expect(of('mine')).toEqual(['error firewall/fasttrack-missing']);
    expect(of('rosc:firewall/forward/invalid')).toEqual(['warning firewall/fasttrack-missing']);
  });

  test('what is not known is a note', () => {
    const text =
      routed.replace('7.18.2\n', '7.18.2\n# without: acl.rules\n') +
      '/interface/ethernet/switch/rule\nadd switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip rate=1000000\n';
    const capacity = (context: AnalysisContext) => said(text, context).filter((line) => line.includes('acl-capacity'));
    expect(capacity('audit')).toEqual(['note acl/acl-capacity']);
    expect(capacity('site')).toEqual(['note acl/acl-capacity']);
  });
});

describe('findings become diagnostics', () => {
  test('ten ports with one cause are one diagnostic', () => {
    const ports = [3, 4, 5, 6].map((n) => `add bridge=bridge1 hw=no interface=sfp-sfpplus${n}\n`).join('');
    const found = analysisOf(`${routed}${on}/interface/bridge/port\n${ports}`).diagnostics.filter(
      ({ code }) => code === 'l2/bp-hw-no',
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.related.length).toBeGreaterThanOrEqual(3);
  });

  test('an effect at the place of its cause is told with it', () => {
    const wan =
      '/interface/ethernet/switch/port\nset sfp-sfpplus8 l3-hw-offloading=no\n/ip/address\nadd address=203.0.113.2/30 interface=sfp-sfpplus8\n';
    const found = analysisOf(`${routed}${on}${wan}`).diagnostics.find(
      ({ code }) => code === 'l3hw/l3hw-ingress-only-off',
    );
    expect(found?.also).toContain('l3hw/l3hw-egress-only-off');
    expect(found?.also).toContain('l3hw/l3hw-port-off');
  });

  test('the loudest comes first', () => {
    const order = ['error', 'warning', 'note'];
    const severities = said(routed).map((line) => order.indexOf(line.split(' ')[0] ?? ''));
    expect(severities).toEqual([...severities].sort());
  });
});

describe('accepted findings', () => {
  const drop = 'add action=drop chain=forward in-interface=vlan10 out-interface=vlan20\n';
  const withComment = (comment: string) => `${routed}${on}/ip/firewall/filter\n${comment}${drop}`;
  const bypassed = 'error firewall/firewall-bypassed-by-l3hw';

  test('stand apart from the others', () => {
    const { diagnostics, accepted } = analysisOf(
      withComment('# rosc:ignore firewall/firewall-bypassed-by-l3hw lab only\n'),
    );
    expect(diagnostics.map(({ code }) => code)).not.toContain('firewall/firewall-bypassed-by-l3hw');
    expect(accepted.map(({ code }) => code)).toEqual(['firewall/firewall-bypassed-by-l3hw']);
  });

  test('need the right code', () => {
    const lines = said(withComment('# rosc:ignore firewall/nat-bypassed-by-l3hw lab only\n'));
    expect(lines).toContain(bypassed);
    expect(lines).toContain('note offload/ignore-unused');
  });

  test('need a reason', () => {
    const lines = said(withComment('# rosc:ignore firewall/firewall-bypassed-by-l3hw\n'));
    expect(lines).toContain(bypassed);
    expect(lines).toContain('warning offload/ignore-without-reason');
  });

  test('are accepted where they stand, not elsewhere', () => {
    expect(said(`# rosc:ignore firewall/firewall-bypassed-by-l3hw lab only\n${withComment('')}`)).toContain(bypassed);
  });
});

describe('verdicts', () => {
  const verdicts = (text: string) =>
    Object.fromEntries(
      analysisOf(text).verdicts.map(({ kind, subject, placement, because }) => [
        `${kind} ${subject.key}`,
        [placement, ...because],
      ]),
    );

  test('routes, VLANs and ports of a device that routes in hardware', () => {
    const found = verdicts(routed + on);
    expect(found['route 10.50.0.0/16']).toEqual(['hardware']);
    expect(found['vlan vlan10']).toEqual(['hardware']);
    expect(found['port sfp-sfpplus1']).toEqual(['hardware']);
  });

  test('a route goes as its interface goes', () => {
    const found = verdicts(routed.replace('vlan-filtering=yes', 'vlan-filtering=no') + on);
    expect(found['vlan vlan20']).toEqual(['cpu', 'l3hw/vlan-filtering-off']);
    expect(found['route 10.50.0.0/16']).toEqual(['cpu', 'l3hw/vlan-filtering-off']);
  });

  test('hosts that have to be resolved first are a note', () => {
    const verdict = analysisOf(routed + on).verdicts.find(({ subject }) => subject.menu === '/ip/address');
    expect(verdict?.placement).toBe('hardware');
    expect(verdict?.notes).toContain('route/connected-host-unresolved');
  });

  test('a route leads out by a port whose flag is off: what enters there are other packets', () => {
    const uplink = `/interface/ethernet/switch/port
set sfp-sfpplus8 l3-hw-offloading=no
/ip/address
add address=203.0.113.2/24 interface=sfp-sfpplus8
/ip/route
add gateway=203.0.113.1
/ip/firewall/nat
add action=masquerade chain=srcnat out-interface=sfp-sfpplus8
`;
    const { verdicts, diagnostics } = analysisOf(routed + on + uplink);
    const route = verdicts.find(
      ({ subject }) => subject.menu === '/ip/route' && !subject.properties.has('dst-address'),
    );
    expect(route).toMatchObject({ placement: 'cpu', because: expect.arrayContaining(['l3hw/l3hw-egress-only-off']) });
    expect(diagnostics[0]?.code).toBe('l3hw/l3hw-ingress-only-off');
  });
});

describe('what rosc does not know', () => {
  test('a property makes its item unknown, and is said once', () => {
    const text = `${routed}${on}`
      .replace('pvid=10', 'pvid=10 quantum-flux=yes')
      .replace('pvid=20', 'pvid=20 quantum-flux=yes');
    const { verdicts, diagnostics } = analysisOf(text);
    const port = verdicts.find(({ subject }) => subject.key === 'sfp-sfpplus1');
    expect(port).toMatchObject({ placement: 'unknown', because: ['offload/unmodelled-property'] });
    expect(diagnostics.filter(({ code }) => code === 'offload/unmodelled-property')).toHaveLength(1);
  });

  test('a menu touches what it names, and nothing else', () => {
    const { verdicts } = analysisOf(`${routed}${on}/interface/quantum\nadd interface=vlan20 name=q1\n`);
    const placementOf = (key: string) => verdicts.find(({ subject }) => subject.key === key)?.placement;
    expect(placementOf('vlan20')).toBe('unknown');
    expect(placementOf('10.50.0.0/16')).toBe('unknown');
    expect(placementOf('vlan10')).toBe('hardware');
  });
});

describe('laws', () => {
  const bad = rules.flatMap(({ id }) =>
    fixturesOf(id).filter(({ kind, file }) => kind === 'bad' && file.text.length < 20_000),
  );

  test('removing facts never makes a verdict better', () => {
    const keys = Object.keys(chipFacts);
    fc.assert(
      fc.property(fc.constantFrom(...bad), fc.subarray(keys, { minLength: 1, maxLength: 4 }), ({ file }, hidden) => {
        const { context, watched } = openFixture(file);
        const before = analyze({ ...context, context: 'site' }).verdicts;
        for (const key of hidden) watched.hidden.add(key);
        const network = buildNetwork(context.config, watched.target);
        const after = analyze({ config: context.config, target: watched.target, network, context: 'site' }).verdicts;
        for (const [index, verdict] of after.entries()) {
          const known = before[index];
          if (known?.placement === 'cpu' || known?.placement === 'partial')
            expect(verdict.placement, verdict.subject.key).not.toBe('hardware');
        }
      }),
      { numRuns: examples(50, 150) },
    );
  });

  test('the analysis is a function of its input', () => {
    for (const { file } of bad.slice(0, 60)) {
      const run = () => analyze({ ...openFixture(file).context, context: 'audit' });
      const [one, two] = [run(), run()];
      expect(one.verdicts.map(({ placement, because }) => [placement, because])).toEqual(
        two.verdicts.map(({ placement, because }) => [placement, because]),
      );
      expect(one.diagnostics.map(({ code, what }) => [code, what])).toEqual(
        two.diagnostics.map(({ code, what }) => [code, what]),
      );
    }
  });

  test('every placement is one of the eight', () => {
    for (const { file } of bad.slice(0, 60)) {
      for (const { placement } of analysisOf(file.text).verdicts) expect(placements).toContain(placement);
    }
  });
});

test('codes that other layers cite are rules', () => {
  const known = new Set<string>([...rules.map(({ id }) => id), ...Object.keys(codes)]);
  const root = join(projectRoot, 'src');
  const cited = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('offload/'))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /'((?:l3hw|route|vxlan|mtu|l2|acl|firewall|fastpath|cpu-l2|ops)\/[a-z0-9.-]+[a-z0-9])'/g,
        ),
      ].map((match) => `${match[1]} (${path})`),
    );
  expect(cited.filter((text) => !known.has(text.split(' ')[0] ?? '') && !text.startsWith('l3hw/l3hw-vlan '))).toEqual(
    [],
  );
});
