// Quality of service in the switch chip: profiles, what markings mean, ports, and ACL rules that mark. That the rules
// and the site mark every packet alike is a law of policy-laws.test.ts.

import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { loadIntent } from '../../src/intent/load.ts';
import type { LowerContext } from '../../src/lower/context.ts';
import { makeDraft } from '../../src/lower/draft.ts';
import { layOut } from '../../src/lower/layout.ts';
import { lower } from '../../src/lower/lower.ts';
import { ingressSpace } from '../../src/lower/policy/ingress-space.ts';
import { proveTable } from '../../src/lower/policy/prove-table.ts';
import { policyLayers, switchRuleMenu } from '../../src/lower/policy/switch-rules.ts';
import { type Item, itemsOf, type MenuPath } from '../../src/model/config.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { type LoweredSite, lowerSite, printSwitchRule, switchRulesOf, switchSite } from '../support/policy-site.ts';

const profiles = builtInProfiles();
const quiet = '  quiet:\n    from: far\n    rules:\n      - permit: any\n';
const qos = `    qos:
      trust: none
      profiles:
        voice: { dscp: 46, pcp: 5, traffic-class: 5 }
        bulk: { traffic-class: 0 }
`;

function propertiesOf({ value }: Pick<LoweredSite, 'value'>, menu: MenuPath): readonly string[] {
  return itemsOf(value.config, menu).map(({ properties }) =>
    [...properties].flatMap(([name, { value: text }]) => (name === 'comment' ? [] : [`${name}=${text}`])).join(' '),
  );
}

const menu = (name: string): MenuPath => `/interface/ethernet/switch/qos/${name}`;

describe('profiles and maps', () => {
  const maps = `      map: { dscp: { 46: voice, 8-15: bulk }, pcp: { 5: voice, "6,1-2": default } }\n`;
  const lowered = lowerSite(switchSite(quiet, qos + maps));

  test('profiles say what they leave open', () => {
    expect(propertiesOf(lowered, menu('profile'))).toEqual([
      'name=voice dscp=46 pcp=5 traffic-class=5',
      'name=bulk dscp=0 pcp=0 traffic-class=0',
    ]);
  });

  test('where RouterOS would map markings by itself, the site’s map is all that counts', () => {
    const newer = lowerSite(switchSite(quiet, qos).replace('7.20.8', '7.23.3'));
    expect(propertiesOf(newer, menu('profile'))[0]).toBe('name=voice dscp=46 pcp=5 traffic-class=5 automap=no');
  });

  test('maps are written as a device writes them', () => {
    expect(propertiesOf(lowered, menu('map/ip'))).toEqual(['dscp=46 profile=voice', 'dscp=8-15 profile=bulk']);
    expect(propertiesOf(lowered, menu('map/vlan'))).toEqual(['pcp=5 profile=voice', 'pcp=1-2,6 profile=default']);
  });

  test('nothing is switched on for profiles alone', () => {
    const alone = lowerSite(switchSite(quiet, qos.replace('      trust: none\n', '')));
    expect(propertiesOf(alone, '/interface/ethernet/switch')).toEqual(['name=switch1 l3-hw-offloading=yes']);
    expect(alone.diagnostics).toEqual([]);
  });
});

