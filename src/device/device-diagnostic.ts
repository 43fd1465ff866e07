// A failed read as a diagnostic, for reports.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import type { DeviceError } from './device.ts';

/** `device` is the name of the site's device, or the URL of one without a site. */
export function deviceDiagnostic(error: DeviceError, device: string): Diagnostic {
  const [code, consequence] = outcomes[error.kind];
  return deviceProblem(device, code, {
    what: `\`${device}\` could not be read: ${consequence}`,
    why: error.message,
  });
}

const outcomes: Readonly<Record<DeviceError['kind'], readonly [Code, string]>> = {
  unreachable: ['device/unreachable', 'it cannot be reached'],
  'not-routeros': ['device/not-routeros', 'it is not a RouterOS 7 service'],
  'login-refused': ['device/login-refused', 'it refused the login'],
  permission: ['device/permission', 'the user lacks a right for it'],
  refused: ['device/refused', 'it refused to answer'],
  'connection-lost': ['device/connection-lost', 'the connection ended'],
  'timed-out': ['device/timed-out', 'it did not answer in time'],
  aborted: ['device/aborted', 'the work was stopped'],
  certificate: ['device/certificate', 'it could not prove who it is'],
  nonsense: ['device/nonsense', 'it sent something that cannot be understood'],
};
