// Whom to believe on an encrypted connection: a pinned certificate, a CA file, the system's CAs, or, asked for by
// name, nobody. Sources: manual, developer-guides/api (anonymous DH without a certificate); Node's tls documentation.

import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, TLSSocket } from 'node:tls';
import { DeviceError } from './device.ts';

export interface TlsTrust {
  /** PEM text of one or more certificates: a CA, or the device's own certificate. */
  readonly ca?: string;
  /** SHA-256 of the device's certificate, hexadecimal with or without colons; stands in for every other check. */
  readonly fingerprint?: string;
  /** Encrypt without knowing to whom: what `api-ssl` without a certificate offers. */
  readonly allowAnonymous?: boolean;
}

/** Suites without authentication exist below TLS 1.3 only and below OpenSSL's first security level. */
const anonymousSuites = ['ADH-AES256-GCM-SHA384', 'ADH-AES128-GCM-SHA256', 'ADH-AES256-SHA256', 'ADH-AES128-SHA256'];

/** Throws DeviceError when the trust itself is malformed. */
export function tlsOptions({ ca, fingerprint, allowAnonymous }: TlsTrust): ConnectionOptions {
  if (fingerprint !== undefined) {
    if (!/^[0-9a-f]{64}$/.test(bareHex(fingerprint))) {
      throw new DeviceError('certificate', 'a fingerprint is the SHA-256 of the certificate: 64 hexadecimal digits');
    }
    // `isTrusted` looks at the certificate after the handshake, because Node skips its own check here.
    return { rejectUnauthorized: false };
  }
  if (allowAnonymous) {
    const ciphers = [...anonymousSuites, '@SECLEVEL=0'].join(':');
    return { rejectUnauthorized: false, ciphers, maxVersion: 'TLSv1.2' };
  }
  if (ca === undefined) return {};
  const known = fingerprintsOf(ca);
  return {
    ca,
    allowPartialTrustChain: true,
    // RouterOS certificates rarely name the address; one that is in the file itself needs no name.
    checkServerIdentity: (host, peer) => (known.has(peer.fingerprint256) ? undefined : checkServerIdentity(host, peer)),
  };
}

/** After the handshake and before the first byte of ours. Throws DeviceError. */
export function checkPinnedCertificate(socket: Socket, { fingerprint }: TlsTrust): void {
  if (fingerprint === undefined) return;
  const shown = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : undefined;
  // Node types it as always there; an anonymous peer shows an empty certificate.
  if (shown !== undefined && bareHex(shown) === bareHex(fingerprint)) return;
  const found = shown === undefined ? 'it showed no certificate' : `its certificate is ${shown}`;
  throw new DeviceError('certificate', `the device is not the pinned one: ${found}; no password was sent`);
}

function fingerprintsOf(pem: string): ReadonlySet<string> {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length > 0) return new Set(certificates.map((text) => new X509Certificate(text).fingerprint256));
  } catch {
    // Told below.
  }
  throw new DeviceError('certificate', 'the CA file holds no readable PEM certificate');
}

function bareHex(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').trim().toLowerCase();
}
