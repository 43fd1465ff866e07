// What the device calls things is in its configuration, in the ends of flows and in what the post-check asks for; what
// is forwarded how does not hang on it.

import { expect, test } from 'vitest';
import { analyseSource, isAnalysed, siteReport } from '../../src/pipeline/analyse/analyse-site.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { lowerSite } from '../support/lower-site.ts';
import { change, read, validSite } from '../support/valid-site.ts';

const hosts = 'hosts:\n  box: { device: core, port: ether1, address: 10.0.2.9 }\n';
const plain = `${validSite}${hosts}`;
const named = `${change('    ports:', "    names: { bridge: ether1, ether1: bridge, ether9: 'to the provider', left: 10 left }\n    ports:")}${hosts}`;

test('names that change places are told apart everywhere', () => {
  const { config, flows, hosts: asked } = lowerSite(read(named), 'core').value;
  const rows = (menu: string) => config.items.filter((item) => item.menu === menu);
  const said = (menu: string, name: string) => rows(menu).map(({ properties }) => properties.get(name)?.value);
  expect(said('/interface/bridge', 'name')).toEqual(['ether1']);
  expect(said('/interface/bridge/port', 'interface')).toContain('bridge');
  expect(new Set(said('/interface/bridge/port', 'bridge'))).toEqual(new Set(['ether1']));
  expect(said('/interface/vlan', 'name')).toContain('10 left');
  expect(said('/ip/address', 'interface')).toEqual(expect.arrayContaining(['10 left', 'to the provider']));
  expect(flows.map(({ from }) => from.interfaces)).toContainEqual(['10 left']);
  expect(asked).toEqual([expect.objectContaining({ interface: '10 left', port: 'bridge' })]);
});

test('the verdicts are those of the site without names', () => {
  const verdicts = (text: string) => {
    const analysed = analyseSource({ path: 'site.yaml', text }, { value: builtInProfiles(), diagnostics: [] }, {});
    if (!isAnalysed(analysed)) throw new Error(analysed.diagnostics.map(({ what }) => what).join('\n'));
    return siteReport(analysed).devices.map(({ flows = [], verdicts: items }) => ({
      flows: flows.map(({ placement }) => placement),
      items: items.map(({ kind, placement, because }) => [kind, placement, because]),
    }));
  };
  expect(verdicts(named)).toEqual(verdicts(plain));
});
