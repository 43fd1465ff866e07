// What is seen first on the page, in a real browser: causes with their lines and fixes, and on a phone what is worst.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, installChromium, launchBrowser, openPage, show, views } from '../support/browser.ts';
import { builtPage, examplePath, startUi } from '../support/ui.ts';

describe.skipIf(chromiumPath === undefined)(
  `the first look at the page${chromiumPath === undefined ? `: ${installChromium}` : ''}`,
  () => {
    let page: string;
    let browser: Browser;
    let folder: string;

    beforeAll(async () => {
      [page, browser, folder] = await Promise.all([builtPage(), launchBrowser(), mkdtemp(join(tmpdir(), 'rosc-ui-'))]);
    });

    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const open = (url: string, options?: BrowserContextOptions) => openPage(browser, url, options);

    test('begins with one entry for each cause: its line, what it costs, and the fix as a draft', async () => {
      const file = join(folder, 'causes.yaml');
      const text = await readFile(examplePath('rig-broken'), 'utf8');
      const firewall = '    firewall:\n      - { from: left, to: right, default: drop }\n';
      await writeFile(file, text.replace('    pbr:\n', `${firewall}    pbr:\n`));
      const running = await startUi(file, { page });
      const { page: opened, complaints } = await open(running.url);
      const causes = opened.locator('.top-cause');
      const worst = causes.filter({ hasText: 'backups cannot have what it asks for' });
      expect(await worst.locator('.quote mark').textContent()).toBe('backups-by-left');
      expect(await worst.locator('.top-hits').textContent()).toContain(
        'wants 2 Gbit/s, gets at most 680 Mbit/s (60 kpps)',
      );
      const drop = causes.filter({ hasText: 'only for a part of it to be dropped there' });
      await drop.getByRole('button', { name: 'Open as a draft' }).click();
      const editor = opened.getByRole('textbox', { name: 'Draft' });
      expect(await editor.inputValue()).toContain('acls:\n  left-to-right:\n    from: left\n');
      expect(await editor.inputValue()).not.toContain('firewall:');
      await opened.getByText('draft', { exact: true }).waitFor();
      await show(opened, 'overview');
      await drop.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await opened.context().close();
      await running.stop();
    });

    test('on a phone what is worst is in sight: findings before the source, the port on the CPU in the panel', async () => {
      const running = await startUi(examplePath('rig-broken'), { page });
      const { page: opened } = await open(running.url, { viewport: { width: 390, height: 844 } });
      const worst = await opened.getByRole('button', { name: /^sfp-sfpplus1, cpu/ }).boundingBox();
      expect(worst?.x).toBeGreaterThan(0);
      expect((worst?.x ?? 0) + (worst?.width ?? 0)).toBeLessThanOrEqual(390);
      for (const view of views) {
        const tab = await opened.locator(`nav a[href*="#/${view}"]`).boundingBox();
        expect((tab?.x ?? 0) + (tab?.width ?? 0), view).toBeLessThanOrEqual(390);
      }
      await show(opened, 'findings');
      const [finding, source] = await Promise.all([
        opened.locator('.finding').first().boundingBox(),
        opened.locator('.source').boundingBox(),
      ]);
      expect(finding?.y).toBeLessThan(source?.y ?? 0);
      await opened.context().close();
      await running.stop();
    });

    test('says below green ports which policy their traffic never meets', async () => {
      const file = join(folder, 'past.rsc');
      const lines = [
        '# model = CRS326-24G-2S+',
        '/interface ethernet switch',
        'set 0 l3-hw-offloading=yes',
        '/ip address',
        'add address=10.1.0.1/24 interface=ether2',
        'add address=10.2.0.1/24 interface=ether3',
        '/ip firewall filter',
        'add action=drop chain=forward dst-port=23 protocol=tcp',
      ];
      await writeFile(file, lines.join('\n'));
      const running = await startUi(file, { page });
      const { page: opened } = await open(running.url);
      const cause = opened.locator('.top-cause', { hasText: 'these firewall rules never see it' });
      expect(await cause.locator('.badge').first().textContent()).toContain('unpredictable');
      expect(await opened.getByRole('button', { name: /^ether2, hardware/ }).count()).toBe(1);
      expect(await opened.locator('.reasons li').allTextContents()).toEqual([
        expect.stringMatching(/what the chip routes is not filtered: .*past\.rsc:8:/),
      ]);
      await opened.context().close();
      await running.stop();
    });

    test('puts the first rows of a long table in the page, and the others when somebody asks for them', async () => {
      const file = join(folder, 'routes.rsc');
      const routes = Array.from(
        { length: 70 },
        (_, index) => `add dst-address=172.16.${index}.0/24 gateway=10.1.0.254`,
      );
      const lines = [
        '# model = CRS326-24G-2S+',
        '/interface ethernet switch',
        'set 0 l3-hw-offloading=yes',
        '/ip address',
        'add address=10.1.0.1/24 interface=ether2',
        '/ip route',
        ...routes,
      ];
      await writeFile(file, lines.join('\n'));
      const running = await startUi(file, { page });
      const { page: opened, complaints } = await open(running.url);
      const group = opened.locator('.group', { has: opened.getByText('Routes', { exact: true }) });
      // The browser's search opens a closed group only for what is in it.
      expect(await group.locator('tbody tr', { hasText: '172.16.3.0/24' }).count()).toBe(1);
      expect(await group.locator('tbody tr').count()).toBe(20);
      if (!(await group.evaluate('(details) => details.open'))) await group.locator('summary').first().click();
      await group.locator('summary', { hasText: /^\d+ more$/ }).focus();
      await opened.keyboard.press('Enter');
      await group.locator('tbody tr', { hasText: '172.16.69.0/24' }).waitFor();
      expect(await group.locator('tbody tr').count()).toBe(71);
      expect(complaints).toEqual([]);
      await opened.context().close();
      await running.stop();
    });
  },
);
