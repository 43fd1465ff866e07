import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

// node .webshot.mjs site out [--dark] [--phone] routes...
const [, , site, out, mode, ...routes] = process.argv;
const server = spawn('node', ['/tmp/webdev/rosc.mjs', 'ui', ...site.split(' '), '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((res) => server.stdout.once('data', (d) => res(JSON.parse(String(d)).url)));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({
  viewport: mode.includes('phone') ? { width: 390, height: 844 } : { width: 1360, height: 900 },
  colorScheme: mode.includes('dark') ? 'dark' : 'light',
  deviceScaleFactor: mode.includes('phone') ? 2 : 1,
  hasTouch: mode.includes('phone'),
});
const page = await context.newPage();
page.on('console', (m) => console.log('console', m.type(), m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
for (const [i, route] of routes.entries()) {
  await page.goto(url + route);
  await page.waitForSelector('main > *', { timeout: 8000 }).catch(() => console.log('nothing'));
  await page.waitForTimeout(Number(process.env.WAIT ?? 500));
  await page.screenshot({ path: `${out}-${i}.png`, fullPage: mode.includes('full') });
}
await browser.close();
server.kill();