describe('ports', () => {
  const port = (settings: string, device = qos) =>
    lowerSite(switchSite(quiet, device).replace('ether1: { vlan: left }', `ether1: { vlan: left, qos: ${settings} }`));

  test('a profile for what has no marking that counts', () => {
    const lowered = port('{ trust: dscp, profile: voice }');
    expect(propertiesOf(lowered, menu('port'))[0]).toBe('name=ether1 profile=voice trust-l2=ignore trust-l3=keep');
    expect(propertiesOf(lowered, '/interface/ethernet/switch')[0]).toContain('qos-hw-offloading=yes');
    expect(lowered.diagnostics).toEqual([]);
  });

  test('the other ports clear markings, unless the site says what they trust', () => {
    const untrusting = qos.replace('      trust: none\n', '');
    const [found, ...others] = port('{ profile: voice }', untrusting).diagnostics;
    expect([found?.code, found?.severity, others]).toEqual(['lower/qos-clears-markings', 'warning', []]);
    expect(found?.what).toBe('what enters by `ether2`, `ether3`, `ether4` leaves with DSCP 0 and PCP 0');
    expect(found && textAt(found)).toBe('ether2');
    expect(port('{ profile: voice }').diagnostics).toEqual([]);
  });

  test('a port beside the chip has no profile', () => {
    const text = switchSite(quiet, qos)
      .replace('CRS326-24G-2S+', 'CRS312-4C+8XG')
      .replace(
        'ether1: { vlan: left }',
        'ether1: { vlan: left }\n      ether9: { routed: 192.0.2.1/30, qos: { profile: voice } }',
      );
    const [found] = lowerSite(text).diagnostics.filter(({ code }) => code === 'lower/port-without-chip');
    expect(found && textAt(found)).toBe('voice');
  });
});

