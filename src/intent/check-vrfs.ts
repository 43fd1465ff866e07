// VRFs may use the same addresses: a flow or an ACL that names a VLAN of another VRF means other hosts by its subnet.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { overlaps, printPrefix } from '../model/prefix.ts';
import type { Check } from './check.ts';
import type { Intent } from './intent.ts';
import { type DeclaredNetwork, vlanNetworks } from './networks.ts';
import { sidesOf } from './schema-policy.ts';

export const checkVrfs: Check = ({ intent, partial }) => {
  if (partial || ![...intent.devices.values()].some(({ settings }) => settings.vrfs)) return [];
  const twin = twinFinder(intent);
  return [...flows(intent, twin), ...acls(intent, twin)];
};

/** The network that packets of a VLAN find where they look for another VLAN's. */
type TwinFinder = (from: string, to: string) => DeclaredNetwork | undefined;

function twinFinder(intent: Intent): TwinFinder {
  const networks = vlanNetworks(intent);
  const ofVlan = (name: string) => networks.filter(({ label }) => label === `VLAN \`${name}\``);
  return (from, to) => {
    const [source] = ofVlan(from);
    return ofVlan(to)
      .filter((wanted) => source !== undefined && wanted.vrf !== source.vrf)
      .flatMap((wanted) =>
        networks.filter((other) => other.vrf === source?.vrf && overlaps(other.network, wanted.network)),
      )[0];
  };
}

function flows(intent: Intent, twinOf: TwinFinder): Diagnostic[] {
  return (intent.site.flows ?? []).flatMap(({ from, to }, index): Found => {
    const twin = twinOf(from, to);
    if (!twin) return [];
    return mistake('intent/flow-between-vrfs', {
      what: `packets of \`${from}\` never reach \`${to}\`: in their VRF these addresses are ${twin.label}`,
      at: intent.at('flows', index, 'to'),
      label: 'of another VRF',
      related: [{ at: twin.at, text: `${printPrefix(twin.network)} of ${twin.label}` }],
      fix: 'name the VLAN of the same VRF',
    });
  });
}

function acls(intent: Intent, twinOf: TwinFinder): Diagnostic[] {
  return Object.entries(intent.site.acls ?? {}).flatMap(([name, acl]) =>
    acl.rules.flatMap((rule, index) => {
      const { key, match } = sidesOf(rule);
      const named = match?.to ?? [];
      return named.flatMap((to, place): Found => {
        const [found] = acl.from.flatMap((from) => {
          const twin = twinOf(from, to);
          return twin ? [{ from, twin }] : [];
        });
        if (!found) return [];
        const { from, twin } = found;
        return mistake('intent/acl-between-vrfs', {
          what: `the addresses of \`${to}\` are ${twin.label} for packets of \`${from}\`, which is in another VRF`,
          at: intent.at('acls', name, 'rules', index, key, 'to', place),
          label: 'of another VRF',
          related: [{ at: twin.at, text: `${printPrefix(twin.network)} of ${twin.label}` }],
          why: 'Packets of one VRF never reach a VLAN of another; a switch rule knows addresses, and no VRFs.',
          fix: `name the VLAN of the same VRF, or write an ACL of its own for \`${from}\``,
        });
      });
    }),
  );
}
