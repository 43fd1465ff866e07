// Time, names, monitoring and logs of the device itself.

import { printAddress, printPrefix } from '../model/prefix.ts';
import { secretToken } from './bgp.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerServices(context: LowerContext): void {
  lowerNtp(context);
  lowerDns(context);
  lowerSnmp(context);
  lowerSyslog(context);
}

function lowerNtp({ device, draft }: LowerContext): void {
  const { ntp } = device.settings;
  if (!ntp) return;
  const origin = device.places.keyAt('ntp');
  draft.configure('/system/ntp/client', origin, { enabled: said(true, origin) });
  // Rows, as a device keeps and exports them, also when they were given as the client's `servers`.
  for (const server of new Set(ntp.servers)) {
    const at = device.places.at('ntp', 'servers', ntp.servers.indexOf(server));
    draft.add('/system/ntp/client/servers', at, { address: said(server, at), comment: tag(['ntp', server], at) });
  }
  if (ntp.serve === undefined) return;
  const at = device.places.at('ntp', 'serve');
  draft.configure('/system/ntp/server', at, { enabled: said(ntp.serve, at) });
}

function lowerDns({ device, draft }: LowerContext): void {
  const { dns } = device.settings;
  if (!dns) return;
  const places = device.places.below('dns');
  draft.configure('/ip/dns', device.places.keyAt('dns'), {
    servers: said(dns.servers.map(printAddress).join(','), places.at('servers')),
    'allow-remote-requests': said(dns.serve, places.at('serve')),
  });
}

function lowerSnmp({ device, draft }: LowerContext): void {
  const { snmp, management } = device.settings;
  if (!snmp) return;
  const origin = device.places.keyAt('snmp');
  const places = device.places.below('snmp');
  const { contact, location } = snmp;
  draft.configure('/snmp', origin, {
    enabled: said(true, origin),
    contact: said(contact, places.at('contact')),
    location: said(location, places.at('location')),
  });
  const from = snmp.from ?? (management && (management.from ?? [management.address.network]));
  draft.add('/snmp/community', origin, {
    name: said(snmp.user, places.at('user')),
    'authentication-protocol': said('SHA1', places.at('password')),
    'authentication-password': said(secretToken(snmp.password), places.at('password')),
    'encryption-protocol': said('AES', places.at('encryption')),
    'encryption-password': said(secretToken(snmp.encryption), places.at('encryption')),
    // After the passwords that it asks for.
    security: said('private', origin),
    addresses: from && said(from.map(printPrefix).join(','), snmp.from ? places.at('from') : origin),
    'read-access': said(true, origin),
    'write-access': said(false, origin),
    comment: tag(['snmp'], origin),
  });
}

/** Letters and digits alone: RouterOS takes nothing else in the name of an action. */
const syslogAction = 'roscsyslog';
const topicsDefault = ['critical', 'error', 'warning', 'info'];

function lowerSyslog({ device, draft }: LowerContext): void {
  const { syslog } = device.settings;
  if (!syslog) return;
  const origin = device.places.keyAt('syslog');
  const places = device.places.below('syslog');
  draft.add('/system/logging/action', origin, {
    name: said(syslogAction, origin),
    target: said('remote', origin),
    remote: said(printAddress(syslog.server), places.at('server')),
    'remote-port': said(syslog.port, places.at('port')),
    comment: tag(['syslog'], origin),
  });
  for (const [index, topics] of (syslog.topics ?? topicsDefault).entries()) {
    const at = syslog.topics ? places.at('topics', index) : origin;
    draft.add('/system/logging', at, {
      topics: said(topics, at),
      action: said(syslogAction, origin),
      comment: tag(['syslog', topics], at),
    });
  }
}
