// Certificates made on the spot, so that no private key is kept anywhere. Just enough DER (X.509, RFC 5280) for TLS.

import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';

export interface MadeCertificate {
  /** PEM */
  readonly key: string;
  /** PEM */
  readonly cert: string;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  readonly subject: string;
  /** Absent = signed by itself. */
  readonly issuer?: MadeCertificate;
  /** IPv4 addresses that the certificate is for. */
  readonly addresses?: readonly string[];
  readonly isExpired?: boolean;
}

export function makeCertificate({ subject, issuer, addresses = [], isExpired }: CertificateOptions): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternativeNames = sequence(
    ...addresses.map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(randomBytes(4).readUInt32BE() + 1),
    ecdsaWithSha256,
    name(issuer?.subject ?? subject),
    sequence(time('200101000000Z'), time(isExpired ? '210101000000Z' : '491231235959Z')),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('551d13', sequence(...(issuer ? [] : [der(0x01, Buffer.from([0xff]))]))),
        ...(addresses.length > 0 ? [extension('551d11', alternativeNames)] : []),
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, issuer?.privateKey ?? privateKey);
  const raw = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const certificate = new X509Certificate(raw);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certificate.toString(),
    fingerprint: certificate.fingerprint256,
    subject,
    privateKey,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return der(0x02, Buffer.from(Number.parseInt(even.slice(0, 2), 16) > 0x7f ? `00${even}` : even, 'hex'));
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

/** A name of one part, the common name. */
function name(common: string): Buffer {
  return sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(common)))));
}

function extension(hex: string, value: Buffer): Buffer {
  return sequence(identifier(hex), der(0x04, value));
}

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
