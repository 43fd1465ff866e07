// A configuration of another maker as a site: everything that both have words for.

import type { Target } from '../../../profile/target.ts';
import type { ForeignConfig, ForeignInterface } from '../facts.ts';
import type { Ledger } from '../ledger.ts';
import { type CarriedAcl, convertAcls } from './acls.ts';
import { convertAdvertisements } from './advertisements.ts';
import { convertBgp } from './bgp.ts';
import { Conversion, refuseInterface } from './conversion.ts';
import { convertDhcp } from './dhcp.ts';
import { convertGateways, convertManagementPort } from './gateways.ts';
import { hasSubstance, mapForeignPorts, type PortMap } from './map-ports.ts';
import { convertNat } from './nat.ts';
import { convertOspf } from './ospf.ts';
import { convertPolicies, refusePolicy } from './policies.ts';
import { convertPorts } from './ports.ts';
import { convertRoutes, convertVrfs } from './routes.ts';
import { convertServices } from './services.ts';
import { enterVlans, existingVlans } from './vlans.ts';

export interface ConversionOptions {
  readonly target: Target;
  readonly deviceName: string;
  /** Port of the file → port of the device. */
  readonly wantedPorts: ReadonlyMap<string, string>;
  /** Lists that could not be proven equal. */
  readonly unproven?: ReadonlySet<string>;
}

export interface Converted {
  readonly conversion: Conversion;
  readonly ports: PortMap;
  readonly acls: readonly CarriedAcl[];
}

export function convert(config: ForeignConfig, ledger: Ledger, options: ConversionOptions): Converted {
  const { target, deviceName, wantedPorts, unproven = new Set() } = options;
  const conversion = new Conversion(config, ledger, target, deviceName);
  const existing = existingVlans(conversion);
  const ports = mapForeignPorts(config.interfaces.values(), target, wantedPorts);
  unplaced(conversion, ports.missing);
  convertServices(conversion);
  convertPorts(conversion, { ports: ports.ports, existing });
  convertGateways(conversion);
  enterVlans(conversion, existing);
  convertManagementPort(conversion);
  convertVrfs(conversion);
  convertRoutes(conversion);
  convertPolicies(conversion);
  convertNat(conversion);
  const acls = convertAcls(conversion, unproven);
  convertDhcp(conversion);
  convertAdvertisements(conversion);
  convertOspf(conversion);
  convertBgp(conversion);
  leftOver(conversion);
  return { conversion, ports, acls };
}

const shortName = 'the name is abbreviated: save the configuration as the switch prints it';

function unplaced(conversion: Conversion, missing: readonly ForeignInterface[]): void {
  for (const each of missing) {
    const reason =
      hasSubstance(each) || each.said.shutdown
        ? 'no port of the new device is left for it'
        : 'an unused port without a place';
    refuseInterface(conversion, each, reason);
  }
  for (const each of conversion.config.interfaces.values()) {
    if (each.kind === 'loopback') refuseInterface(conversion, each, 'loopback addresses are not in the site’s words');
    if (each.kind === 'stack')
      refuseInterface(conversion, each, 'it joins the members of a stack, which a site has not');
    if (each.kind === 'other') {
      const isShort = /^(?:fa|gi|gig|te|ten|tw|fo|hu|eth?|vl|vlan|po|lo) ?\d/i.test(each.name);
      refuseInterface(conversion, each, isShort ? shortName : 'this kind of interface is not in the site’s words');
    }
  }
}

/** What was read and came to nothing, with the reason. */
function leftOver(conversion: Conversion): void {
  const { config, ledger } = conversion;
  for (const each of config.interfaces.values()) leftOfInterface(conversion, each);
  for (const nodes of config.policies.values()) {
    if (nodes.some(({ line }) => !ledger.isSettled(line)))
      refusePolicy(conversion, nodes, 'nothing that is carried uses it');
  }
  for (const entry of [...config.prefixLists.values()].flat()) {
    conversion.refuseLeft(entry, 'no peer that is carried uses it');
  }
  const frames = [config.l2mtu, config.l3mtu, config.routerId, config.edgeDefault, config.bpduGuardDefault];
  for (const said of frames) conversion.refuseLeft(said, 'nothing that is carried uses it');
}

function leftOfInterface(conversion: Conversion, { heads, said }: ForeignInterface): void {
  const switching: readonly unknown[] = [said.access, said.trunk, said.hybrid, said.native];
  for (const value of Object.values(said)) {
    const reason = switching.includes(value)
      ? 'the interface is no switch port'
      : 'a site does not say this of such an interface';
    for (const one of Array.isArray(value) ? value : [value]) conversion.refuseLeft(one, reason);
  }
  conversion.ledger.ignore(...heads.filter((line) => !conversion.ledger.isSettled(line)));
}
