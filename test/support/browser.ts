// A real browser for tests of the page: Chromium as the system has it, driven by playwright-core.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

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
