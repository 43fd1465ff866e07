// What `rosc audit` makes of a whole export: what to fix first, a model that nobody knows, and secrets in broken text.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { renderDiagnostics } from '../../../src/diagnostics/render-text.ts';
import { isSecret } from '../../../src/model/secrets.ts';
import { auditSource } from '../../../src/pipeline/analyse/audit-source.ts';
import { readExport } from '../../../src/pipeline/read/read-export.ts';
import { githubAnnotations, markdownReport } from '../../../src/report/annotations.ts';
import { withFirstFix } from '../../../src/report/first-fix.ts';
import { renderReport } from '../../../src/report/render-report.ts';
import { sarifLog } from '../../../src/report/sarif.ts';
import { reportJson } from '../../../src/report/site-report.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { examples } from '../../support/examples.ts';
import { memoryIo } from '../../support/memory-io.ts';
import { projectRoot } from '../../support/project-root.ts';

const profiles = { value: builtInProfiles(), diagnostics: [] };

function auditOf(text: string) {
  return auditSource({ path: 'export.rsc', text }, profiles, {}).report;
}

function firstFixOf(text: string): string | undefined {
  return withFirstFix(auditOf(text)).firstFix;
}

const header = (model: string, version = '7.18.2') =>
  `# 2025-01-01 00:00:00 by RouterOS ${version}\n# model = ${model}\n`;

const twoVlans = `/interface bridge
add name=bridge1 vlan-filtering=yes
/interface vlan
add interface=bridge1 name=vlan10 vlan-id=10
add interface=bridge1 name=vlan20 vlan-id=20
/interface bridge port
add bridge=bridge1 interface=ether1 pvid=10
add bridge=bridge1 interface=ether2 pvid=20
/interface bridge vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10
add bridge=bridge1 tagged=bridge1 vlan-ids=20
/ip address
add address=10.0.10.1/24 interface=vlan10
add address=10.0.20.1/24 interface=vlan20
`;

describe('what to fix first', () => {
  test('is the costliest finding, with what it alone holds back and what was measured', () => {
    expect(firstFixOf(header('CRS326-24G-2S+') + twoVlans)).toBe(
      'Fix first `l3hw/l3hw-switch-off` at export.rsc:15:36: switch L3 offloading on as the last step; ' +
        'it alone keeps 2 routes and 2 VLANs on the CPU, whose slow path carries up to 60 kpps (reported), ' +
        'where the chip reaches 15 Mpps (reported)',
    );
  });

  test('claims nothing that no verdict rests on', () => {
    const sentence = firstFixOf(`${header('RB750Gr3')}/ip address
add address=192.168.88.1/24 interface=ether2
add address=198.51.100.2/29 interface=ether1
/ip firewall nat
add action=masquerade chain=srcnat out-interface=ether1
`);
    expect(sentence).toMatch(/^Fix first `firewall\/fasttrack-missing` at export\.rsc:7:\d+: fast-track established/);
    expect(sentence).not.toContain('alone');
  });

  test('is not asked for where there are only notes', () => {
    expect(
      firstFixOf(`${header('CRS326-24G-2S+')}${twoVlans}/interface ethernet switch\nset 0 l3-hw-offloading=yes\n`),
    ).toBe(undefined);
  });

  test('stands in the report, its markdown and its JSON', () => {
    const report = { ...auditOf(header('CRS326-24G-2S+') + twoVlans), firstFix: 'Fix first `a/b`' };
    expect(renderReport(report).trimEnd().split('\n')).toContain('Fix first `a/b`');
    expect(markdownReport(report)).toContain('Fix first `a/b`');
    expect(reportJson(report).firstFix).toBe('Fix first `a/b`');
  });
});

describe('a model that no profile describes', () => {
  const text = `${header('RB9999')}${twoVlans}/interface vlan
add interface=ether1 name=lost vlan-id=30
/ip address
add address=10.0.30.1/24 interface=lost
`;

  test('is read all the same, and what needs no hardware is judged', () => {
    const { diagnostics } = auditOf(text);
    const loud = diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
    expect(loud).toEqual(['l3hw/vlan-iface-on-bridge-slave', 'audit/unknown-model']);
    expect(diagnostics.map(({ code }) => code)).not.toContain('ops/unknown-port-for-model');
  });

  test('gets no verdict of hardware', () => {
    const placements = auditOf(text).devices.flatMap(({ verdicts }) => verdicts.map(({ placement }) => placement));
    expect(placements).toContain('unknown');
    expect(placements).not.toContain('hardware');
  });

  test('stays an error where the command line names it', () => {
    const { report } = auditSource({ path: 'export.rsc', text }, profiles, { model: 'RB9998' });
    expect(report.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['audit/unknown-model', 'error'],
    ]);
  });
});

