// The target that is made of a model at a RouterOS version, the spellings that lead to it, and its factory items.

import { describe, expect, test } from 'vitest';
import { itemsOf } from '../../src/model/config.ts';
import { version } from '../../src/model/version.ts';
import { factoryConfig } from '../../src/profile/factory.ts';
import { findModel, modelNames } from '../../src/profile/find-model.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { Target } from '../../src/profile/target.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';

const profiles = builtInProfiles();
const models = [...profiles.models.values()];

function target(model: string, routeros = '7.20'): Target {
  const made = makeTarget(profiles, model, version(routeros));
  if (!made) throw new Error(`no profile of ${model}`);
  return made;
}

describe('a target', () => {
  test.each([
    ['CRS309-1G-8S+', '7.23.3', 'l3.vrf', false],
    ['CRS309-1G-8S+', '7.24rc3', 'l3.vrf', false],
    ['CRS309-1G-8S+', '7.24', 'l3.vrf', true],
    ['CRS326-24G-2S+', '7.24', 'l3.vrf', false],
    ['CRS312-4C+8XG', '7.17.2', 'l3.vxlan', false],
    ['CRS312-4C+8XG', '7.18', 'l3.vxlan', true],
    ['CRS804-4DDQ', '7.24', 'l3.vxlan', false],
    ['CRS326-24G-2S+', '7.20.8', 'l3.vlan-flag', false],
    ['CRS326-24G-2S+', '7.21', 'l3.vlan-flag', true],
    ['CRS354-48G-4S+2Q+', '7.20', 'acl.rules', 170],
    ['CRS812-8DS-2DQ-2DDQ', '7.22', 'l3.vrf', undefined],
    ['RB450Gx4', '7.20', 'l3.offload', false],
  ] as const)('%s at %s: %s is %s', (model, routeros, key, value) => {
    expect(target(model, routeros).switches[0]?.fact(key)?.value).toBe(value);
  });

  test('knows which ports are not on the chip that routes', () => {
    const offChip = Object.fromEntries(
      models
        .map(({ model }) => target(model))
        .filter(({ offloadSwitch }) => offloadSwitch)
        .map(({ model, ports, offloadSwitch }) => {
          const off = [...ports.values()].filter((port) => port.switch !== offloadSwitch);
          return [model, off.map((port) => `${port.name} ${port.switch?.chip ?? 'CPU'}`)] as const;
        })
        .filter(([, off]) => off.length > 0),
    );
    expect(offChip).toMatchInlineSnapshot(`
      {
        "CCR2116-12G-4S+": [
          "ether13 CPU",
        ],
        "CCR2216-1G-12XS-2XQ": [
          "ether1 CPU",
        ],
        "CRS304-4XG": [
          "ether5 CPU",
        ],
        "CRS312-4C+8XG": [
          "ether9 Atheros8227",
        ],
        "CRS320-8P-8B-4S+": [
          "ether17 CPU",
        ],
        "CRS326-24S+2Q+": [
          "ether1 Atheros8227",
        ],
        "CRS326-4C+20G+2Q+": [
          "ether21 Atheros8227",
        ],
        "CRS354-48G-4S+2Q+": [
          "ether49 Atheros8227",
        ],
        "CRS354-48P-4S+2Q+": [
          "ether49 Atheros8227",
        ],
        "CRS418-8P-8G-2S+": [
          "ether17 CPU",
        ],
        "CRS418-8P-8G-2S+5axQ2axQ": [
          "ether17 CPU",
        ],
        "CRS504-4XQ": [
          "ether1 Atheros8227",
        ],
        "CRS510-8XS-2XQ": [
          "ether1 Atheros8227",
        ],
        "CRS518-16XS-2XQ": [
          "ether1 Atheros8227",
        ],
        "CRS520-4XS-16XQ": [
          "ether1 CPU",
          "ether2 CPU",
        ],
        "CRS804-4DDQ": [
          "ether1 CPU",
          "ether2 CPU",
        ],
        "CRS812-8DS-2DQ-2DDQ": [
          "ether1 CPU",
          "ether2 CPU",
        ],
        "RDS2216-2XG-4S+4XS-2XQ": [
          "ether3 CPU",
        ],
      }
    `);
  });

  test('carries the grade and source of each fact into what a rule says', () => {
    const crs326 = target('CRS326-24G-2S+', '7.14.3');
    expect(crs326.fact('ceiling.slow')?.value).toEqual([{ pps: 60_000, packetBytes: 1500, bps: 680e6 }]);
    expect(crs326.fact('ceiling.slow')?.says('the CPU forwards 60 kpps')).toEqual({
      grade: 'reported',
      claim: 'the CPU forwards 60 kpps',
      citation: 'field/crs326-l3hw-2024',
    });
    expect(target('CRS309-1G-8S+').offloadSwitch?.fact('l3.routes.ipv4')?.bound).toBe('up-to');
  });

  test('is not made of a model that nobody describes', () => {
    expect(makeTarget(profiles, 'CRS999', version('7.20'))).toBeUndefined();
  });
});

test.each([
  ['CRS326-24G-2S+RM', 'CRS326-24G-2S+'],
  ['crs326-24g-2splusin', 'CRS326-24G-2S+'],
  ['RouterBOARD 450Gx4', 'RB450Gx4'],
  ['RouterBOARD 3011UiAS', 'RB3011UiAS'],
  ['hAP ax³', 'C53UiG+5HPaxD2HPaxD'],
  ['RB5009UPr+S+', 'RB5009UG+S+'],
  // RouterOS 6 leaves the series letters out, and codes end in case, region and revision.
  ['951Ui-2HnD', 'RB951Ui-2HnD'],
  ['RouterBOARD D52G-5HacD2HnD-TCr2', 'RBD52G-5HacD2HnD'],
  ['RouterBOARD 750 r2', 'RB750r2'],
  ['CCR1036-8G-2S+r2', 'CCR1036-8G-2S+'],
  ['RB750Gr3', 'RB750Gr3'],
  ['cAPGi-5HaxD2HaxD&EG12-EA', 'cAPGi-5HaxD2HaxD'],
  ['S53UG+5HaxD2HaxD-TC&RG502Q-EA', 'S53UG+5HaxD2HaxD'],
  ['CRS999', undefined],
  ['CRS999-RM', undefined],
])('%s is the model %s', (spelling, id) => {
  expect(findModel(profiles, spelling)?.id).toBe(id);
});

test('every listed name leads to a model', () => {
  expect(modelNames(profiles).filter((name) => !findModel(profiles, name))).toEqual([]);
});

test('the factory configuration has every port, and the CPU’s port last', () => {
  const config = factoryConfig(target('CRS312-4C+8XG'));
  const names = (menu: `/${string}`) => itemsOf(config, menu).map(({ key }) => key);
  const ports = ['ether9', ...range('ether', 8), ...range('combo', 4)];
  expect(names('/interface/ethernet')).toEqual(ports);
  expect(names('/interface/ethernet/switch')).toEqual(['switch1', 'switch2']);
  // As the manual prints them for this device.
  expect(names('/interface/ethernet/switch/port')).toEqual([...ports, 'switch1-cpu', 'switch2-cpu']);
  const [ether9] = itemsOf(config, '/interface/ethernet/switch/port');
  expect(ether9?.state?.get('switch')).toBe('switch2');
});

function range(stem: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${stem}${index + 1}`);
}
