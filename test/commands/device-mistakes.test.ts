// What is wrong at the other end of the line, as the whole program tells it: each its own words and exit status.

import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');
const clock = leapingClock();
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = { ROSC_PASSWORD: '' }) {
  const io = memoryIo({ env, cwd: '/nowhere', clock });
  const status = await main(argv, io);
  return { status, out: io.out(), err: io.err() };
}

async function simulated(options: { script?: string; routeros?: string } = {}) {
  const { script, routeros = '7.14.3' } = options;
  const target = targetOf('CRS326-24G-2S+', routeros);
  const simulator = createSimulator({ target, clock: clock.ofDevices, ...(script && { script }) });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  closers.push(() => server.close());
  return { simulator, port: server.port };
}

/** As it would export it, without the date. */
function configured(simulator: Simulator): string {
  return simulator.export({ showSensitive: true }).replace(/^#.*\n/, '');
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => new Promise((done) => server.close(done)));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

// A fleet whose name is misspelt is a file that is missing, not a URL.
test.each([
  ['fleeet.yaml', 1, '`fleeet.yaml` cannot be read: there is no such file'],
  [rig, 64, 'is neither a fleet nor the URL of a device'],
  ['switch', 1, 'device/url-malformed'],
])('capture of %s', async (subject, expected, words) => {
  const { status, err } = await run(['capture', subject]);
  expect([status, err]).toEqual([expected, expect.stringContaining(words)]);
});

describe('another service on the port', () => {
  test('SSH', async () => {
    const port = await listening(createServer((socket) => void socket.resume().write('SSH-2.0-ROSSSH\r\n')));
    const { status, err } = await run(['plan', rig, '--device', `core=api://admin@127.0.0.1:${port}`]);
    expect([status, err]).toEqual([1, expect.stringContaining('device/not-routeros')]);
  });

  test.each(['api', 'rest'])('a web server behind %s://', async (scheme) => {
    const web = createHttpServer((_, response) => response.writeHead(404).end('<html>Not here</html>'));
    const port = await listening(web);
    const { status, err } = await run(['plan', rig, '--device', `core=${scheme}://admin@127.0.0.1:${port}`]);
    expect([status, err]).toEqual([1, expect.stringContaining('device/not-routeros')]);
  });
});

describe('a user without a policy', () => {
  const user = (policy: string) =>
    `/user group add name=few policy=${policy}\n/user add name=rosc group=few password=secret-word\n`;
  const as = async (policy: string, ...argv: readonly string[]) => {
    const { simulator, port } = await simulated({ script: user(policy) });
    const before = configured(simulator);
    const done = await run([...argv, rig, '--device', `core=api://rosc@127.0.0.1:${port}`], {
      ROSC_PASSWORD: 'secret-word',
    });
    expect(done.out + done.err).not.toContain('secret-word');
    return { ...done, before, after: configured(simulator) };
  };

  test('`api` is missing: the login is refused', async () => {
    const { status, err } = await as('read,test', 'plan');
    expect(status).toBe(1);
    expect(err).toContain('device/login-refused');
    expect(err).toContain('or its group lacks the');
  });

  test('`read` is missing: nothing can be planned', async () => {
    const { status, err } = await as('api,test', 'plan');
    expect(status).toBe(1);
    expect(err).toContain('device/permission');
  });

  test('reading is enough for a plan', async () => {
    expect((await as('api,read,test', 'plan')).status).toBe(0);
  });

  test.each(['api,read,test', 'api,read,test,write', 'api,read,test,write,policy'])(
    '%s is too little to apply, and nothing is changed',
    async (policy) => {
      const { status, err, before, after } = await as(policy, 'apply', '--yes');
      expect(status).toBe(1);
      expect(err).toContain('apply/permission');
      expect(after).toEqual(before);
    },
  );
});

describe('a device of another RouterOS than rosc knows', () => {
  test.each([
    ['7.26.1', 'newer'],
    ['7.9.2', 'older'],
  ])('%s', async (routeros, words) => {
    const { port } = await simulated({ routeros });
    const url = `api://admin@127.0.0.1:${port}`;
    for (const argv of [
      ['plan', rig, '--device', `core=${url}`, '--accept-version'],
      ['audit', url],
      ['import', url],
    ]) {
      const { out } = await run([...argv, '--json']);
      const found = JSON.parse(out).diagnostics.find(({ code }: { code: string }) => code === 'device/unknown-version');
      expect(found, argv[0]).toMatchObject({ severity: 'warning' });
      expect(found.what).toContain(`${words} than what rosc knows`);
    }
  });

  test('one that it knows is no news', async () => {
    const { port } = await simulated({ routeros: '7.24.3' });
    expect((await run(['audit', `api://admin@127.0.0.1:${port}`, '--json'])).out).not.toContain('unknown-version');
  });
});

describe('a URL in the site', () => {
  const site = (url: string) => `version: 1
site: lab
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.18.2
    url: ${url}
`;
  test.each([
    ['api://admin:Sup3rSecret@192.0.2.1', 'device/url-password', 'api://admin:***@192.0.2.1'],
    // What stands there in an address of an unknown kind may be a token.
    ['aip://admin@192.0.2.1', 'device/url-malformed', 'aip://*****@192.0.2.1'],
    ['api://192.0.2.1', 'device/url-user-missing', 'api://192.0.2.1'],
  ])('%s is shown where it is written', async (url, code, shown) => {
    // Who logs in may be said by ROS_USERNAME where a verb asks the device.
    const offline = code === 'device/url-user-missing' ? [] : ['check', 'compile'];
    for (const verb of [...offline, 'plan', 'verify', 'watch', 'recover']) {
      const io = memoryIo({ clock, env: { ROSC_PASSWORD: '' } });
      await io.writeFile(join(projectRoot, 'lab.yaml'), site(url));
      expect(await main([verb, 'lab.yaml'], io), verb).toBe(1);
      const said = io.out() + io.err();
      expect(said, verb).toContain(code);
      expect(said, verb).toContain(' --> lab.yaml:7:10');
      expect(said).toContain(shown);
      expect(said).not.toContain('Sup3rSecret');
    }
  });
});

describe('a connection that is cut', () => {
  /** Between client and device; hangs up after so many bytes of the device. */
  async function cutAfter(bytes: number, port: number): Promise<number> {
    return listening(
      createServer((client) => {
        const device = connect(port, '127.0.0.1');
        let left = bytes;
        device.on('data', (chunk) => {
          client.write(chunk.subarray(0, left));
          left -= chunk.length;
          if (left <= 0) for (const end of [client, device]) end.destroySoon();
        });
        client.on('data', (chunk) => device.write(chunk));
        for (const end of [client, device]) end.on('error', () => undefined);
        client.on('close', () => device.destroy());
        device.on('close', () => client.destroy());
      }),
    );
  }

  const everythingRead = async (simulator: Simulator, port: number) => {
    const planned = await run(['plan', rig, '--device', `core=api://admin@127.0.0.1:${port}`, '--json']);
    expect(planned.status).toBe(0);
    return configured(simulator);
  };

  test('at any byte: a plan says so, or it was whole already', async () => {
    const { simulator, port } = await simulated();
    const before = await everythingRead(simulator, port);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.nat(40), fc.nat(30_000)), async (bytes) => {
        const cut = await cutAfter(bytes, port);
        const { status, out } = await run(['plan', rig, '--device', `core=api://admin@127.0.0.1:${cut}`, '--json']);
        const codes = JSON.parse(out).diagnostics.map(({ code }: { code: string }) => code);
        if (status !== 0) {
          expect(status).toBe(1);
          expect(codes.some((code: string) => /^device\/(connection-lost|unreachable|nonsense)$/.test(code))).toBe(
            true,
          );
        }
        expect(configured(simulator)).toBe(before);
      }),
      { numRuns: 20 },
    );
  });
});
