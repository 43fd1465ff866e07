import { it } from 'vitest';
import { createVirtualClock } from '../src/device/sim/clock.ts';
import { createRandom } from '../src/device/sim/random.ts';
import { createSimulator } from '../src/device/sim/simulator.ts';
import { buildNetwork } from '../src/forwarding/build.ts';
import { decideFlow } from '../src/forwarding/decide.ts';
import { worse } from '../src/model/placement.ts';
import { parsePrefix } from '../src/model/prefix.ts';
import { factoryConfig } from '../src/profile/factory.ts';
import { evaluateScript } from '../src/rsc/evaluate.ts';
import { parseRsc } from '../src/rsc/parser.ts';
import { packet, rig as rig0 } from './support/sim-rig.ts';
import { targetOf } from './support/sim-target.ts';

const left = { address: '10.0.2.2', mac: '02:00:00:00:02:02', port: 'sfp-sfpplus1' };
const right = { address: '10.0.3.2', mac: '02:00:00:00:03:02', port: 'sfp-sfpplus2' };
const rigs = [rig0,
rig0.replace('/interface bridge port', '/interface bonding\nadd mode=802.3ad name=bond1 slaves=sfp-sfpplus1\n/interface bridge port').replace('interface=sfp-sfpplus1', 'interface=bond1'),
rig0.replace('add address=10.0.3.1/24 interface=right','add address=10.0.3.1/24 interface=sfp-sfpplus2').replace(/add bridge=bridge .*sfp-sfpplus2 pvid=3\n/,'').replace('add interface=bridge name=right vlan-id=3','add interface=bridge name=other vlan-id=3'),
rig0.replace('/interface bridge port','/interface bridge\nadd name=b2 vlan-filtering=yes\n/interface bridge port').replace(/add bridge=bridge (.*sfp-sfpplus2 pvid=3)/,'add bridge=b2 $1').replace('add interface=bridge name=right','add interface=b2 name=right').replace('add bridge=bridge tagged=bridge vlan-ids=3','add bridge=b2 tagged=b2 vlan-ids=3').replace('/interface vlan\nadd interface=bridge name=left vlan-id=2\nadd interface=b2 name=right vlan-id=3\n','').replace('/ip address','/interface vlan\nadd interface=bridge name=left vlan-id=2\nadd interface=b2 name=right vlan-id=3\n/ip address'),
];
const tweaks = [
  '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=right',
  '/interface/bonding/set [find] mode=active-backup',
  '/interface/bonding/set [find] mode=balance-rr',
  '/ip/firewall/filter/add chain=forward action=fasttrack-connection hw-offload=no connection-state=established,related',
  '/interface/ethernet/set sfp-sfpplus2 mac-address=02:AA:00:00:00:01',
  '/interface/bridge/set bridge admin-mac=02:BB:00:00:00:01 auto-mac=no',
  '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.2.99',
  '/routing/rule/add src-address=10.0.2.0/24 action=lookup table=main',
  '/interface/bridge/port/set [find interface=sfp-sfpplus2] frame-types=admit-only-vlan-tagged',
  '/interface/bridge/port/set [find interface=sfp-sfpplus2] pvid=5',
  '/interface/bridge/set bridge vlan-filtering=no',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 vlan-id=2 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 vlan-id=9 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=udp dst-port=514',
  '/ip/firewall/raw/add chain=prerouting action=notrack',
  '/interface/vlan/set [find vlan-id=2] use-service-tag=yes',
  '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set sfp-sfpplus2 l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set sfp-sfpplus1 l3-hw-offloading=no',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=tcp dst-port=514 new-dst-ports=""',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus2 mac-protocol=ip src-address=10.0.3.0/24 dst-address=10.0.2.0/24 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule/add switch=switch1 mac-protocol=ip protocol=udp new-dst-ports=""',
  '/interface/bridge/port/set [find interface=sfp-sfpplus2] hw=no',
  '/interface/bridge/port/set [find interface=sfp-sfpplus1] horizon=1',
  '/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2',
  '/interface/bridge/set bridge dhcp-snooping=yes',
  '/interface/bridge/set bridge igmp-snooping=yes',
  '/interface/bridge/settings/set use-ip-firewall=yes',
  '/ip/settings/set allow-fast-path=no',
  '/ip/settings/set ip-forward=no',
  '/ip/firewall/filter/add chain=forward action=drop protocol=tcp dst-port=514',
  '/ip/firewall/filter/add chain=forward action=fasttrack-connection connection-state=established,related',
  '/ip/firewall/filter/add chain=forward action=accept connection-state=established,related',
  '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
  '/ip/firewall/filter/add chain=forward action=accept in-interface=left',
  '/ip/firewall/filter/add chain=forward action=drop in-interface=right connection-state=new',
  '/ip/firewall/mangle/add chain=forward action=mark-packet new-packet-mark=x',
  '/ip/firewall/connection/tracking/set enabled=yes',
  '/ip/firewall/connection/tracking/set enabled=no',
  '/interface/vlan/set right mtu=1400',
  '/interface/vlan/set left disabled=yes',
  '/interface/ethernet/set sfp-sfpplus2 disabled=yes',
  '/ip/route/add dst-address=10.0.3.0/25 blackhole',
  '/interface/bridge/vlan/set [find vlan-ids=2] tagged=""',
  '/ip/vrf/add name=cust interfaces=right',
  '/interface/bridge/set bridge protocol-mode=mstp',
  '/queue/simple/add name=q target=10.0.2.0/24',
];
it('diff', () => {
  const rnd = createRandom(Number(process.env.SEED ?? 1));
  const seen = new Map<string, { n: number; ex: string }>();
  const N = Number(process.env.N ?? 400);
  let same = 0;
  const known = (process.env.SKIP ?? '').split(',').filter(Boolean).map(Number);
  for (let i = 0; i < N; i++) {
    const chosen = tweaks.filter((_, k) => !known.includes(k) && rnd.chance(0.06));
    const version = rnd.pick(['7.14.3', '7.18.2', '7.21.5', '7.24.5'])!;
    const model = rnd.pick(['CRS326-24G-2S+', 'CRS309-1G-8S+'])!;
    const protocol = rnd.pick(['tcp', 'udp'])!;
    const target = targetOf(model, version);
    const rig = rnd.pick(rigs)!; const toIf = rig === rigs[2] ? 'sfp-sfpplus2' : 'right';
    let sim;
    const pre = model.startsWith('CRS309') ? (s: string) => s.replaceAll('ether5', 'sfp-sfpplus5') : (s: string) => s;
    try {
      sim = createSimulator({ target, clock: createVirtualClock(), script: rig + chosen.map(pre).join('\n') });
    } catch (_e) {
      continue;
    }
    sim.attach(left);
    sim.attach(right);
    const P = (a: typeof left, b: typeof left, sp: number, dp: number, syn: boolean, ack: boolean) =>
      packet(a, b, { protocol, sourcePort: sp, destinationPort: dp, syn, ack });
    const fwd = () => P(left, right, 50000, 514, false, true);
    const rev = () => P(right, left, 514, 50000, false, true);
    const j0 = sim.inject(P(left, right, 50000, 514, true, false));
    sim.inject(P(right, left, 514, 50000, true, true));
    sim.inject(fwd());
    sim.inject(rev());
    const f = sim.inject(fwd());
    const r = sim.inject(rev());
    const staged = evaluateScript(
      parseRsc({ path: 'x.rsc', text: `${rig + chosen.map(pre).join('\n')}\n` }).value,
      factoryConfig(target),
    );
    const network = buildNetwork(staged.value, target);
    const flow = {
      name: 'f',
      origin: { kind: 'device', device: 'd', menu: '/', key: '' },
      from: { label: 'left', interfaces: ['left'], prefixes: [parsePrefix('10.0.2.2/32')!], internet: false },
      to: { label: 'right', interfaces: [toIf], prefixes: [parsePrefix('10.0.3.2/32')!], internet: false },
      protocol,
      ports: [{ from: 514, to: 514 }],
      oneWay: false,
    } as any;
    let v;
    try {
      v = decideFlow(network, flow);
    } catch (e) {
      v = { placement: `threw ${String(e).slice(0, 80)}`, because: [], cpuPath: '' } as any;
    }
    const simP = [...f.bypassed, ...r.bypassed.filter((b) => !b.includes('(new)'))].length > 0 ? 'unpredictable' : f.placement === 'dropped' || (j0.placement === 'dropped' && f.placement === 'dropped')
        ? 'dropped'
        : worse(f.placement, r.placement);
    if (f.unmodelled.length) continue; if (v.placement === simP) {
      same++;
      continue;
    }
    const key = `static=${v.placement}/${v.cpuPath ?? ''} sim=${f.placement}/${f.cpuPath ?? ''},${r.placement}/${r.cpuPath ?? ''}`;
    const ex = `rig${rigs.indexOf(rig)} ${model} ${version} ${protocol}\n    ${chosen.join('\n    ')}\n   because ${v.because.map((b: any) => b.code).join(',')}\n   sim f: ${f.stages.map((s) => s.text).join(' | ')}\n   sim r: ${r.stages.map((s) => s.text).join(' | ')} unmod=${f.unmodelled}`;
    const k = seen.get(key);
    if (!k) seen.set(key, { n: 1, ex });
    else {
      k.n++;
      if (ex.length < k.ex.length) k.ex = ex;
    }
  }
  console.log('same', same, 'of', N);
  for (const [k, { n, ex }] of [...seen].sort((a, b) => b[1].n - a[1].n)) console.log(n, k, '\n  ', ex);
}, 300000);
