// A real browser for tests of the page: Chromium as the system has it, driven by playwright-core.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  process.env.ROSC_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Undefined when there is none; `ROSC_CHROMIUM` says where another one is. */
export const chromiumPath: string | undefined = places.find((path) => path !== undefined && existsSync(path));

export const installChromium =
  'it is tested in a browser: install Chromium (apt install chromium), or set ROSC_CHROMIUM to one';

/** Nobody sees them: for each window what hangs from its address bar, and a process in reserve. */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** Playwright turns them off too, in a switch that the one below takes the place of. */
const unwanted = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['AimEnabled', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
];

export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', `--disable-features=${[...unseen, ...unwanted].join(',')}`];
  return chromium.launch({ executablePath: chromiumPath ?? '', args });
}

interface OpenedPage {
  readonly page: Page;
  /** What the page says in its console that is no good, and what the browser refused to load. */
  readonly complaints: readonly string[];
}

/** In a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // Leaving a view ends what it was waiting for.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`${request.url()} failed`);
  });
  await page.goto(url);
  await page.waitForSelector('main > :not(.problem)');
  return { page, complaints };
}

export const views = ['overview', 'findings', 'matrix', 'plan', 'post-check'] as const;

export async function show(opened: Page, view: (typeof views)[number]): Promise<void> {
  await opened.locator(`nav a[href*="#/${view}"]`).click();
  await opened.locator(`nav a[aria-current="page"][href*="#/${view}"]`).waitFor();
  await opened.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Texts with too little contrast. */
export function lowContrast(page: Page): Promise<readonly string[]> {
  return page.evaluate(inPage('low-contrast'));
}

/** All that the page says, also in titles and labels. */
export function everyText(page: Page): Promise<readonly string[]> {
  return page.evaluate(inPage('every-text'));
}

/** Elements that a screen reader has no name for. */
export function nameless(page: Page): Promise<readonly string[]> {
  return page.evaluate(inPage('nameless'));
}

export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(inPage('count-shifts'));
}

/** What runs in the page is plain JavaScript: its types are not those of the program. */
function inPage(name: string): string {
  return readFileSync(join(import.meta.dirname, 'in-page', `${name}.js`), 'utf8');
}
