// Whom the client believes on an encrypted connection, and that nobody else ever sees the password.

import { createServer as createHttpsServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../src/device/connect.ts';
import { type Device, DeviceError } from '../src/device/device.ts';
import type { TlsTrust } from '../src/device/tls.ts';
import { parseDeviceUrl } from '../src/device/url.ts';
import { makeCertificate } from './support/certificate.ts';
import { startRawServer } from './support/raw-server.ts';
import { realClock } from './support/real-clock.ts';

const password = 'hunter2-hunter2';
const self = makeCertificate({ subject: 'core' });
const other = makeCertificate({ subject: 'other' });
const expired = makeCertificate({ subject: 'core', isExpired: true });
const authority = makeCertificate({ subject: 'lab CA' });
const named = makeCertificate({ subject: 'core', issuer: authority, addresses: ['127.0.0.1'] });
const misnamed = makeCertificate({ subject: 'core', issuer: authority, addresses: ['192.0.2.1'] });
const anonymous: TlsOptions = {
  ciphers: 'ADH-AES256-GCM-SHA384:@SECLEVEL=0',
  dhparam: 'auto',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
};

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Served {
  readonly port: number;
  /** What reached the server after the handshake. */
  readonly seen: string[];
}

async function serveApi(tls?: TlsOptions): Promise<Served> {
  const seen: string[] = [];
  const server = await startRawServer(async (peer) => {
    for (;;) {
      const question = await peer.next();
      seen.push(question.join(' '));
      await peer.reply(question, ['!done']);
    }
  }, tls);
  closing.push(server.close);
  return { port: server.port, seen };
}

async function serveRest(tls: TlsOptions): Promise<Served> {
  const seen: string[] = [];
  const server = createHttpsServer(tls, (request, response) => {
    seen.push(request.headers.authorization ?? '');
    response.end('[]');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, seen };
}

type Scheme = 'api' | 'apis' | 'rests';

async function open(scheme: Scheme, port: number, trust?: TlsTrust, timeoutMs = 2000): Promise<Device> {
  const { value } = parseDeviceUrl(`${scheme}://admin@127.0.0.1:${port}`);
  if (!value) throw new Error('unreachable');
  const device = await connect(value, { password, clock: realClock, timeoutMs, ...(trust && { trust }) });
  closing.push(() => device.close());
  return device;
}

async function failureOf(promise: Promise<unknown>): Promise<DeviceError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DeviceError)) throw new Error(`expected a DeviceError, not ${error}`);
  expect(`${error.message} ${error.stack}`).not.toContain(password);
  return error;
}

describe.each([
  { scheme: 'apis', serve: serveApi },
  { scheme: 'rests', serve: serveRest },
] as const)('$scheme', ({ scheme, serve }) => {
  it.each([
    ['a pinned certificate', self, { fingerprint: self.fingerprint }],
    ['a pin without colons', self, { fingerprint: self.fingerprint.replaceAll(':', '').toLowerCase() }],
    ['a certificate that is its own CA file, whatever its name', self, { ca: self.cert }],
    ['a certificate signed by the CA file, for this address', named, { ca: authority.cert }],
    ['a certificate that is in the CA file without its issuer', misnamed, { ca: misnamed.cert }],
  ])('believes %s', async (_, { key, cert }, trust) => {
    const served = await serve({ key, cert });
    await open(scheme, served.port, trust);
    expect(served.seen).toHaveLength(1);
  });

  it.each([
    ['an unknown certificate', self, undefined, 'nobody vouches for'],
    ['another certificate than the pinned one', other, { fingerprint: self.fingerprint }, 'not the pinned one'],
    ['another certificate than that in the CA file', other, { ca: self.cert }, 'nobody vouches for'],
    ['a certificate for another address', misnamed, { ca: authority.cert }, 'for other names'],
    ['an expired certificate', expired, { ca: expired.cert }, 'CERT_HAS_EXPIRED'],
    ['a pin that is no fingerprint', self, { fingerprint: 'AB:CD' }, '64 hexadecimal digits'],
    ['a CA file without certificates', self, { ca: 'nothing' }, 'no readable PEM'],
    ['a CA file with a broken certificate', self, { ca: self.cert.replace(/M/g, 'A') }, 'no readable PEM'],
    ['a certificate where none was expected', self, { allowAnonymous: true }, 'no anonymous encryption'],
  ])('refuses %s before the password is sent', async (_, { key, cert }, trust, words) => {
    const served = await serve({ key, cert });
    const error = await failureOf(open(scheme, served.port, trust));
    expect(error.kind).toBe('certificate');
    expect(error.message).toContain(words);
    expect(served.seen).toEqual([]);
  });

  it.each([
    ['by default', undefined],
    ['when a certificate is pinned', { fingerprint: self.fingerprint }],
    ['when a CA is given', { ca: self.cert }],
  ])('refuses anonymous encryption %s', async (_, trust) => {
    const served = await serve(anonymous);
    const error = await failureOf(open(scheme, served.port, trust));
    expect(error.kind).toBe('certificate');
    expect(error.message).toContain('give the service a certificate');
    expect(served.seen).toEqual([]);
  });

  it('takes anonymous encryption when asked to', async () => {
    const served = await serve(anonymous);
    await open(scheme, served.port, { allowAnonymous: true });
    expect(served.seen).toHaveLength(1);
  });

  it('recognises a service without TLS', async () => {
    const silent = await startRawServer((peer) => void peer.next());
    closing.push(silent.close);
    const error = await failureOf(open(scheme, silent.port, undefined, 100));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('does not speak TLS');
  });

  it('recognises a service that hangs up on TLS', async () => {
    const brusque = await startRawServer((peer) => void peer.socket.once('data', () => peer.socket.resetAndDestroy()));
    closing.push(brusque.close);
    const error = await failureOf(open(scheme, brusque.port));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('TLS handshake');
  });
});

it('recognises a TLS service behind `api://`', async () => {
  const served = await serveApi({ key: self.key, cert: self.cert });
  const error = await failureOf(open('api', served.port));
  expect(['not-routeros', 'connection-lost']).toContain(error.kind);
  expect(served.seen).toEqual([]);
});