describe('ACL rules that mark', () => {
  const acl = (rules: string, name = 'marking') =>
    `  ${name}:\n    from: far\n    rules:\n${rules}      - permit: any\n`;
  const marked = (match: string, profile: string) => `      - permit: ${match}\n        qos: ${profile}\n`;
  const tableOf = (lowered: LoweredSite) =>
    switchRulesOf(lowered).map((item) => [printSwitchRule(item), item.properties.get('new-qos-profile')?.value]);

  test('are switch rules, and the raw table lets their packets pass', () => {
    const denied = '      - deny: { to: 198.51.100.0/24 }\n';
    const lowered = lowerSite(switchSite(acl(marked('{ to: 198.51.100.7 }', 'voice') + denied), qos));
    expect(lowered.diagnostics).toEqual([]);
    expect(tableOf(lowered)).toEqual([
      ['pass → 198.51.100.7/32 at ether3,ether4 tag 4', 'voice'],
      ['drop → 198.51.100.0/24 at ether3,ether4 tag 4', undefined],
    ]);
    expect(lowered.value.choices[0]?.form).toBe(
      'switch rule that marks with QoS profile voice, and the same in the raw table for when the CPU routes',
    );
    expect(propertiesOf(lowered, '/ip/firewall/raw').filter((text) => text.includes('198.51.100.7'))).toEqual([
      'chain=rosc-acl-marking action=return dst-address=198.51.100.7',
    ]);
  });

  test('have a rate as well', () => {
    const limited = `${marked('{ to: 198.51.100.7 }', 'voice')}        rate: 10Mbps\n`;
    const lowered = lowerSite(switchSite(acl(limited), qos));
    expect(propertiesOf(lowered, switchRuleMenu)[0]).toContain('rate=10000000 new-qos-profile=voice');
    expect(lowered.value.choices[0]?.form).toBe(
      'switch rule that lets pass at most 10 Mbit/s and marks with QoS profile voice',
    );
  });

  test('of two for one packet the higher traffic class wins, in any order', () => {
    const low = (name: string) => acl(marked('{ to: 198.51.100.0/24 }', 'bulk'), name);
    const high = (name: string) => acl(marked('{ to: 198.51.100.0/25 }', 'voice'), name);
    const expected = [
      ['pass → 198.51.100.0/25 at ether3,ether4 tag 4', 'voice'],
      ['pass → 198.51.100.0/24 at ether3,ether4 tag 4', 'bulk'],
    ];
    expect(tableOf(lowerSite(switchSite(low('one') + high('two'), qos)))).toEqual(expected);
    expect(tableOf(lowerSite(switchSite(high('one') + low('two'), qos)))).toEqual(expected);
  });

  test('the proof looks at marks', () => {
    const lowered = lowerSite(switchSite(acl(marked('{ to: 198.51.100.7 }', 'voice')), qos));
    const rules = switchRulesOf(lowered);
    expect(proof(lowered, rules)).toEqual([]);
    const [found] = proof(lowered, [remarked(rules[0], 'bulk'), ...rules.slice(1)]);
    expect(found?.code).toBe('lower/policy-not-equal');
    expect(found?.what).toContain('pass marked bulk instead of pass marked voice');
    expect(proof(lowered, rules.slice(1))[0]?.what).toContain('pass instead of pass marked voice');
  });

  test('are kept when the table is full, and others go to the CPU', () => {
    const wide = '      - deny: { to: 198.51.100.128/25, protocol: tcp, port: 1-200 }\n';
    const lowered = lowerSite(
      switchSite(acl(marked('{ to: 198.51.100.7, protocol: tcp, port: 1-5 }', 'voice') + wide), qos),
    );
    expect(lowered.diagnostics.map(({ code }) => code)).toEqual(['lower/acl-on-cpu']);
    expect(tableOf(lowered).map(([, mark]) => mark)).toEqual([...Array(5).fill('voice'), undefined]);
  });

  test.each([
    ['a policy route to the CPU', '    pbr: [{ name: other, from: far, via: 10.0.3.9 }]\n', 'other'],
    ['a way out that the CPU serves', '    nat: [{ masquerade: far, out: internet }]\n', 'internet'],
  ])('%s leaves markings as they were', (_, more, at) => {
    const routed = 'ether5: { routed: 192.0.2.1/30, zone: internet }';
    const text = switchSite(acl(marked('{ to: internet }', 'voice')), qos + more)
      .replace('ether2: { vlan: right }', `ether2: { vlan: right }\n      ${routed}`)
      .replace('    gateways:', '    routes: [{ to: 0.0.0.0/0, via: 192.0.2.2 }]\n    gateways:');
    const [found] = lowerSite(text).diagnostics.filter(({ code }) => code === 'lower/acl-mark-on-cpu');
    expect([found && textAt(found), found?.severity]).toEqual(['voice', 'warning']);
    expect(found && textAt(found, 1)).toContain(at);
  });

  test.each(['vlan', 'port'])('so does a %s off hardware routing', (kind) => {
    const text = switchSite(acl(marked('{ to: 198.51.100.7 }', 'voice')), qos).replace('7.20.8', '7.21');
    const off =
      kind === 'vlan'
        ? text.replace('10.0.4.0/24 }', '10.0.4.0/24, l3-offload: false }')
        : text
            .replace('from: far', 'from: outside')
            .replace('ether2:', 'ether5: { routed: 192.0.2.1/30, zone: outside, l3-offload: false }\n      ether2:');
    const [found] = lowerSite(off).diagnostics;
    expect([found?.code, found && textAt(found, 1)]).toEqual(['lower/acl-mark-on-cpu', 'false']);
  });

  test('where the CPU alone routes, a mark is refused', () => {
    const text = switchSite(acl(marked('{ to: 198.51.100.7 }', 'default')), '').replace(
      'CRS326-24G-2S+',
      'RB5009UG+S+IN',
    );
    const [found] = lowerSite(text).diagnostics;
    expect([found?.code, found && textAt(found)]).toEqual(['lower/acl-mark-without-chip', 'default']);
  });

  test('no rule marks at a version that cannot', () => {
    const text = switchSite(acl(marked('{ to: 198.51.100.7 }', 'default'))).replace('7.20.8', '7.14.3');
    const lowered = lowerSite(text.replace('ether4: { trunk: [left, right, far] }', 'ether4: { vlan: right }'));
    expect(lowered.diagnostics.map(({ code }) => code)).toEqual(['lower/qos-too-old']);
    expect(tableOf(lowered)).toEqual([]);
  });
});

