// A first site for a model, sound as it stands, so that its author starts from something that works: a switch that
// routes in hardware gets two VLANs and a port to manage it by, every other device becomes a router with one uplink.

import { isCopper, type Port, type Switch, type Target } from '../profile/target.ts';
import { foldPorts } from './fold-ports.ts';
import { printSite } from './print-site.ts';
import type { DeviceDraft, PortDraft, SiteDraft } from './site-draft.ts';

export interface StarterOptions {
  readonly site: string;
  readonly device: string;
  /** Where the JSON Schema is, relative to the site. */
  readonly schema: string;
}

type Content = Pick<SiteDraft, 'vlans' | 'flows'> & { readonly device: Omit<DeviceDraft, 'model' | 'routeros'> };

export function starterSite(target: Target, { site, device, schema }: StarterOptions): string {
  const {
    vlans,
    flows,
    device: content,
  } = target.offloadSwitch ? coreContent(target, target.offloadSwitch) : edgeContent(target);
  const draft: SiteDraft = {
    version: 1,
    site,
    vlans,
    devices: { [device]: { model: target.model, routeros: target.routeros.text, ...content } },
    flows,
  };
  const header = [
    `yaml-language-server: $schema=${schema}`,
    'What the network should do. `rosc check` says what the hardware makes of it, `rosc compile` what RouterOS gets.',
  ];
  return printSite(draft, { header });
}

/** Two VLANs on the ports of the routing chip, half of them each, and one of its ports for management. */
function coreContent(target: Target, chip: Switch): Content {
  const own = wiredPorts(target).filter((port) => port.switch === chip);
  const management = own.findLast(isCopper) ?? own.at(-1);
  const data = own.filter((port) => port !== management);
  const half = Math.ceil(data.length / 2);
  const ports = data.map(({ name }, index): [string, PortDraft] => [
    name,
    { vlan: index < half ? 'office' : 'servers' },
  ]);
  return {
    vlans: { office: { id: 10, ipv4: '10.0.10.0/24' }, servers: { id: 20, ipv4: '10.0.20.0/24' } },
    device: {
      management: management && { port: management.name, address: '192.168.88.1/24' },
      ports: foldPorts(Object.fromEntries(ports), target),
      gateways: { office: '10.0.10.1', servers: '10.0.20.1' },
    },
    flows: [{ from: 'office', to: 'servers', path: 'hardware' }],
  };
}

/** An uplink, and the other ports of its best chip as one network behind it. */
function edgeContent(target: Target): Content {
  const wired = wiredPorts(target);
  const [uplink] = wired;
  const rest = wired.slice(1);
  const inside = target.switches
    .filter(keepsVlans)
    .map((chip) => rest.filter((port) => port.switch === chip))
    .reduce<readonly Port[]>((most, ports) => (ports.length > most.length ? ports : most), []);
  const [first] = rest;
  const out: [string, PortDraft][] = uplink
    ? [[uplink.name, { routed: '198.51.100.2/30', zone: 'internet', description: 'uplink' }]]
    : [];
  const routes = [{ to: '0.0.0.0/0', via: '198.51.100.1' }];
  const firewall = [{ from: 'internet', to: 'any', default: 'drop' as const }];
  if (inside.length === 0) {
    const port: [string, PortDraft][] = first ? [[first.name, { routed: '10.0.10.1/24', zone: 'inside' }]] : [];
    return { device: { ports: Object.fromEntries([...out, ...port]), routes, firewall } };
  }
  const ports = inside.map(({ name }): [string, PortDraft] => [name, { vlan: 'office' }]);
  return {
    vlans: { office: { id: 10, ipv4: '10.0.10.0/24' } },
    device: {
      ports: foldPorts(Object.fromEntries([...out, ...ports]), target),
      gateways: { office: '10.0.10.1' },
      routes,
      nat: [{ masquerade: 'office', out: 'internet' }],
      firewall,
    },
    flows: [{ from: 'office', to: 'internet', path: 'cpu' }],
  };
}

/** The chip bridges in hardware and keeps VLANs apart there, in whichever of its ways. */
function keepsVlans(chip: Switch): boolean {
  const separates = chip.fact('l2.vlan-filtering')?.value || chip.fact('l2.vlan-table')?.value;
  return chip.fact('l2.bridge')?.value === true && separates === true;
}

function wiredPorts({ ports }: Target): readonly Port[] {
  return [...ports.values()].filter(({ medium }) => medium !== 'wifi');
}
