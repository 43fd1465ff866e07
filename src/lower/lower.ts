// Makes the configuration of one device of a site. Each feature is one file; the order here is the order of the menus.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import type { Intent } from '../intent/intent.ts';
import type { MenuPath } from '../model/config.ts';
import type { Target } from '../profile/target.ts';
import { lowerBgp } from './bgp.ts';
import { lowerBonds } from './bonds.ts';
import { lowerBridge } from './bridge.ts';
import type { LowerContext } from './context.ts';
import { lowerDhcp } from './dhcp.ts';
import { makeDraft } from './draft.ts';
import { expectedHosts } from './expected-hosts.ts';
import { flowsOf } from './flows.ts';
import { checkHosts } from './hosts.ts';
import { lowerIdentity } from './identity.ts';
import { lowerInterfaces } from './interfaces.ts';
import { knownToVersion } from './known-to-version.ts';
import { layOut } from './layout.ts';
import { learntRoutesOf } from './learnt/counted.ts';
import { expectedRoutes } from './learnt/expected.ts';
import { lowerLists } from './lists.ts';
import type { Choice, Lowered } from './lowered.ts';
import { lowerManagement } from './management.ts';
import { lowerMenuWords } from './menu-words.ts';
import { lowerNames, withDeviceNames } from './names.ts';
import { lowerOspf } from './ospf.ts';
import { managementVlan } from './policy/management-layer.ts';
import { lowerPolicy } from './policy/policy.ts';
import { lowerPortGuards } from './port-guard.ts';
import { withPortMemory } from './port-memory.ts';
import { lowerPorts } from './ports.ts';
import { lowerQos } from './qos.ts';
import { type EvaluateRaw, withRaw } from './raw.ts';
import { lowerRouterAdvertisements } from './router-advertisements.ts';
import { lowerRoutes } from './routes.ts';
import { lowerServices } from './services.ts';
import { lowerSwitch } from './switch.ts';
import { lowerVrfs } from './vrfs.ts';

const features: readonly ((context: LowerContext) => void)[] = [
  lowerIdentity,
  lowerNames,
  lowerPorts,
  lowerBonds,
  lowerBridge,
  lowerInterfaces,
  lowerSwitch,
  lowerQos,
  lowerPortGuards,
  lowerVrfs,
  lowerRoutes,
  lowerBgp,
  lowerOspf,
  lowerDhcp,
  lowerRouterAdvertisements,
  lowerServices,
  lowerManagement,
  lowerPolicy,
  lowerLists,
  lowerMenuWords,
  checkHosts,
];

export interface LowerOptions {
  /** Needed for sites with `raw:` lines. */
  readonly evaluateRaw?: EvaluateRaw;
  /** The site whose routes are heard and that flows cross, when it is not the one that is configured. */
  readonly speakers?: Intent;
}

/** `target` may differ from the site's own in its RouterOS version. Throws when the intent has no such device. */
export function lower(
  intent: Intent,
  deviceName: string,
  target: Target,
  { evaluateRaw, speakers = intent }: LowerOptions = {},
): Staged<Lowered> {
  const device = intent.devices.get(deviceName);
  if (!device) throw new Error(`the intent has no device ${deviceName}`);
  const diagnostics: Diagnostic[] = [];
  const choices: Choice[] = [];
  const layout = layOut(intent, device);
  const draft = makeDraft();
  const context: LowerContext = { intent, device, target, layout, draft, diagnostics, choices };
  for (const lowerFeature of features) lowerFeature(context);
  const config = withRaw(withDeviceNames(knownToVersion(draft.config(), context), context), {
    device,
    target,
    evaluate: evaluateRaw,
  });
  const { exclusive = [], url } = device.settings;
  const { capacity } = intent.site;
  const { warn, fail } = capacity ?? {};
  const apart = managementVlan(context);
  const hosts = expectedHosts(intent, deviceName, layout);
  const heard = speakers.devices.get(deviceName);
  const [site, self] = heard ? [speakers, heard] : [intent, device];
  const value: Lowered = {
    device: deviceName,
    target,
    config: withPortMemory(config.value, target),
    flows: flowsOf(site, self, layout),
    choices,
    exclusive: exclusive.filter((text): text is MenuPath => text.startsWith('/')),
    ...(capacity && { capacity: { ...(warn !== undefined && { warn }), ...(fail !== undefined && { fail }) } }),
    learntRoutes: learntRoutesOf(device),
    expected: expectedRoutes(site, self),
    ...(hosts.length > 0 && { hosts }),
    ...(apart && { apart }),
    ...(url !== undefined && { url }),
  };
  return { value, diagnostics: [...diagnostics, ...config.diagnostics] };
}
