// Whom the client believes on an encrypted connection, and that nobody else ever sees the password.

import { createServer as createHttpsServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../src/device/sim/make-certificate.ts';
import type { TlsTrust } from '../../src/device/tls.ts';
import { closeAfterwards, failureOf, openDevice } from '../support/device-session.ts';
import { startRawServer } from '../support/raw-server.ts';
import { turnedClock } from '../support/turned-clock.ts';

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

interface Served {
  readonly port: number;
  /** What reached the server after the handshake. */
  readonly seen: string[];
}

async function serveApi(tls?: TlsOptions): Promise<Served> {
  const seen: string[] = [];
  const server = closeAfterwards(
    await startRawServer(async (peer) => {
      for (;;) {
        const question = await peer.next();
        seen.push(question.join(' '));
        await peer.reply(question, ['!done']);
      }
    }, tls),
  );
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
  closeAfterwards({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, seen };
}

function trustIn(trust: TlsTrust | undefined) {
  return trust ? { trust } : {};
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
    await openDevice(scheme, served.port, trustIn(trust));
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
    const error = await failureOf(openDevice(scheme, served.port, trustIn(trust)));
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
    const error = await failureOf(openDevice(scheme, served.port, trustIn(trust)));
    expect(error.kind).toBe('certificate');
    expect(error.message).toContain('give the service a certificate');
    expect(served.seen).toEqual([]);
  });

  it('takes anonymous encryption when asked to', async () => {
    const served = await serve(anonymous);
    await openDevice(scheme, served.port, { trust: { allowAnonymous: true } });
    expect(served.seen).toHaveLength(1);
  });

  it('recognises a service without TLS', async () => {
    const clock = turnedClock();
    const silent = closeAfterwards(
      await startRawServer((peer) => void peer.socket.once('data', () => clock.advance(100))),
    );
    const error = await failureOf(openDevice(scheme, silent.port, { clock, timeoutMs: 100 }));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('does not speak TLS');
  });

  it('recognises a service that hangs up on TLS', async () => {
    const brusque = closeAfterwards(
      await startRawServer((peer) => void peer.socket.once('data', () => peer.socket.resetAndDestroy())),
    );
    const error = await failureOf(openDevice(scheme, brusque.port));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('TLS handshake');
  });
});

it('recognises a TLS service behind `api://`', async () => {
  const served = await serveApi({ key: self.key, cert: self.cert });
  const error = await failureOf(openDevice('api', served.port));
  expect(['not-routeros', 'connection-lost']).toContain(error.kind);
  expect(served.seen).toEqual([]);
});
