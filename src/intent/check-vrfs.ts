// VRFs may use the same addresses, so a flow that names a VLAN of another VRF by its subnet ends elsewhere.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { overlaps, printPrefix } from '../model/prefix.ts';
import type { Check } from './check.ts';
import { advise, mistake } from './mistake.ts';
import { vlanNetworks } from './networks.ts';

export const checkVrfs: Check = ({ intent, partial }) => {
  if (partial) return [];
  const networks = vlanNetworks(intent);
  const ofVlan = (name: string) => networks.filter(({ label }) => label === `VLAN \`${name}\``);
  return (intent.site.flows ?? []).flatMap(({ from, to }, index): Diagnostic[] => {
    const source = ofVlan(from)[0];
    const twins = ofVlan(to).flatMap((wanted) =>
      source === undefined || wanted.vrf === source.vrf
        ? []
        : networks.filter((other) => other.vrf === source.vrf && overlaps(other.network, wanted.network)),
    );
    const [twin] = twins;
    if (!twin) return [];
    return [
      mistake('intent/flow-between-vrfs', {
        what: `packets of \`${from}\` never reach \`${to}\`: in their VRF these addresses are ${twin.label}`,
        at: intent.at('flows', index, 'to'),
        label: 'of another VRF',
        related: [{ at: twin.at, text: `${printPrefix(twin.network)} of ${twin.label}` }],
        fix: advise('name the VLAN of the same VRF'),
      }),
    ];
  });
};
