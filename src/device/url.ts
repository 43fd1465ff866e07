// Device URLs: `api://user@host[:port]`, `apis://…`, `rest://…`, `rests://…`, `sim:MODEL[,FILE.rsc]`. No URL carries a
// password, and one that tries is reported without repeating it.

import type { Code } from '../diagnostics/codes.ts';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { type Mistake, mistake } from '../diagnostics/mistake.ts';
import { type Location, type SourceFile, span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';

export interface NetworkUrl {
  readonly kind: 'api' | 'apis' | 'rest' | 'rests';
  /** Name or address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** As shown to people: with user and port, without password. */
  readonly text: string;
}

export interface SimulatedUrl {
  readonly kind: 'sim';
  readonly model: string;
  /** Path of the export that it starts with. */
  readonly file?: string;
  readonly text: string;
}

export type DeviceUrl = NetworkUrl | SimulatedUrl;

export interface UrlContext {
  /** Where the URL is written; absent = on the command line or in the environment. */
  readonly at?: Location;
  /** The user for a URL without one: `ROS_USERNAME`. */
  readonly user?: string;
}

const defaultPorts = { api: 8728, apis: 8729, rest: 80, rests: 443 } as const;

/** `ROS_HOSTURL` of the Terraform provider spells REST with the schemes of the web. */
const schemes: Readonly<Record<string, NetworkUrl['kind']>> = {
  api: 'api',
  apis: 'apis',
  rest: 'rest',
  rests: 'rests',
  http: 'rest',
  https: 'rests',
};

const form = 'api://USER@HOST[:PORT]';

export function parseDeviceUrl(text: string, context: UrlContext = {}): Staged<DeviceUrl | undefined> {
  const simulated = /^sim:(?!\/\/)([^,]+)(?:,(.+))?$/.exec(text);
  if (simulated) {
    const [, model = '', file] = simulated;
    return { value: { kind: 'sim', model, ...(file !== undefined && { file }), text }, diagnostics: [] };
  }
  const [, scheme = '', authority = ''] = /^(?:([a-zA-Z][\w+.-]*):\/\/)?(.*)$/s.exec(text) ?? [];
  // The last `@` ends the user part: a password may hold one.
  const userEnd = authority.lastIndexOf('@');
  const credentials = authority.slice(0, Math.max(userEnd, 0));
  const passwordStart = credentials.indexOf(':');
  if (passwordStart >= 0) {
    const start = text.length - authority.length + passwordStart + 1;
    return passwordInUrl(text, start, text.length - authority.length + userEnd, context.at);
  }
  const kind = schemes[scheme.toLowerCase()];
  if (!kind) return unknownScheme(text, scheme, context.at);
  const place = parseHostAndPort(authority.slice(userEnd + 1), defaultPorts[kind]);
  if (!place) {
    return failed('device/url-malformed', 'the device URL has no usable host and port', text, context.at, {
      why: 'After the user come a name or an address, IPv6 in brackets, and perhaps a port from 1 to 65535.',
      fix: `write it as ${form}`,
    });
  }
  const user = percentDecoded(credentials) || context.user;
  if (!user) {
    return failed('device/url-user-missing', 'the device URL does not say which user logs in', text, context.at, {
      why: 'RouterOS asks for a user name before anything else, and rosc does not guess one.',
      fix: `write it as ${form}, or set ROS_USERNAME`,
    });
  }
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  const shown = `${kind}://${encodeURIComponent(user)}@${host}:${place.port}`;
  return { value: { kind, ...place, user, text: shown }, diagnostics: [] };
}

function parseHostAndPort(text: string, defaultPort: number): { host: string; port: number } | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+(?:%[\w.-]+)?)\]|([^\s:/?#@[\]]+))(?::(\d{1,5}))?\/?$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = match?.[3] === undefined ? defaultPort : Number(match[3]);
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

/** A malformed escape is taken literally. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unknownScheme(text: string, scheme: string, at: Location | undefined): Staged<undefined> {
  const near = scheme && nearestName(scheme, ['api', 'apis', 'rest', 'rests']);
  const title = near ? `write \`${near}\` in place of \`${scheme}\`` : `write it as ${form}`;
  const what = scheme ? `no device is reached by \`${scheme}://\`` : 'this is not a device URL';
  return failed('device/url-malformed', what, text, at, {
    why: 'Devices are reached by `api://`, `apis://` (TLS), `rest://`, `rests://` (reading only) or `sim:MODEL`.',
    fix: title,
  });
}

/** The text that the diagnostic points into is masked, so that no renderer can print the password. */
function passwordInUrl(text: string, start: number, end: number, at: Location | undefined): Staged<undefined> {
  const password = text.slice(start, end);
  const mask = (whole: string) => (password === '' ? whole : whole.replaceAll(`:${password}@`, ':***@'));
  let place: Location = span(argument(mask(text)), start, start + 3);
  if (at?.kind === 'source') {
    const file: SourceFile = { path: at.file.path, text: mask(at.file.text) };
    place = span(file, mask(at.file.text.slice(0, at.start)).length, mask(at.file.text.slice(0, at.end)).length);
  } else if (at) place = at;
  return failed('device/url-password', 'the device URL contains a password', mask(text), place, {
    why: 'URLs end up in files, in shell histories and in logs, where everybody can read them.',
    fix: 'take it out, change it on the device, and give it by ROSC_PASSWORD, a --password-file or the prompt',
  });
}

type Words = Pick<Mistake, 'why' | 'fix'>;

function failed(code: Code, what: string, text: string, at: Location | undefined, words: Words): Staged<undefined> {
  const place = at ?? span(argument(text), 0, text.length);
  return { value: undefined, diagnostics: [mistake(code, { what, at: place, label: 'this URL', ...words })] };
}

function argument(text: string): SourceFile {
  return { path: 'device URL', text };
}
