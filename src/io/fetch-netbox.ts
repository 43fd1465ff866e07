// NetBox's REST API, read page by page. Source: NetBox, docs/integrations/rest-api.md (authentication, pagination).

/** How long one page may take, in ms. */
const patienceMs = 60_000;
/** Asked for; NetBox gives fewer where its MAX_PAGE_SIZE is smaller. */
const pageSize = 500;

/** All objects of one path, such as `dcim/devices`; text = why there are none. A redirect would carry the token away. */
export async function fetchNetbox(url: string, path: string, token: string): Promise<readonly unknown[] | string> {
  const objects: unknown[] = [];
  try {
    for (;;) {
      const answer = await fetchPage(url, path, token, objects.length);
      if (typeof answer === 'string') return answer;
      const { page, count } = answer;
      objects.push(...page);
      if (objects.length >= count) return objects;
      if (page.length === 0) return `it says that ${path} has ${count} objects, and shows ${objects.length}`;
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

interface Page {
  readonly page: readonly unknown[];
  /** Of all pages. */
  readonly count: number;
}

async function fetchPage(url: string, path: string, token: string, offset: number): Promise<Page | string> {
  const address = new URL(`${url.replace(/\/+$/, '')}/api/${path}/`);
  address.searchParams.set('limit', String(pageSize));
  address.searchParams.set('offset', String(offset));
  const answer = await fetch(address, {
    headers: { accept: 'application/json', ...authorization(token) },
    signal: AbortSignal.timeout(patienceMs),
    redirect: 'error',
  });
  const body: unknown = await answer.json();
  if (!answer.ok) return `it answered ${answer.status} for ${path}: ${String(fieldOf(body, 'detail') ?? '')}`;
  const page = fieldOf(body, 'results');
  const count = fieldOf(body, 'count');
  if (!Array.isArray(page) || typeof count !== 'number') return `its answer for ${path} is no list of NetBox`;
  return { page, count };
}

/** Tokens since NetBox 4.5 say by their beginning how they are sent. */
function authorization(token: string): Readonly<Record<string, string>> {
  if (token === '') return {};
  return { authorization: `${token.startsWith('nbt_') ? 'Bearer' : 'Token'} ${token}` };
}

function fieldOf(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
}
