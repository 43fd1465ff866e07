// Opens the connection to a device, TCP or TLS, and says in plain words why it cannot.

import type { Socket } from 'node:net';
import { type Clock, DeviceError } from './device.ts';
import { openConnector } from './open-connector.ts';
import { checkPinnedCertificate, type TlsTrust, tlsOptions } from './tls.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** Absent = plain TCP. */
  readonly trust?: TlsTrust;
}

export interface Opening {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** A connected socket, paused so that nothing is lost before its reader is attached. Throws DeviceError. */
export async function openSocket(endpoint: Endpoint, opening: Opening): Promise<Socket> {
  const { host, port, trust } = endpoint;
  const { timeoutMs, clock, signal } = opening;
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  if (signal?.aborted) throw new DeviceError('aborted', `stopped before connecting to ${address}`);
  const tls = trust && tlsOptions(trust);
  // The Connector's own time-out counts idle seconds and comes after ours, which covers the whole opening.
  const connector = openConnector({ host, port, timeout: Math.ceil(timeoutMs / 1000) + 1, tls });
  const timer = new AbortController();
  try {
    const socket = await new Promise<Socket>((resolve, reject) => {
      const attempt = connector.socket;
      attempt.on('error', (error) => reject(openingError(error, address, trust)));
      attempt.on('close', () => reject(new DeviceError('unreachable', `${address} closed the connection at once`)));
      connector.onConnected(() => resolve(attempt.pause()));
      const onTimeout = () => reject(tooLate(attempt, address, timeoutMs));
      clock.sleep(timeoutMs, timer.signal).then(onTimeout, () => undefined);
      const onAbort = () => reject(new DeviceError('aborted', `stopped connecting to ${address}`));
      signal?.addEventListener('abort', onAbort, { once: true, signal: timer.signal });
    });
    if (trust) checkPinnedCertificate(socket, trust);
    return socket.setTimeout(0);
  } catch (error) {
    connector.destroy();
    throw error;
  } finally {
    timer.abort();
  }
}

function tooLate(socket: Socket, address: string, timeoutMs: number): DeviceError {
  if (socket.connecting) return new DeviceError('unreachable', `${address} did not answer within ${timeoutMs} ms`);
  const why = 'but does not speak TLS; the plain service has the scheme without `s`';
  return new DeviceError('unreachable', `${address} accepted the connection ${why} (${timeoutMs} ms)`);
}

function openingError(error: NodeJS.ErrnoException, address: string, trust: TlsTrust | undefined): DeviceError {
  const code = error.code ?? '';
  const tell = (kind: DeviceError['kind'], words: string) =>
    new DeviceError(kind, `${address} ${words}`, { cause: error });
  const known = networkErrors[code];
  if (known !== undefined && !(trust && code === 'ECONNRESET')) return tell('unreachable', known);
  if (!trust) return tell('unreachable', `cannot be reached: ${error.message || code}`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return tell(
      'certificate',
      'has a certificate for other names; connect by one of them, trust that very certificate, or pin its fingerprint',
    );
  }
  if (certificateErrors.has(code)) {
    return tell('certificate', `has a certificate that nobody vouches for (${code}); give its CA or its fingerprint`);
  }
  if (code === 'ECONNRESET' || code === 'EPROTO' || /WRONG_VERSION|PACKET_LENGTH|RECORD_LAYER/.test(code)) {
    return tell('unreachable', 'ended the TLS handshake; is it the plain service, without `s` in the scheme?');
  }
  if (/HANDSHAKE_FAILURE|NO_SHARED_CIPHER|UNSUPPORTED_PROTOCOL|INSUFFICIENT_SECURITY/.test(code)) {
    const words = trust.allowAnonymous
      ? 'offers no anonymous encryption: it has a certificate, so check that instead'
      : 'shares no cipher with rosc: a service without a certificate offers anonymous encryption only, which proves ' +
        'nothing about who listens; give the service a certificate';
    return tell('certificate', words);
  }
  return tell('certificate', `failed the TLS handshake: ${error.message || code}`);
}

const networkErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection: is that service enabled there (/ip/service), and allowed from here?',
  ECONNRESET: 'reset the connection: is this address allowed there (/ip/service, firewall)?',
  ENOTFOUND: 'is not known to the name service',
  EAI_AGAIN: 'cannot be looked up: the name service does not answer',
  EHOSTUNREACH: 'cannot be reached: no route to the host',
  ENETUNREACH: 'cannot be reached: no route to its network',
  ETIMEDOUT: 'did not answer',
};

const certificateErrors = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
