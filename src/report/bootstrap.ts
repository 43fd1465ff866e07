// The script that makes a boxed device ready for rosc: a user that may do what rosc does and no more, a certificate to
// know the device by, the way in that the site says, and no other.

import { quoteText, quoteValue } from '../model/quote.ts';
import type { Change } from '../plan/plan.ts';
import { printChange } from './script.ts';

export interface Bootstrap {
  readonly device: string;
  /** The machine that it is for, as people call it. */
  readonly machine: string;
  readonly user: string;
  readonly policies: readonly string[];
  /** Networks that may manage. */
  readonly networks: readonly string[];
  /** The device's own address there, without its length. */
  readonly address: string;
  /** What makes the address reachable, in safe order. */
  readonly changes: readonly Change[];
  /** A bridge that the changes need and a boxed device may not have. */
  readonly bridge?: string;
  /** The port that has to leave the factory's bridge. */
  readonly port?: string;
  /** The factory's address is in the management network, where the device gets its own. */
  readonly replacesFactoryAddress: boolean;
  /** Services by name: whether they stay on. */
  readonly services: Readonly<Record<string, boolean>>;
}

export const certificateName = 'rosc-api';

/** Source of the policies: manual, user management; of the certificate: manual, certificates. */
export function bootstrapScript(bootstrap: Bootstrap): string {
  const { device, machine, user } = bootstrap;
  return `${[
    `# Makes ${device}, a boxed ${machine}, ready for rosc.`,
    '# Paste it at the console, or import it from a USB stick (/import file-name=...), or give it to netinstall as the',
    '# script to run first. A connection over the network is cut when the address moves.',
    '#',
    '# Afterwards, at the console: give the user its password, and read the fingerprint to pin.',
    `#   /user/set ${user} disabled=no password=...`,
    `#   :put [/certificate/get ${certificateName} fingerprint]`,
    '',
    ...userLines(bootstrap),
    '',
    ...certificateLines(bootstrap),
    '',
    ...accessLines(bootstrap),
    '',
    ...serviceLines(bootstrap),
  ].join('\n')}\n`;
}

/** Run twice, it makes nothing twice. */
function unlessThere(menu: string, name: string, settings: string): string {
  return `:if ([:len [${menu}/find name=${quoteText(name)}]] = 0) do={ ${menu}/add name=${name} ${settings} }`;
}

function userLines({ user, policies, networks }: Bootstrap): readonly string[] {
  return [
    '# A user for rosc. It is closed until somebody gives it a password, which no file should hold.',
    unlessThere('/user/group', user, `policy=${policies.join(',')}`),
    unlessThere('/user', user, `group=${user} disabled=yes address=${networks.join(',')}`),
  ];
}

/** Ten years: the fingerprint is pinned, and a certificate that ran out would lock rosc out. */
const certificateDays = 3650;

function certificateLines({ device, address }: Bootstrap): readonly string[] {
  const subject = `common-name=${quoteValue(device)} subject-alt-name=IP:${address}`;
  const use = `key-usage=digital-signature,key-encipherment,tls-server days-valid=${certificateDays}`;
  return [
    '# A certificate that the device is known by. Signing takes a moment.',
    `:if ([:len [/certificate/find name=${quoteText(certificateName)}]] = 0) do={`,
    `  /certificate/add name=${certificateName} ${subject} ${use}`,
    `  /certificate/sign ${certificateName}`,
    '}',
  ];
}

function accessLines({ changes, bridge, port, replacesFactoryAddress }: Bootstrap): readonly string[] {
  return [
    '# The way in that the site says. What follows here, `rosc apply` finds as its own.',
    ...(port === undefined ? [] : [`/interface/bridge/port/remove [find interface=${quoteText(port)}]`]),
    ...(replacesFactoryAddress ? ['/ip/address/remove [find comment="defconf"]'] : []),
    ...(bridge === undefined ? [] : [unlessThere('/interface/bridge', bridge, '').replace(/ \}$/, '}')]),
    ...changes.map(printChange),
  ];
}

function serviceLines({ services, networks }: Bootstrap): readonly string[] {
  const address = `address=${networks.join(',')}`;
  return [
    '# Services: those that rosc and its people need answer to the management networks, all others to nobody.',
    ...Object.entries(services).map(([name, isOn]) => {
      const certificate = name === 'api-ssl' ? ` certificate=${certificateName}` : '';
      return `/ip/service/set ${name} ${isOn ? `disabled=no ${address}${certificate}` : 'disabled=yes'}`;
    }),
  ];
}
