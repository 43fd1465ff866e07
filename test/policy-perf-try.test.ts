import { test } from 'vitest';
import { loadIntent } from '../src/intent/load.ts';
import { lower } from '../src/lower/lower.ts';
import { builtInProfiles } from './support/built-in-profiles.ts';
import { switchSite } from './support/policy-site.ts';

const profiles = builtInProfiles();
const shapes: Readonly<Record<string, (index: number) => string>> = {
  'hosts of the outside': (index) => `{ to: 172.${16 + (index % 8)}.${(index * 37) % 256}.${(index * 101) % 256} }`,
  'ports of networks': (index) =>
    `{ to: 172.16.${index % 64}.0/24, protocol: ${index % 3 ? 'tcp' : 'udp'}, port: ${(index * 7) % 900} }`,
  'pairs of ends': (index) =>
    `{ from: 10.0.2.${(index * 29) % 256}, to: 172.16.${(index * 53) % 256}.0/24, protocol: tcp, port: ${index % 5} }`,
};
const numbers = Array.from({ length: 2000 }, (_, index) => index);
for (const [kind, match] of Object.entries(shapes)) {
  test(`${kind}`, () => {
    const lines = numbers.map((index) => `      - ${index % 3 ? 'deny' : 'permit'}: ${match(index)}\n`);
    const text = switchSite(`  big:\n    from: left\n    rules:\n${lines.join('')}      - permit: any\n`);
    for (let k = 0; k < 2; k++) {
      const t0 = performance.now();
      const { value } = loadIntent({ path: 'site.yaml', text }, { profiles });
      const t1 = performance.now();
      const target = value?.devices.get('core')?.target;
      if (!value || !target) throw new Error('x');
      const low = lower(value, 'core', target);
      const t2 = performance.now();
      console.log(
        kind,
        'load',
        Math.round(t1 - t0),
        'lower',
        Math.round(t2 - t1),
        'entries',
        low.value.config.items.filter((i) => i.menu.endsWith('switch/rule')).length,
        low.diagnostics.map((d) => d.code).join(),
      );
    }
  }, 60000);
}
