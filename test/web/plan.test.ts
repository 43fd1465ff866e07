// The plan as the page shows it: what is only marked stays folded away, and what the changes do is said, in a browser.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listening } from '../../src/device/sim/listening.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { ui } from '../../src/web/ui.ts';
import { readEvents } from '../../web/src/events.ts';
import { chromiumPath, installChromium, launchBrowser, lowContrast, nameless } from '../support/browser.ts';
import { memoryIo } from '../support/memory-io.ts';
import { rig } from '../support/sim-rig.ts';
import { targetOf } from '../support/sim-target.ts';
import { builtPage, startUi } from '../support/ui.ts';

const model = 'CRS326-24G-2S+';
const routeros = '7.18.2';

/** As the device is, but for a flag, a FastTrack rule that is no longer wanted, and marks. */
const site = `version: 1
site: marked
vlans:
  left:  { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: ${model}
    routeros: ${routeros}
    exclusive: /ip/firewall/filter
    ports:
      sfp-sfpplus1: { vlan: left }
      sfp-sfpplus2: { vlan: right }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    dhcp-snooping: { trusted: [sfp-sfpplus1] }
`;
const script = `${rig}/interface vlan set left comment="Anna's desk"
/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established
`;

describe.skipIf(chromiumPath === undefined)(
  `the plan on the page${chromiumPath === undefined ? `: ${installChromium}` : ''}`,
  () => {
    let page: string;
    let browser: Browser;
    let folder: string;
    let server: Listening;

    beforeAll(async () => {
      const simulator = createSimulator({ target: targetOf(model, routeros), clock: realClock, script });
      [page, browser, folder, server] = await Promise.all([
        builtPage(),
        launchBrowser(),
        mkdtemp(join(tmpdir(), 'rosc-plan-')),
        startServer(simulator, { host: '127.0.0.1', port: 0 }),
      ]);
      await writeFile(join(folder, 'site.yaml'), site);
    });

    afterAll(async () => {
      await server?.close();
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const optionsOf = () => ({
      page,
      device: [`core=api://admin@127.0.0.1:${server.port}`],
    });

    async function openPlan(url: string): Promise<Page> {
      const opened = await browser.newPage();
      opened.setDefaultTimeout(0);
      await opened.goto(url);
      await opened.locator('nav a[href*="#/plan"]').click();
      await opened.locator('.device').waitFor();
      return opened;
    }

    test('folds away what only gets a mark, and what is only worth knowing', async () => {
      const running = await startUi(join(folder, 'site.yaml'), { ...optionsOf(), env: { ROSC_PASSWORD: '' } });
      const opened = await openPlan(running.url);
      const marks = opened.locator('details', { hasText: /^\d+ items get rosc's mark/ });
      const written = opened.getByText("rosc:vlan/left (Anna's desk)");
      expect(await marks.getAttribute('open')).toBeNull();
      expect(await written.isVisible()).toBe(false);
      await marks.locator('> summary').click();
      await written.waitFor();
      expect(await opened.locator('.finding', { hasText: 'stay fast-tracked' }).isVisible()).toBe(true);
      const reset = opened.locator('.finding', { hasText: 'all switch ports go down' });
      expect(await reset.isVisible()).toBe(false);
      await opened.getByText('1 note on these changes').click();
      await reset.waitFor();
      expect(await lowContrast(opened)).toEqual([]);
      expect(await nameless(opened)).toEqual([]);
      await opened.setViewportSize({ width: 360, height: 740 });
      expect(await opened.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await opened.close();
      await running.stop();
    });

    test('tells the open pages how far the reading of a device is', async () => {
      const running = await startUi(join(folder, 'site.yaml'), { ...optionsOf(), env: { ROSC_PASSWORD: '' } });
      const { body } = await fetch(`${running.url}api/v1/events`);
      const plan = fetch(`${running.url}api/v1/analyses/current/plan`);
      const told: unknown[] = [];
      for await (const { event, data } of readEvents(body ?? new ReadableStream())) {
        if (event === 'reading') told.push(JSON.parse(data));
        if (told.length === 3) break;
      }
      expect(told).toEqual([10, 20, 30].map((menus) => ({ device: 'core', menus })));
      await plan;
      await running.stop();
    });

    test('explains its codes in a file from disk too', async () => {
      const file = join(folder, 'report.html');
      const io = memoryIo({ clock: realClock, env: { ROSC_PASSWORD: '' } });
      const options = { ...optionsOf(), listen: '127.0.0.1:0', export: file };
      expect(await ui(io, join(folder, 'site.yaml'), options), io.err()).toBe(0);
      await writeFile(file, io.written.get(file) ?? '');
      const opened = await openPlan(pathToFileURL(file).href);
      await opened.locator('.code-link', { hasText: 'firewall/fasttrack-sticky' }).click();
      await opened.locator('dialog[open] .page-facts').waitFor();
      await opened.close();
    });
  },
);
