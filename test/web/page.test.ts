// The page in a real browser: every view of the example sites, the file that changes below it, keyboard, phone, dark,
// disk.

import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realClock } from '../../src/io/real-clock.ts';
import { viewSchema } from '../../src/web/api/view-schema.ts';
import { ui } from '../../src/web/ui.ts';
import {
  chromiumPath,
  countShifts,
  everyText,
  installChromium,
  launchBrowser,
  lowContrast,
  nameless,
  openPage,
  show,
  views,
} from '../support/browser.ts';
import { expectHarmless, writeHostile } from '../support/hostile-text.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { builtPage, examplePath, exampleSites, type RunningUi, startUi } from '../support/ui.ts';

const token = 'correct-horse-battery-staple';

describe.skipIf(chromiumPath === undefined)(
  `the page${chromiumPath === undefined ? `: ${installChromium}` : ''}`,
  () => {
    let page: string;
    let browser: Browser;
    let folder: string;
    let demo: RunningUi;

    beforeAll(async () => {
      [page, browser, folder] = await Promise.all([builtPage(), launchBrowser(), mkdtemp(join(tmpdir(), 'rosc-ui-'))]);
      demo = await startUi(undefined, { page });
    });

    afterAll(async () => {
      await demo?.stop();
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const open = (url: string, options?: BrowserContextOptions) => openPage(browser, url, options);

    test.each(exampleSites)('shows every view of %s', async (name) => {
      const running = await startUi(examplePath(name), { page });
      const { page: opened, complaints } = await open(running.url);
      const response = await fetch(new URL('/api/v1/analyses/current', running.url));
      const view = viewSchema.parse(await response.json());
      for (const device of view.report.devices) {
        await opened.getByRole('heading', { name: device.name, exact: true }).waitFor();
        const legend = opened.locator('legend', { hasText: `Front panel of ${device.name}` });
        expect(await legend.locator('..').getByRole('button').count()).toBeGreaterThan(4);
      }
      await show(opened, 'findings');
      const problems = view.report.diagnostics.filter(({ severity }) => severity !== 'note');
      expect(await opened.locator('.findings > .finding').count()).toBe(problems.length);
      expect(await opened.locator('.line').count()).toBeGreaterThan(20);
      await show(opened, 'matrix');
      await opened.locator('a.cell').first().waitFor();
      expect(await opened.locator('a.cell').count()).toBeGreaterThan(3);
      await opened.locator('a.cell').first().click();
      await opened.locator('.way .steps li').first().waitFor();
      await show(opened, 'plan');
      expect(await opened.getByText('against a device out of its box').count()).toBe(view.report.devices.length);
      await show(opened, 'post-check');
      await opened.getByText('The addresses of the devices are not known').waitFor();
      expect(complaints).toEqual([]);
      await opened.context().close();
      await running.stop();
    });

    test('follows the file, also when an editor replaces it, and tells when rosc has stopped', async () => {
      const file = join(folder, 'site.yaml');
      await copyFile(examplePath('rig-broken'), file);
      const running = await startUi(file, { page });
      const { page: opened } = await open(running.url);
      const text = await readFile(file, 'utf8');
      const change = async (index: number): Promise<void> => {
        const site = text.replace('  core:', `  core-${index}:`);
        if (index % 2 === 0) await writeFile(file, site);
        else {
          await writeFile(`${file}.new`, site);
          await rename(`${file}.new`, file);
        }
        await opened.getByRole('heading', { name: `core-${index}`, exact: true }).waitFor();
      };
      for (let index = 0; index < 4; index++) await change(index);
      await running.stop();
      await opened.getByText('rosc has stopped').waitFor();
      await opened.context().close();
    });

    test('a draft is analysed while it is typed, and saved nowhere', async () => {
      const file = join(folder, 'draft.yaml');
      await copyFile(examplePath('rig'), file);
      const running = await startUi(file, { page });
      const { page: opened, complaints } = await open(running.url);
      await opened.getByRole('button', { name: 'Edit a draft' }).click();
      const editor = opened.getByRole('textbox', { name: 'Draft' });
      const before = await editor.inputValue();
      await editor.fill(before.replace('vlan: left', 'vlan: lift'));
      await opened.locator('.finding', { hasText: 'lift' }).first().waitFor();
      const pasted = await readFile(
        join(projectRoot, 'fixtures/rules/l3hw/l3hw-switch-off/bad-explicit-no.rsc'),
        'utf8',
      );
      await editor.fill(`# model = CRS309-1G-8S+\n${pasted}`);
      await opened.locator('.code-link', { hasText: 'l3hw/l3hw-switch-off' }).first().waitFor();
      await opened.getByRole('button', { name: 'Discard' }).click();
      await opened.getByRole('textbox', { name: 'Draft' }).waitFor({ state: 'detached' });
      expect(await readFile(file, 'utf8')).toBe(before);
      expect([...running.io.written.keys()]).toEqual([]);
      expect(complaints).toEqual([]);
      await opened.context().close();
      await running.stop();
    });

    test('shows an export, without its secrets', async () => {
      const running = await startUi('fixtures/rsc/secrets.rsc', { page });
      const { page: opened, complaints } = await open(running.url);
      await opened.locator('.device h2', { hasText: /^secrets.rsc$/ }).waitFor();
      await show(opened, 'findings');
      await opened.locator('.line', { hasText: 'wpa-pre-shared-key=' }).waitFor();
      expect(await opened.content()).not.toMatch(/HUSH\d/);
      await show(opened, 'plan');
      await opened.getByText('An export is what a device is').waitFor();
      await show(opened, 'post-check');
      await opened.getByText('An export promises nothing').waitFor();
      expect(complaints).toEqual([]);
      await opened.context().close();
      await running.stop();
    });

    test('shows what nobody would see by its escape', async () => {
      const running = await startUi(await writeHostile(folder), { page });
      const { page: opened } = await open(running.url);
      for (const view of views) expectHarmless(await show(opened, view).then(() => everyText(opened)));
      await running.stop();
    });

    test('goes all the way by keyboard', async () => {
      const { page: opened } = await open(demo.url);
      const focused = async () => {
        const element = opened.locator(':focus');
        return (await element.getAttribute('aria-label')) ?? (await element.textContent());
      };
      await opened.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the content');
      await opened.locator('.port-button').first().focus();
      expect(await focused()).toMatch(/^ether1, hardware, 1G RJ45/);
      await opened.keyboard.press('ArrowDown');
      expect(await focused()).toMatch(/^ether2,/);
      for (let step = 0; step < 5; step += 1) await opened.keyboard.press('ArrowRight');
      expect(await focused()).toMatch(/^ether12,/);
      // One stop for the whole panel.
      expect(await opened.locator('.port-button[tabindex="0"]').count()).toBe(2);
      await opened.keyboard.press('Enter');
      await opened.getByText('Only what touches core · ether12').waitFor();
      expect(await opened.locator('.flows, tbody tr', { hasText: 'isolation' }).count()).toBe(0);
      await opened.keyboard.press('Escape');
      await opened.locator('tbody tr', { hasText: 'isolation' }).waitFor();
      await opened.locator('.top-cause a').first().focus();
      await opened.keyboard.press('Enter');
      await opened.locator('.finding.is-selected').waitFor();
      await opened.locator('.finding.is-selected .code-link').first().focus();
      await opened.keyboard.press('Enter');
      await opened.locator('dialog[open] .page-facts').waitFor();
      await opened.keyboard.press('Escape');
      await opened.locator('dialog').waitFor({ state: 'detached' });
      await opened.context().close();
    });

    test.each(['light', 'dark'] as const)(
      'has enough contrast and a name for everything in %s',
      async (colorScheme) => {
        const { page: opened, complaints } = await open(demo.url, { colorScheme });
        for (const view of views) {
          await show(opened, view);
          if (view === 'matrix') await opened.locator('a.cell').first().click();
          if (view === 'findings') await opened.locator('.finding-title').first().click();
          expect(await lowContrast(opened), view).toEqual([]);
          expect(await nameless(opened), view).toEqual([]);
        }
        const background = await opened.evaluate('getComputedStyle(document.documentElement).backgroundColor');
        expect(background).toBe(colorScheme === 'dark' ? 'rgb(15, 20, 25)' : 'rgb(244, 246, 248)');
        expect(complaints).toEqual([]);
        await opened.context().close();
      },
    );

    test('fits a phone', async () => {
      const { page: opened } = await open(demo.url, { viewport: { width: 360, height: 740 }, hasTouch: true });
      for (const view of views) {
        await show(opened, view);
        const overflow = await opened.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(overflow, view).toBeLessThanOrEqual(0);
      }
      await opened.context().close();
    });

    test('moves nothing while it loads, and is small', async () => {
      const context = await browser.newContext();
      const opened = await context.newPage();
      await countShifts(opened);
      const bodies: Promise<number>[] = [];
      opened.on('response', (response) => {
        if (!response.url().endsWith('/events'))
          bodies.push(
            response.body().then(
              (body) => gzipSync(body).length,
              () => 0,
            ),
          );
      });
      await opened.goto(demo.url);
      await opened.locator('.verdict-table').first().waitFor();
      expect(await opened.evaluate('layoutShift')).toBeLessThan(0.02);
      const sizes = await Promise.all(bodies);
      expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(200_000);
      await context.close();
    });

    test('works as one file from disk, without any request', async () => {
      const file = join(folder, 'report.html');
      const io = memoryIo({ clock: realClock });
      expect(await ui(io, undefined, { demo: true, listen: '127.0.0.1:0', page, export: file })).toBe(0);
      await writeFile(file, io.written.get(file) ?? '');
      const { page: opened, complaints } = await open(pathToFileURL(file).href);
      const requests: string[] = [];
      opened.on('request', (request) => requests.push(request.url()));
      for (const view of views) await show(opened, view);
      await opened.getByText('port ether12').waitFor();
      await show(opened, 'matrix');
      await opened.locator('a.cell').first().click();
      await opened.locator('.way .steps li').first().waitFor();
      await show(opened, 'findings');
      await opened.locator('.code-link').first().click();
      await opened.locator('dialog[open] .page-facts').waitFor();
      expect(requests).toEqual([]);
      expect(complaints).toEqual([]);
      await opened.context().close();
    });

    test('asks for the token, and takes it from the fragment', async () => {
      const running = await startUi(examplePath('rig'), { page, env: { ROSC_UI_TOKEN: token } });
      const { page: opened } = await open(running.url);
      await opened.getByLabel('Token').fill('wrong-wrong-wrong-wrong');
      await opened.getByRole('button', { name: 'Open' }).click();
      await opened.getByRole('alert').waitFor();
      await opened.getByLabel('Token').fill(token);
      await opened.getByRole('button', { name: 'Open' }).click();
      await opened.getByRole('heading', { name: 'core', exact: true }).waitFor();
      await opened.context().close();
      const other = await open(`${running.url}#token=${token}`);
      await other.page.getByRole('heading', { name: 'core', exact: true }).waitFor();
      expect(other.page.url()).not.toContain(token);
      expect(other.complaints).toEqual([]);
      await other.page.context().close();
      await running.stop();
    });

    test('is no use to another web page', async () => {
      const { page: opened } = await open(demo.url);
      const context = await browser.newContext();
      const hostile = await context.newPage();
      // A page of another origin, on the same machine.
      const stranger = await startUi(examplePath('rig'), { page });
      await hostile.goto(stranger.url);
      const read = await hostile.evaluate(async (url) => {
        const attempts = [
          fetch(`${url}api/v1/analyses/current`),
          fetch(`${url}api/v1/check`, {
            method: 'POST',
            body: '{"text":""}',
            headers: { 'content-type': 'application/json' },
          }),
        ];
        const outcomes = await Promise.allSettled(attempts);
        return outcomes.map(({ status }) => status);
      }, demo.url);
      expect(read).toEqual(['rejected', 'rejected']);
      await context.close();
      await opened.context().close();
      await stranger.stop();
    });
  },
);
