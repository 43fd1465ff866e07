// A failed read as a diagnostic, for reports.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DeviceError } from './device.ts';

/** `device` is the name of the site's device, or the URL of one without a site. */
export function deviceDiagnostic(error: DeviceError, device: string): Diagnostic {
  return {
    code: `device/${error.kind}`,
    severity: 'error',
    what: `nothing can be said about \`${device}\`: ${consequences[error.kind]}`,
    primary: { at: { kind: 'device', device, menu: '', key: '' }, text: error.message },
    related: [],
    why: error.message,
    evidence: [],
    device,
  };
}

const consequences: Readonly<Record<DeviceError['kind'], string>> = {
  unreachable: 'it cannot be reached',
  'not-routeros': 'it is not a RouterOS 7 service',
  'login-refused': 'it refused the login',
  permission: 'the user may not read it',
  refused: 'it refused to answer',
  'connection-lost': 'the connection ended',
  'timed-out': 'it did not answer in time',
  aborted: 'the work was stopped',
  certificate: 'it could not prove who it is',
  nonsense: 'it sent something that cannot be understood',
};
