// From a configuration to the site that its author would have written: everything that a site has words for. What it
// leaves out is the caller's to keep: the site lowers to less than the configuration, and never to something else that
// nobody could undo.

import { type Config, enabledItemsOf, itemsOf, propertyValue } from '../model/config.ts';
import type { Target } from '../profile/target.ts';
import { addressesOf } from './addresses.ts';
import { type Bridging, bridgingOf, mainBridge } from './bridging.ts';
import { nameOf, type Rename } from './names.ts';
import { attachmentsOf } from './ports.ts';
import { qosOf } from './qos.ts';
import { routesOf, vrfsOf } from './routing.ts';
import { bridgeServices, dhcpServices, nameServersOf, timeServersOf } from './services.ts';
import type { DeviceDraft, SiteDraft } from './site-draft.ts';
import { advertisementsOf, gatewayOf, type ImportedVlan, vlansOf } from './vlans.ts';

/** What may be recognised: a caller tries less where more does not come out as it went in. */
export interface Scope {
  readonly bridging: boolean;
  readonly dhcp: boolean;
  /** Of rules that rosc made. */
  readonly policy?: boolean;
  /** The routed port or the routed VLAN by which the device is managed. */
  readonly management?: string;
}

export interface Recognised {
  readonly site: SiteDraft;
  /** Names that the site gives to items whose name on the device is another one, and has no words for. */
  readonly renames: readonly Rename[];
}

export interface Subject {
  /** Interfaces have the names that `interfaceRenames` asks for. */
  readonly config: Config;
  readonly target: Target;
  readonly site: string;
  readonly device: string;
}

export function recognise(subject: Subject, scope: Scope): Recognised {
  return recogniseWith(subject, scope, enabledItemsOf(subject.config, '/ip/vrf').map(nameOf));
}

/** Networks of VRFs that the site turns out to have no words for meet those of the main table. */
function recogniseWith(subject: Subject, scope: Scope, expected: readonly string[]): Recognised {
  const { config, target, site, device } = subject;
  const bridge = scope.bridging ? mainBridge(config) : undefined;
  const bridging: Bridging | undefined = bridge && bridgingOf(config, bridge);
  const addresses = addressesOf(config, expected);
  const vlans = bridging ? vlansOf(config, bridging, addresses) : new Map();
  const { ports, bonds } = attachmentsOf({ config, target, bridging, vlans, addresses });
  const routed = [...vlans.values()].filter((vlan) => vlan.addresses.length > 0);
  const attached = [...ports, ...bonds].filter(([, draft]) => draft.routed !== undefined).map(([name]) => name);
  const vrfs = vrfsOf(config, new Set([...routed.map(({ name }) => name), ...attached]));
  const said = expected.filter((vrf) => Object.hasOwn(vrfs, vrf));
  if (said.length < expected.length) return recogniseWith(subject, scope, said);
  const dhcp = scope.dhcp ? dhcpServices(config, routed) : { draft: {}, renames: [] };
  const identity = itemsOf(config, '/system/identity')[0];
  const name = identity && propertyValue(identity, 'name');
  const draft: DeviceDraft = {
    model: target.model,
    routeros: target.routeros.text,
    identity: name === '' ? undefined : name,
    // Comes last, and stands here.
    names: undefined,
    ports: filled(Object.fromEntries(ports)),
    bonds: filled(Object.fromEntries(bonds)),
    gateways: filled(Object.fromEntries(routed.map((vlan) => [vlan.name, gatewayOf(vlan)]))),
    routes: filled(routesOf(config, vrfs, [...addresses.values()].flat())),
    vrfs: filled(vrfs),
    ...(bridging && bridgeServices(bridging, (port) => ports.has(port) || bonds.has(port))),
    ...dhcp.draft,
    'router-advertisements': filled(advertisementsOf(routed)),
    qos: qosOf(config, target),
    ntp: timeServersOf(config),
    dns: nameServersOf(config),
  };
  return {
    site: {
      version: 1,
      site,
      vlans: filled(Object.fromEntries([...vlans.values()].map((vlan) => [vlan.name, vlan.draft]))),
      devices: { [device]: scope.management === undefined ? draft : withManagement(draft, scope.management, routed) },
    },
    renames: dhcp.renames,
  };
}

/** The interface as the device's management, and no longer as one of its data networks. */
function withManagement(draft: DeviceDraft, name: string, vlans: readonly ImportedVlan[]): DeviceDraft {
  const [own] = vlans.find((vlan) => vlan.name === name)?.addresses ?? [];
  if (own) {
    const { [name]: _, ...gateways } = draft.gateways ?? {};
    return { ...draft, management: { vlan: name, address: own.text }, gateways: filled(gateways) };
  }
  const { [name]: port, ...ports } = draft.ports ?? {};
  if (port?.routed !== undefined) {
    const { routed, mtu: _, ...rest } = port;
    const isBare = Object.values(rest).every((value) => value === undefined);
    const address = Array.isArray(routed) ? routed[0] : routed;
    return {
      ...draft,
      management: { port: name, address: address ?? '' },
      ports: filled(isBare ? ports : { ...draft.ports, [name]: rest }),
    };
  }
  return draft;
}

function filled<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
