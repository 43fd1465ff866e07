// A management network is not transit: no data network reaches it, and it reaches none.

import { prefixInterval } from '../../forwarding/packets/space.ts';
import { containsPrefix, overlaps, type Prefix, printPrefix } from '../../model/prefix.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import type { L3Layout } from '../layout.ts';
import { expectedRoutes } from '../learnt/expected.ts';
import type { ManagementVlan } from '../lowered.ts';
import { twinsOf } from '../vrfs.ts';
import { routesBehind } from './destinations.ts';
import { routedFamilies } from './families.ts';
import type { Entrances } from './implicit-layers.ts';
import { everything } from './ingress-packet-set.ts';
import { type Cause, drop, type Layer, type LayerRule, toCpu } from './policy-rule.ts';
import { hasVlanFlag, type Part } from './stateful.ts';

export interface Sides {
  readonly management: L3Layout;
  readonly data: readonly L3Layout[];
}

/** Undefined where there is nothing to keep apart. */
export function managementSides({ layout }: Pick<LowerContext, 'layout'>): Sides | undefined {
  const interfaces = [...layout.l3.values()];
  const management = interfaces.find(({ isManagement }) => isManagement);
  const data = interfaces.filter(({ isManagement }) => !isManagement);
  return management && data.length > 0 ? { management, data } : undefined;
}

/** The VLAN that is kept apart: hosts in it may be surprised, those at a port of its own hardly. */
export function managementVlan(context: Pick<LowerContext, 'layout' | 'device'>): ManagementVlan | undefined {
  const { vlan } = context.device.settings.management ?? {};
  if (vlan === undefined || !managementSides(context)) return undefined;
  return { vlan, origin: context.device.places.at('management', 'vlan') };
}

/** Comes after the permits for the device itself, which keep its services reachable. */
export function managementLayer(context: LowerContext, space: Entrances): Layer {
  const sides = managementSides(context);
  if (!sides) return { stage: 'judge', rules: [] };
  const rules = routedFamilies(context).flatMap((family) => [
    ...inward(context, sides, { space, family }),
    ...outward(context, sides, { space, family }),
  ]);
  return { stage: 'judge', rules };
}

/** UDP port of MAC telnet and MAC WinBox, the way in when IP is broken. */
const macTelnetPort = 20561;

/** Some chips lose these packets while they route, unless a rule sends them to the CPU. */
export function macTelnetLayer({ layout, target }: LowerContext, space: Entrances): Layer {
  const management = [...layout.l3.values()].find(({ isManagement }) => isManagement);
  const isNeeded = management && target.offloadSwitch?.fact('l3.mac-telnet-swallowed')?.value;
  const rules = isNeeded
    ? [
        {
          match: {
            ...everything(space.ofInterface(management), 4),
            protocol: 'udp',
            destinationPort: [{ from: macTelnetPort, to: macTelnetPort + 1 }],
          },
          effect: toCpu,
          cause: { rule: 'management mac-telnet', tag: ['management', 'mac-telnet'], origin: management.origin },
        },
      ]
    : [];
  return { stage: 'judge', rules };
}

function inward(context: LowerContext, { management, data }: Sides, { space, family }: Part): LayerRule[] {
  return managementNetworks(context, { management, data })
    .filter(({ network }) => network.family === family)
    .map(({ network, origin }) => {
      const twins = twinsOf(context, management, network);
      const from = data.filter((l3) => !twins.includes(l3));
      const ingress = from.reduce((mask, l3) => mask | space.ofInterface(l3), 0n);
      const match = { ...everything(ingress, family), destination: [prefixInterval(network)] };
      return { match, effect: drop, cause: because('in', printPrefix(network), origin) };
    });
}

function outward(context: LowerContext, { management, data }: Sides, { space, family }: Part): LayerRule[] {
  const all = everything(space.ofInterface(management), family);
  if (management.kind !== 'vlan' || (leadsAnywhere(context, data) && !isOpenOutward(context))) {
    return [{ match: all, effect: drop, cause: because('out', 'any', management.origin) }];
  }
  const links = data.flatMap(({ addresses }) => addresses);
  const routes = routesBehind(context, data).filter(({ prefix }) => prefix.length > 0);
  const beyond = routes.map(({ prefix: network, by = management.origin }) => ({ network, origin: by }));
  const drops = [...links, ...beyond]
    .filter(({ network }) => network.family === family)
    .map(({ network, origin }): LayerRule => {
      const match = { ...all, destination: [prefixInterval(network)] };
      return { match, effect: drop, cause: because('out', printPrefix(network), origin) };
    });
  if (!isOpenOutward(context) || hasVlanFlag(context, management)) return drops;
  // Without a flag of the VLAN, the CPU tells its own router's packets from those for this device.
  return [...drops, { match: all, effect: toCpu, cause: because('out', 'any', management.origin) }];
}

/** Whether they lead to more networks than are listed. */
function leadsAnywhere(context: LowerContext, data: readonly L3Layout[]): boolean {
  const { intent, device } = context;
  const hasDefault = routesBehind(context, data).some(({ prefix }) => prefix.length === 0);
  return hasDefault || device.settings.pbr !== undefined || !expectedRoutes(intent, device).isComplete;
}

/**
 * Whether hosts of a management VLAN may reach by a router of their own what this device leads to as well: no switch
 * rule tells the two apart.
 */
export function isOpenOutward(context: LowerContext): boolean {
  const { management, data = [] } = managementSides(context) ?? {};
  const { vlan, gateway } = context.device.settings.management ?? {};
  return management !== undefined && vlan !== undefined && gateway !== undefined && leadsAnywhere(context, data);
}

interface PlacedNetwork {
  readonly network: Prefix;
  readonly origin: Location;
}

/** The network itself, and those behind its gateway that may manage, unless they are data networks of the device. */
function managementNetworks({ device }: LowerContext, { management, data }: Sides): PlacedNetwork[] {
  const { gateway, from = [] } = device.settings.management ?? {};
  const own = management.addresses.map(({ network, origin }) => ({ network, origin }));
  const isData = (prefix: Prefix) =>
    data.some(({ addresses }) => addresses.some(({ network }) => overlaps(network, prefix)));
  const behind = from.flatMap((network, index): PlacedNetwork[] => {
    if (!gateway || gateway.family !== network.family || isData(network)) return [];
    if (own.some((each) => containsPrefix(each.network, network))) return [];
    return [{ network, origin: device.places.at('management', 'from', index) }];
  });
  return [...own, ...behind];
}

function because(direction: 'in' | 'out', what: string, origin: Location): Cause {
  return { rule: 'management', tag: ['management', direction, what], origin };
}
