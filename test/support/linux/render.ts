// A configuration as the commands that make the Linux kernel do what RouterOS documents its CPU to do. Shares no code
// with `src/forwarding` nor with the simulated device, which it judges.

import { type Config, propertyValue } from '../../../src/model/config.ts';
import type { Setup } from './job.ts';
import { firewallScript } from './render-firewall.ts';
import { addressesOf, addressLines, isPortless, linkLines, portsOf } from './render-interfaces.ts';
import { routeLines, ruleLines } from './render-routes.ts';
import { enabled, newRendering, notJudged, type Rendering } from './rendering.ts';

export interface Rendered
  extends Pick<Rendering, 'missing' | 'rules' | 'constructs' | 'connectionMarks' | 'packetMarks' | 'tables'> {
  readonly setup: Setup;
}

export function renderKernel(config: Config): Rendered {
  const rendering = newRendering(config);
  const addresses = addressesOf(rendering);
  const ports = portsOf(rendering, addresses);
  const taps = ports.filter(({ name }) => !isPortless(rendering, name));
  if (taps.length < ports.length) rendering.constructs.add('bridge without ports');
  // Before the rules, which then know all tables that a mark can name.
  const firewall = ([4, 6] as const).map((family) => firewallScript(rendering, family)).join('');
  const linesOf = (family: 4 | 6) =>
    [
      ...addressLines(addresses, ports, family),
      ...routeLines(rendering, addresses, family),
      ...ruleLines(rendering, family),
      '',
    ].join('\n');
  const setup = {
    ports: taps,
    sysctl: sysctls(rendering),
    links: linkLines(ports, taps),
    ip4: linesOf(4),
    // With IPv6 off the kernel takes none of it.
    ip6: isWithoutIpv6(rendering) ? '' : linesOf(6),
    nft: firewall,
  };
  return { ...rendering, setup };
}

function isWithoutIpv6(rendering: Rendering): boolean {
  const [settings] = enabled(rendering, '/ipv6/settings');
  return (settings && propertyValue(settings, 'disable-ipv6')) === 'yes';
}

/** Manual, cli-reference/ip/settings and ipv6/settings: `ip-forward`, `rp-filter`, `forward`, `disable-ipv6`. */
function sysctls(rendering: Rendering): Setup['sysctl'] {
  const [ip] = enabled(rendering, '/ip/settings');
  const [ipv6] = enabled(rendering, '/ipv6/settings');
  const forwards = (ip && propertyValue(ip, 'ip-forward')) !== 'no';
  const forwards6 = (ipv6 && propertyValue(ipv6, 'forward')) !== 'no';
  const filter = (ip && propertyValue(ip, 'rp-filter')) ?? 'no';
  rendering.constructs.add(`rp-filter: ${filter}`);
  // Without VRF devices the kernel looks the way back up in `main`.
  if (filter !== 'no' && enabled(rendering, '/ip/vrf').length > 0) notJudged(rendering, 'rp-filter beside VRFs');
  const hash = '1';
  return {
    ipv4: {
      forwarding: forwards ? '1' : '0',
      rp_filter: { no: '0', strict: '1', loose: '2' }[filter] ?? '0',
    },
    ipv6: {
      forwarding: forwards6 ? '1' : '0',
      accept_dad: '0',
      dad_transmits: '0',
      // The kernel would make link addresses some time later, and asks for no neighbour before.
      addr_gen_mode: '1',
      disable_ipv6: isWithoutIpv6(rendering) ? '1' : '0',
    },
    other: { 'net/ipv4/fib_multipath_hash_policy': hash, 'net/ipv6/fib_multipath_hash_policy': hash },
  };
}
