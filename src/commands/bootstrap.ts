// `rosc bootstrap SITE --device NAME`: the script for a boxed device, and what its people do next.

import { type Diagnostic, hasAtLeast, type Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import { managementServices } from '../intent/schema-device.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printAll, printJson, usage } from '../io/output.ts';
import { writeNew } from '../io/write-new.ts';
import { bridgeName } from '../lower/layout.ts';
import { lower } from '../lower/lower.ts';
import { type Config, propertyValue } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { overlaps, parsePrefix, printAddress, printPrefix } from '../model/prefix.ts';
import { evaluateRaw } from '../pipeline/analyse/evaluate-raw.ts';
import { loadSite } from '../pipeline/read/load-site.ts';
import { type PickedDevice, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { planFromNothing } from '../plan/make-plan.ts';
import { type Bootstrap, bootstrapScript, certificateName } from '../report/bootstrap.ts';

export interface BootstrapOptions extends CommonOptions {
  readonly device?: readonly string[];
  readonly user: string;
  readonly readOnly?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

export async function bootstrap(io: Io, path: string, options: BootstrapOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const [picked, ...others] = pickDevices(options.device);
  if (!picked || others.length > 0) {
    return usage(io, 'say by --device NAME which device the script is for');
  }
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(options.user)) {
    return usage(io, `--user takes a name of small letters, digits and hyphens, not ${JSON.stringify(options.user)}`);
  }
  const { value: made, diagnostics: found } = await describeIn(io, path, picked, options);
  const script = made && bootstrapScript(made);
  const problem = script === undefined ? undefined : await writeNew(io, options.out, script, options);
  const diagnostics = [...found, ...(problem ? [problem] : [])];
  const told = made && script !== undefined ? { made, script, next: nextSteps(path, made) } : undefined;
  if (output.format === 'json') printJson(io, bootstrapJson(told, diagnostics));
  else print(io, output, { told, diagnostics, isWritten: options.out !== undefined });
  return script === undefined || hasAtLeast(diagnostics, 'error') ? exit.findings : exit.fine;
}

interface BootstrapResult {
  readonly made: Bootstrap;
  readonly script: string;
  readonly next: readonly string[];
}

function bootstrapJson(told: BootstrapResult | undefined, diagnostics: readonly Diagnostic[]) {
  const { made, script, next } = told ?? {};
  return {
    version: 1,
    ...(made && { device: made.device, user: made.user, policies: made.policies }),
    ...(script !== undefined && { script, next }),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

interface Printed {
  readonly told: BootstrapResult | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** To a file; else the script goes to stdout. */
  readonly isWritten: boolean;
}

function print(io: Io, output: Output, { told, diagnostics, isWritten }: Printed): void {
  if (told && !isWritten) io.stdout(told.script);
  printAll(io, output, diagnostics);
  if (told && diagnostics.length === 0) output.remark(told.next.join('\n'));
}

/** Undefined where the site has no such device, or no way in to it. */
async function describeIn(
  io: Io,
  path: string,
  picked: PickedDevice,
  options: BootstrapOptions,
): Promise<Staged<Bootstrap | undefined>> {
  const { value: intent, diagnostics } = await loadSite(io, path, options.profiles);
  if (!intent) return { value: undefined, diagnostics };
  const unknown = unknownDevices([picked], intent);
  const device = intent.devices.get(picked.name);
  if (!device) return { value: undefined, diagnostics: unknown };
  const lowered = lower(intent, device.name, device.target, { evaluateRaw }).value;
  const made = describe(intent, device, lowered.config, options);
  return 'problem' in made
    ? { value: undefined, diagnostics: [...unknown, made.problem] }
    : { value: made, diagnostics: unknown };
}

/** What rosc has to do on a device, as RouterOS's policies. Source: manual, user management. */
const policies = {
  /** Planning and verifying. */
  reading: ['api', 'read', 'test'],
  /** A commit leaves a script and a scheduler behind that undo it, and these may do only what their owner may. */
  applying: ['api', 'ftp', 'policy', 'read', 'reboot', 'test', 'write'],
} as const;

/** The services that stay on when the site does not say. */
const usualServices: readonly string[] = ['api-ssl', 'ssh', 'winbox'];
/** Of every boxed device. */
const factoryNetwork = '192.168.88.0/24';

function describe(
  intent: Intent,
  device: DeviceIntent,
  config: Config,
  { user, readOnly }: BootstrapOptions,
): Bootstrap | { readonly problem: Diagnostic } {
  const { name, settings, target, places } = device;
  const { management } = settings;
  if (!management) {
    const problem = mistake('bootstrap/no-management', {
      what: `the site does not say how \`${name}\` is managed, so there is no way in to make`,
      at: intent.keyAt('devices', name),
      device: name,
      fix: 'write `management:` at the device',
    });
    return { problem };
  }
  const kept: readonly string[] = management.services ?? usualServices;
  if (!kept.includes('api-ssl')) {
    const problem = mistake('bootstrap/no-api', {
      what: `rosc could not manage \`${name}\`: \`api-ssl\` is not among the services that stay on`,
      at: places.at('management', 'services'),
      device: name,
      why: 'rosc manages devices over their API, and on a network only over the encrypted one.',
      fix: 'add `api-ssl` to `services`',
    });
    return { problem };
  }
  const { port, vlan, address } = management;
  const networks = management.from ?? [address.network];
  const own = port ?? vlan ?? '';
  const factory = parsePrefix(factoryNetwork);
  return {
    device: name,
    machine: `${target.model} with RouterOS ${target.routeros.text}`,
    user,
    policies: [...(readOnly ? policies.reading : policies.applying), ...(hasSecrets(config) ? ['sensitive'] : [])],
    networks: networks.map(printPrefix),
    address: printAddress(address.host),
    changes: planFromNothing({ items: config.items.filter((item) => isAccess(item, own)) }),
    ...(vlan !== undefined && { bridge: bridgeName }),
    ...(port !== undefined && { port }),
    replacesFactoryAddress: factory !== undefined && overlaps(factory, address.network),
    services: Object.fromEntries(managementServices.map((service) => [service, kept.includes(service)])),
  };
}

/** The interface with its addresses, and the routes to whoever manages from further away. */
function isAccess(item: Config['items'][number], own: string): boolean {
  switch (item.menu) {
    case '/interface/vlan':
      return propertyValue(item, 'name') === own;
    case '/ip/address':
    case '/ipv6/address':
      return propertyValue(item, 'interface') === own;
    case '/ip/route':
    case '/ipv6/route':
      return propertyValue(item, 'comment')?.startsWith('rosc:management-route') ?? false;
    default:
      return false;
  }
}

/** Keys of routing protocols are compared with the device's, which shows them to few. */
function hasSecrets({ items }: Config): boolean {
  return items.some(({ menu, properties }) => [...properties.keys()].some((name) => propertySpec(menu, name)?.secret));
}

function nextSteps(path: string, { device, user, address }: Bootstrap): readonly string[] {
  const host = address.includes(':') ? `[${address}]` : address;
  const reach = `--device ${device}=apis://${user}@${host} --fingerprint FINGERPRINT`;
  return [
    'next:',
    `  run the script on ${device}, then at its console: /user/set ${user} disabled=no password=…`,
    `  read what to pin there:  :put [/certificate/get ${certificateName} fingerprint]`,
    `  and here:  rosc plan ${path} ${reach}`,
  ];
}
