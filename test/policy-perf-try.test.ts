import { test } from 'vitest';
import { loadIntent } from '../src/intent/load.ts';
import { lower } from '../src/lower/lower.ts';
import { builtInProfiles } from './support/built-in-profiles.ts';
const profiles = builtInProfiles();
const site = (rules: string, model = 'CRS326-24G-2S+') => `version: 1
site: test
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: ${model}
    routeros: 7.20.8
    management: { port: ether1, address: 192.168.88.1/24 }
    ports:
      sfp-sfpplus1: { vlan: left }
      sfp-sfpplus2: { vlan: right }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
acls:
  big:
    from: left
    rules:
${rules}
      - permit: any
`;
function rnd(seed: number) { let s = seed; return (n: number) => { s = (s * 1103515245 + 12345) & 0x7fffffff; return (s >> 8) % n; }; }
const kinds: Record<string, (n: number) => string> = {
  hosts: (n) => { const r = rnd(1); return Array.from({ length: n }, () => `      - deny: { to: 172.${16 + r(8)}.${r(256)}.${r(256)} }`).join('\n'); },
  mixed: (n) => { const r = rnd(2); return Array.from({ length: n }, () => `      - ${r(3) ? 'deny' : 'permit'}: { to: 172.16.${r(64)}.${r(4) * 64}/${26 - r(3) * 0}, protocol: ${r(2) ? 'tcp' : 'udp'}, port: ${r(20) * 10} }`).join('\n'); },
  srcdst: (n) => { const r = rnd(3); return Array.from({ length: n }, () => `      - ${r(3) ? 'deny' : 'permit'}: { from: 10.0.2.${r(256)}, to: 172.16.${r(256)}.0/24, protocol: tcp, port: ${r(5)} }`).join('\n'); },
  wild: (n) => { const r = rnd(4); return Array.from({ length: n }, () => `      - ${r(3) ? 'deny' : 'permit'}: { from: 10.0.2.${r(16) * 16}/28, to: 172.16.${r(16) * 16}.0/20, protocol: tcp, port: ${r(200)} }`).join('\n'); },
};
for (const [kind, make] of Object.entries(kinds)) {
  for (const n of [1000, 2000]) {
    test(`${kind} ${n}`, () => {
      const t0 = performance.now();
      const { value } = loadIntent({ path: 'site.yaml', text: site(make(n)) }, { profiles });
      const t1 = performance.now();
      const target = value?.devices.get('core')?.target;
      if (!value || !target) throw new Error('x');
      const low = lower(value, 'core', target);
      const t2 = performance.now();
      console.log(kind, n, 'load', Math.round(t1 - t0), 'lower', Math.round(t2 - t1), 'entries', low.value.config.items.filter((i) => i.menu.endsWith('switch/rule')).length, low.diagnostics.map((d) => d.code).join());
    }, 60000);
  }
}