describe('mistakes', () => {
  const many = Array.from({ length: 128 }, (_, index) => `p${index}: { traffic-class: 1 }`).join(', ');
  const cases: readonly (readonly [name: string, text: string, ...expected: (readonly [string, string])[]])[] = [
    [
      'a port names a profile that is none',
      switchSite(quiet, qos).replace('vlan: left }', 'vlan: left, qos: { profile: voyce } }'),
      ['intent/unknown-name', 'voyce'],
    ],
    [
      'a map names a profile that is none',
      switchSite(quiet, `${qos}      map: { dscp: { 46: voise } }\n`),
      ['intent/unknown-name', 'voise'],
    ],
    [
      'an ACL names a profile that its device does not have',
      switchSite(
        '  marking:\n    from: far\n    rules:\n      - permit: any\n        qos: voice\n',
        '    qos: { trust: none }\n',
      ),
      ['intent/unknown-name', 'voice'],
    ],
    [
      'a marking means two things',
      switchSite(quiet, `${qos}      map: { dscp: { 40-47: bulk, "8,46": voice } }\n`),
      ['intent/qos-map-twice', '"8,46"'],
    ],
    [
      'the name of the built-in profile',
      switchSite(quiet, qos.replace('bulk:', 'default:')),
      ['intent/name-taken', 'default'],
    ],
    ['a DSCP out of range', switchSite(quiet, qos.replace('46', '64')), ['intent/bad-value', '64']],
    ['a marking out of range', switchSite(quiet, `${qos}      map: { pcp: { 8: bulk } }\n`), ['intent/bad-value', '8']],
    [
      'markings upside down',
      switchSite(quiet, `${qos}      map: { dscp: { 47-40: bulk } }\n`),
      ['intent/bad-value', '47-40'],
    ],
    [
      'a profile for what is denied',
      switchSite('  marking:\n    from: far\n    rules:\n      - deny: any\n        qos: voice\n', qos),
      ['intent/bad-value', 'voice'],
    ],
    [
      'profiles without a chip',
      switchSite(quiet, qos).replace('CRS326-24G-2S+', 'RB5009UG+S+IN'),
      ['lower/qos-without-chip', 'profiles'],
    ],
    ['profiles before 7.15', switchSite(quiet, qos).replace('7.20.8', '7.14.3'), ['lower/qos-too-old', 'profiles']],
    [
      'more profiles than the chip holds',
      switchSite(quiet, `    qos: { profiles: { ${many} } }\n`),
      ['lower/qos-profiles-full', 'profiles'],
    ],
  ];

  test.each(cases.map(([name, text, ...expected]) => ({ name, text, expected })))('$name', ({ text, expected }) => {
    const { value: intent, diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
    const target = intent?.devices.get('core')?.target;
    const lowered = intent && target ? lower(intent, 'core', target).diagnostics : [];
    const ofQos = [...diagnostics, ...lowered].filter(({ code }) => code !== 'lower/bond-in-switch-rule');
    expect(ofQos.map((each) => [each.code, textAt(each)])).toEqual(expected);
  });

  test('the nearest profile is offered', () => {
    const text = switchSite(quiet, qos).replace('vlan: left }', 'vlan: left, qos: { profile: voyce } }');
    const [found] = loadIntent({ path: 'site.yaml', text }, { profiles }).diagnostics;
    expect(found?.fix?.title).toBe('write `voice`');
  });
});

/** The text under the mark of a diagnostic, or under one of the others. */
function textAt({ primary, related }: Diagnostic, index = 0): string {
  const at = [primary, ...related][index]?.at;
  return at?.kind === 'source' ? at.file.text.slice(at.start, at.end) : '';
}

function remarked(item: Item | undefined, profile: string): Item {
  if (!item) throw new Error('the table is empty');
  const properties = new Map(item.properties).set('new-qos-profile', { value: profile, origin: item.origin });
  return { ...item, properties };
}

/** What the proof says when the device had these switch rules. */
function proof({ intent, value }: LoweredSite, table: readonly Item[]): readonly Diagnostic[] {
  const device = intent.devices.get(value.device);
  if (!device) throw new Error('no such device');
  const layout = layOut(intent, device);
  const { target } = value;
  const context: LowerContext = { intent, device, target, layout, draft: makeDraft(), diagnostics: [], choices: [] };
  const others = value.config.items.filter((item) => item.menu !== switchRuleMenu);
  const space = ingressSpace(layout, target);
  const config = { items: [...others, ...table] };
  return proveTable(context, { layers: policyLayers(context, space), space, config, sent: [] });
}
