// A first site for a model: two VLANs on its ports, routed between each other, and a port to manage it by. It is sound as
// it stands, so that its author starts from something that works.

import type { Port, Target } from '../profile/target.ts';
import { foldPorts } from './fold-ports.ts';
import { printSite } from './print-site.ts';
import type { PortDraft, SiteDraft } from './site-draft.ts';

export interface StarterOptions {
  readonly site: string;
  readonly device: string;
  /** Where the JSON Schema is, relative to the site. */
  readonly schema: string;
}

export function starterSite(target: Target, { site, device, schema }: StarterOptions): string {
  const { management, data } = portsOf(target);
  const half = Math.ceil(data.length / 2);
  const ports = data.map(({ name }, index): [string, PortDraft] => [
    name,
    { vlan: index < half ? 'office' : 'servers' },
  ]);
  const isSplit = data.length > 1;
  const draft: SiteDraft = {
    version: 1,
    site,
    vlans: {
      office: { id: 10, ipv4: '10.0.10.0/24' },
      ...(isSplit && { servers: { id: 20, ipv4: '10.0.20.0/24' } }),
    },
    devices: {
      [device]: {
        model: target.model,
        routeros: target.routeros.text,
        ...(management && { management: { port: management.name, address: '192.168.88.1/24' } }),
        ports: foldPorts(Object.fromEntries(ports), target),
        gateways: { office: '10.0.10.1', ...(isSplit && { servers: '10.0.20.1' }) },
      },
    },
    ...(isSplit && {
      flows: [{ from: 'office', to: 'servers', ...(target.offloadSwitch && { path: 'hardware' as const }) }],
    }),
  };
  const header = [
    `yaml-language-server: $schema=${schema}`,
    'What the network should do. `rosc check` says what the hardware makes of it, `rosc compile` what RouterOS gets.',
  ];
  return printSite(draft, { header });
}

/** Ports of one chip for the VLANs, so that they are switched in hardware, and a copper port beside them to manage by. */
function portsOf({ ports, switches, offloadSwitch }: Target): { management: Port | undefined; data: readonly Port[] } {
  const wired = [...ports.values()].filter(({ medium }) => medium !== 'wifi');
  const onChip = (chip: Target['offloadSwitch']) => wired.filter((port) => port.switch === chip);
  const chips = [...switches].sort((a, b) => onChip(b).length - onChip(a).length);
  const chosen = onChip(offloadSwitch ?? chips[0]);
  const rest = wired.filter((port) => !chosen.includes(port));
  const isCopper = ({ medium }: Port) => medium === 'rj45' || medium === 'combo';
  const management =
    rest.find(isCopper) ?? chosen.findLast(isCopper) ?? (chosen.length > 1 ? chosen.at(-1) : undefined);
  return { management, data: chosen.filter((port) => port !== management) };
}