test('a script that rosc compiled names its device and version', async () => {
  const compiled = memoryIo();
  await main(['compile', 'fixtures/sites/nat-edge/site.yaml'], compiled);
  const { devices, diagnostics } = auditOf(compiled.out());
  expect(devices.map(({ target }) => [target.model, target.routeros.text])).toEqual([['RB4011iGS+', '7.20.8']]);
  expect(diagnostics.filter(({ code }) => code.startsWith('audit/'))).toEqual([]);
});

describe('a clean configuration that looks guilty', () => {
  const folder = 'fixtures/audit/clean';
  test.each(readdirSync(folder))('%s gets no more than notes', (name) => {
    const { diagnostics, devices } = auditOf(readFileSync(`${folder}/${name}`, 'utf8'));
    expect(devices).toHaveLength(1);
    expect(diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code)).toEqual([]);
  });
});

describe('a whole audit', () => {
  const folder = join(projectRoot, 'fixtures/audit/whole');
  const names = readdirSync(folder).filter((name) => name.endsWith('.rsc'));

  test.each(names)('%s reads as the file beside it says', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const { report } = auditSource({ path: name, text }, profiles, {});
    const shown = renderReport(withFirstFix(report), { verbose: true });
    await expect(shown).toMatchFileSnapshot(join(folder, name.replace(/\.rsc$/, '.txt')));
  });

  test.each(names)('%s has a reason for every verdict that is not hardware', (name) => {
    const { devices, diagnostics } = auditOf(readFileSync(join(folder, name), 'utf8'));
    const verdicts = devices.flatMap((device) => device.verdicts);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.filter(({ placement, because }) => placement !== 'hardware' && because.length === 0)).toEqual([]);
    expect(diagnostics.filter(({ why }) => why === '')).toEqual([]);
  });

  test.each(names)('%s: what a fix switches on gets past no policy', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const before = bypassesOf(text);
    for (const { fix } of auditOf(text).diagnostics) {
      if (fix?.commands) expect(bypassesOf(`${text}${fix.commands.join('\n')}\n`), fix.title).toEqual(before);
    }
  });

  test('a fix that no recipe makes safe has no commands', () => {
    const text = readFileSync(join(folder, 'switch-on-withdrawn.rsc'), 'utf8');
    expect(bypassesOf(`${text}/interface ethernet switch\nset 0 l3-hw-offloading=yes\n`)).not.toEqual([]);
    const off = auditOf(text).diagnostics.find(({ code }) => code === 'l3hw/l3hw-switch-off');
    expect(off?.fix).toMatchObject({ applicability: 'manual', edits: [] });
    expect(off?.fix?.commands).toBe(undefined);
  });

  /** Policies that some packet gets past. */
  function bypassesOf(text: string): readonly string[] {
    return auditOf(text)
      .diagnostics.filter(({ code }) => code.includes('bypassed'))
      .flatMap(({ code, primary, related }) => [primary, ...related].map(({ at }) => `${code} ${JSON.stringify(at)}`));
  }
});

test('what is not modelled is said once', () => {
  const report = auditOf(`${header('CRS326-24G-2S+')}${twoVlans}/interface made-up
add interface=ether1
/interface bridge
set bridge1 vlan-filterin=yes
`);
  const codes = report.diagnostics.map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith('rsc/'))).toEqual([]);
  const unmodelled = report.diagnostics.filter(({ code }) => code === 'offload/unmodelled-property');
  expect(unmodelled.map(({ primary }) => primary.text).sort()).toEqual([
    'did you mean `vlan-filtering`?',
    'not modelled',
  ]);
});

