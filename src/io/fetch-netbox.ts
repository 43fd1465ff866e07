// NetBox's REST API, read page by page. Source: NetBox, docs/integrations/rest-api.md (authentication, pagination).

import { fieldOf } from '../source/plain-data.ts';
import { getJson, sayingOf } from './get-json.ts';

/** How long one page may take, in ms. */
const patienceMs = 60_000;
/** Asked for; NetBox gives fewer where its MAX_PAGE_SIZE is smaller. */
const pageSize = 500;
/** Of one path: a site has fewer keys. */
const objectsMax = 100_000;

/** All objects of one path, such as `dcim/devices`; text = why there are none. */
export async function fetchNetbox(url: string, path: string, token: string): Promise<readonly unknown[] | string> {
  const headers = { accept: 'application/json', ...authorization(token) };
  let objects: readonly unknown[] = [];
  for (;;) {
    const query = { limit: String(pageSize), offset: String(objects.length) };
    const answer = await getJson(`${url.replace(/\/+$/, '')}/api/${path}/`, { query, patienceMs, headers });
    if (typeof answer === 'string') return answer;
    const { status, isFine, body } = answer;
    if (!isFine) return `it answered ${status} for ${path}: ${sayingOf(body, 'detail')}`;
    const [results, count] = [fieldOf(body, 'results'), fieldOf(body, 'count')];
    if (!Array.isArray(results) || typeof count !== 'number') return `its answer for ${path} is no list of NetBox`;
    objects = objects.concat(results);
    if (objects.length > objectsMax) return `${path} has more than ${objectsMax} objects`;
    if (objects.length >= count) return objects;
    if (results.length === 0) return `it says that ${path} has ${count} objects, and shows ${objects.length}`;
  }
}

/** Tokens since NetBox 4.5 say by their beginning how they are sent. */
function authorization(token: string): Readonly<Record<string, string>> {
  if (token === '') return {};
  return { authorization: `${token.startsWith('nbt_') ? 'Bearer' : 'Token'} ${token}` };
}
