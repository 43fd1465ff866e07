// Clients that nobody here wrote, against the simulated device: librouteros for Python, and Ansible's collection
// community.routeros, which is built upon it. PYTHON and ANSIBLE_PLAYBOOK name other programs than those in the path.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listening } from '../../../src/device/sim/listening.ts';
import { makeCertificate } from '../../../src/device/sim/make-certificate.ts';
import { startServer } from '../../../src/device/sim/server.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { realClock } from '../../../src/io/real-clock.ts';
import { targetOf } from '../../support/sim-target.ts';

const run = promisify(execFile);
const python = process.env.PYTHON ?? 'python3';
const hasLibrouteros = await run(python, ['-c', 'import librouteros']).then(
  () => true,
  () => false,
);
if (!hasLibrouteros)
  console.warn(`librouteros interop skipped: ${python} cannot import librouteros (pip install librouteros)`);

describe.skipIf(!hasLibrouteros)('librouteros', () => {
  let listening: Listening;
  beforeAll(async () => {
    const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', '7.16.2'), clock: realClock });
    listening = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => listening.close());

  it('logs in, adds, queries, is refused and removes', async () => {
    const script = join(import.meta.dirname, 'interop', 'librouteros_check.py');
    const { stdout } = await run(python, [script, '127.0.0.1', String(listening.port)]);
    expect(stdout.trim().split('\n')).toEqual([
      'identity MikroTik',
      'added *1',
      'rows 192.0.2.1/24 ether2 café',
      'query ether1 ether3',
      'trap failure: already have such address',
      'left 0',
    ]);
  });
});

const ansible = process.env.ANSIBLE_PLAYBOOK ?? 'ansible-playbook';
const environment = { ...process.env, LANG: 'C.UTF-8', ANSIBLE_LOCALHOST_WARNING: 'False', ANSIBLE_NOCOLOR: '1' };
const hasCollection = await run(ansible.replace(/playbook$/, 'doc'), ['--json', 'community.routeros.api_modify'], {
  env: environment,
}).then(
  ({ stdout }) => stdout.includes('api_modify'),
  () => false,
);
if (!hasCollection)
  console.warn(`Ansible interop skipped: no ${ansible} with community.routeros (pip install ansible)`);

describe.skipIf(!hasCollection)('community.routeros', () => {
  const playbook = join(import.meta.dirname, 'interop', 'api_modify.yml');
  const certificate = makeCertificate({ subject: 'core', addresses: ['127.0.0.1'] });

  it.each([
    ['7.16.2', undefined],
    ['7.20.8', certificate],
  ])(
    'sets up a switch with RouterOS %s, finds nothing to do, and swaps two rules',
    async (routeros, tls) => {
      const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', routeros), clock: realClock });
      const place = { host: '127.0.0.1', port: 0 };
      const listening = await startServer(simulator, { ...place, ...(tls && { certificate: tls }) });
      const play = async (more: readonly string[] = []) => {
        const facts = [`device_host=127.0.0.1`, `device_port=${listening.port}`, `device_tls=${tls !== undefined}`];
        // The play runs in the interpreter that Ansible itself runs in: that one has librouteros.
        const interpreter = 'ansible_python_interpreter={{ ansible_playbook_python }}';
        const extra = [...facts, interpreter, ...more].flatMap((fact) => ['-e', fact]);
        const { stdout } = await run(ansible, ['-i', 'localhost,', '-c', 'local', ...extra, playbook], {
          env: environment,
        });
        return {
          changed: Number(/changed=(\d+)/.exec(stdout)?.[1]),
          failed: Number(/failed=(\d+)/.exec(stdout)?.[1]),
          order: /"msg": "(.*)"/.exec(stdout)?.[1],
        };
      };
      try {
        expect(await play()).toEqual({ changed: 8, failed: 0, order: 'known ping rest' });
        expect(await play()).toEqual({ changed: 0, failed: 0, order: 'known ping rest' });
        expect(await play(['swapped=true'])).toEqual({ changed: 1, failed: 0, order: 'ping known rest' });
        expect(simulator.export()).toContain('comment="made by Ansible: café"');
      } finally {
        await listening.close();
      }
    },
    120_000,
  );
});