describe('secrets', () => {
  const text = `${header('RB5009UG+S+')}/interface macsec
add cak=HUSH01aa ckn=HUSH02bb interface=ether1 name=secure
/snmp community
set [ find default=yes ] name=HUSH03cc
/interface wifi security
add name=home passphrase="HUSH04dd ee"
/ppp secret
add name=road password=HUSH05ff service=any
/interface lte
set [ find default-name=lte1 ] pin=HUSH06gg
/system script
add name=call source="/tool fetch password=\\"HUSH07hh\\" url=x"
/ip ipsec identity
add peer=b secret="HUSH08\\
    ii"
`;

  /** Everything that any format prints. */
  function everythingOf(export_: string): string {
    const report = auditOf(export_);
    const sarif = sarifLog(report.diagnostics, { version: '0', accepted: [] });
    return [
      renderReport(report, { verbose: true }),
      renderDiagnostics(report.diagnostics),
      markdownReport(report),
      githubAnnotations(report.diagnostics),
      JSON.stringify([reportJson(report), sarif]),
    ].join('\n');
  }

  test('of a whole export reach no output', () => {
    expect(text.match(/HUSH/g)).toHaveLength(8);
    expect(everythingOf(text)).not.toMatch(/HUSH/);
  });

  // A community is secret by its menu alone, which a broken line may hide: it is no part of this.
  const named = text.replace(/\/snmp[^/]*\n(?=\/)/, '');

  // What is put in stands between words: neither a name, nor a value, nor the path of a menu is cut in two, because
  // nothing could tell that what is left of it is a secret.
  const gaps = [...named.matchAll(/(?<=\n)(?=\/)|(?<=\n[^/\n][^\n]*)[\s](?=[\w/])/g)].map(
    ({ 0: blank, index }) => index + blank.length,
  );
  const noise = fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    '[ ',
    '] ',
    ';',
    '=',
    'add ',
    '/ ',
    '\u0000',
    ':if (',
    '\n',
    '$x ',
    'a=" ',
  );
  test('of a broken or truncated export reach none either', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...gaps), noise), { maxLength: 4 }),
        fc.nat(named.length),
        (insertions, cut) => {
          let broken = named;
          for (const [at, what] of [...insertions].sort(([a], [b]) => b - a)) {
            broken = broken.slice(0, at) + what + broken.slice(at);
          }
          expect(everythingOf(cut % 3 === 0 ? broken.slice(0, cut) : broken)).not.toMatch(/HUSH\d\d[a-z]/);
        },
      ),
      { numRuns: examples(100, 300) },
    );
  });

  test('are masked in fixtures of every menu', () => {
    const fixture = readFileSync('fixtures/rsc/secrets.rsc', 'utf8');
    expect(everythingOf(`${header('RB5009UG+S+')}${fixture}`)).not.toMatch(/HUSH|HU\\|SH04/);
  });
});

describe('what masking leaves of an export', () => {
  const lines = (value: string) => [
    `/ppp secret add name=road password=${value} service=any`,
    `/ip ipsec identity add peer=b secret=${value}`,
    `/snmp community set [ find default=yes ] name=${value} authentication-password=${value}`,
    `/interface wireguard add listen-port=13231 name=wg-${value.length} private-key=${value}`,
    `:global password ${value}`,
  ];
  /** Every item that is read, without the values of what is secret and without places. */
  const itemsOf = (given: string, options: { readonly keepSecrets?: true }) => {
    const { value } = readExport({ path: 'export.rsc', text: given }, { profiles: profiles.value, ...options });
    return value?.config.items.map(({ menu, properties }) => [
      menu,
      [...properties].map(([name, property]) => [name, isSecret(menu, name) ? '' : property.value]),
    ]);
  };
  const base = (header('CRS326-24G-2S+') + twoVlans).split('\n');

  test('is all of it, wherever the secrets stand and whether they are empty, masked or real', () => {
    const line = fc
      .constantFrom('""', '', '*', '***', '"***"', 'hunter2', '"hunter two"')
      .chain((value) => fc.tuple(fc.nat(base.length - 2), fc.constantFrom(...lines(value))));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (planted) => {
        const text = [...base];
        for (const [at, secret] of planted) {
          // What stands before a menu is named belongs to the line above.
          const menus = text.flatMap((each, index) => (index >= 2 && each.startsWith('/') ? [index] : []));
          text.splice(menus[at % menus.length] ?? 2, 0, secret);
        }
        const given = text.join('\n');
        expect(itemsOf(given, {})).toEqual(itemsOf(given, { keepSecrets: true }));
      }),
      { numRuns: examples(100, 300) },
    );
  });

  test.each(['""', '***', 'hunter2'])('with every secret %s, the findings are those without', (value) => {
    const codes = (text: string) => auditOf(text).diagnostics.map(({ code }) => code);
    const [first = ''] = lines(value);
    const found = codes(header('CRS326-24G-2S+') + twoVlans);
    expect(found).toContain('l3hw/l3hw-switch-off');
    expect(codes(`${header('CRS326-24G-2S+')}${first}\n${twoVlans}`)).toEqual(expect.arrayContaining(found));
  });
});
