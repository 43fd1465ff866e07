// The page with its data in one file that needs no server: what `rosc ui --export` writes.

import { createHash } from 'node:crypto';
import { jsonText } from '../source/json-text.ts';
import type { StaticDataJson } from './api/static-schema.ts';
import type { Asset, Assets } from './assets.ts';

/** Undefined when the page was built in another shape than this rosc expects. */
export function staticPage(assets: Assets, data: StaticDataJson): string | undefined {
  const page = textOf(assets.get('/index.html'));
  const scriptTag = page && /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(page);
  const styleTag = page && /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/.exec(page);
  const script = textOf(assets.get(scriptTag?.[1] ?? ''))?.replaceAll('</script', '<\\/script');
  const style = textOf(assets.get(styleTag?.[1] ?? ''));
  if (!page || !scriptTag || !styleTag || script === undefined || style === undefined) return undefined;
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(script)}`,
    `style-src ${digestOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const json = jsonText(data).replaceAll('<', '\\u003c');
  return (
    page
      .replace(scriptTag[0], '')
      .replace(styleTag[0], () => `<style>${style}</style>`)
      .replace('<head>', () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
      // The script runs as soon as it is read: it stands behind the data, at the end.
      .replace(
        '</body>',
        () =>
          `  <script type="application/json" id="rosc-data">${json}</script>\n    <script type="module">${script}</script>\n  </body>`,
      )
  );
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function textOf(asset: Asset | undefined): string | undefined {
  return asset?.body.toString('utf8');
}
