// Sites from NetBox: what it answers, or a dump of that, read and made drafts of.

import { resolve } from 'node:path';
import defaults from '../../../profiles/defaults.json' with { type: 'json' };
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { withoutLogin } from '../../import/netbox/made-files.ts';
import { NetboxIndex } from '../../import/netbox/netbox-index.ts';
import { type NetboxSiteDraft, netboxSite } from '../../import/netbox/netbox-site.ts';
import { type Netbox, netboxPaths, netboxSchema } from '../../import/netbox/objects.ts';
import { fetchNetbox } from '../../io/fetch-netbox.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { jsonText } from '../../source/json-text.ts';
import { messageOf } from '../../source/message-of.ts';
import { nearestName } from '../../source/near-name.ts';
import { simulationTarget } from '../read/simulation-target.ts';

export interface NetboxSource {
  readonly profiles: Profiles;
  /** Slugs; none = all sites. */
  readonly site: readonly string[];
  /** Of devices whose platform says none. */
  readonly routeros?: string;
  /** File for what NetBox answered. */
  readonly dump?: string;
}

/** `source`: the URL of NetBox, or the path of a dump. */
export async function draftsOfNetbox(
  io: Io,
  source: string,
  options: NetboxSource,
): Promise<Staged<readonly NetboxSiteDraft[]>> {
  const netbox = await readNetbox(io, source, options);
  if (!netbox.value) return { value: [], diagnostics: netbox.diagnostics };
  const drafts = draftsOf(netbox.value, source, options);
  return { value: drafts.value, diagnostics: [...netbox.diagnostics, ...drafts.diagnostics] };
}

function draftsOf(data: Netbox, source: string, options: NetboxSource): Staged<readonly NetboxSiteDraft[]> {
  const sites = data['dcim/sites'];
  const slugs = new Set(sites.map(({ slug }) => slug));
  const unknown = options.site.filter((slug) => !slugs.has(slug));
  const diagnostics = unknown.map((slug) => {
    const near = nearestName(slug, slugs);
    const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
    return problem(source, `NetBox has no site with the slug \`${slug}\`${hint}`);
  });
  const wanted = sites.filter(({ slug }) => options.site.length === 0 || options.site.includes(slug));
  const index = new NetboxIndex(data);
  const targetOf = (model: string, routeros: string | undefined) =>
    simulationTarget(options.profiles, model, routeros ?? options.routeros ?? defaults.site.routeros);
  const value = wanted.flatMap((site) => netboxSite(index, site, { targetOf }) ?? []);
  if (value.length === 0 && unknown.length === 0) {
    diagnostics.push(problem(source, 'no site of NetBox has a device of MikroTik'));
  }
  return { value, diagnostics };
}

async function readNetbox(io: Io, source: string, { dump }: NetboxSource): Promise<Staged<Netbox | undefined>> {
  const read = /^https?:\/\//.test(source) ? await fetched(io, source) : await dumped(io, source);
  if (read.value === undefined) return { value: undefined, diagnostics: read.diagnostics };
  const parsed = netboxSchema.safeParse(read.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    const what = `${place === '' ? 'it' : `\`${place}\``} is not what NetBox says: ${issue?.message ?? ''}`;
    return { value: undefined, diagnostics: [problem(source, what)] };
  }
  if (dump !== undefined) await io.writeFile(resolve(io.cwd, dump), `${jsonText(read.value, 1)}\n`);
  return { value: parsed.data, diagnostics: read.diagnostics };
}

async function fetched(io: Io, url: string): Promise<Staged<unknown>> {
  const token = io.env.ROSC_NETBOX_TOKEN ?? io.env.NETBOX_TOKEN ?? '';
  const data: Record<string, unknown> = {};
  for (const path of netboxPaths) {
    const objects = await fetchNetbox(url, path, token);
    if (typeof objects === 'string') {
      return { value: undefined, diagnostics: [problem(url, `NetBox cannot be read: ${objects}`)] };
    }
    data[path] = objects;
  }
  return { value: data, diagnostics: [] };
}

async function dumped(io: Io, path: string): Promise<Staged<unknown>> {
  const read = await readSource(io, path);
  if (!read.value) return read;
  try {
    return { value: JSON.parse(read.value.text), diagnostics: read.diagnostics };
  } catch (error) {
    const reason = messageOf(error);
    return { value: undefined, diagnostics: [problem(path, `it is no JSON: ${reason}`)] };
  }
}

function problem(path: string, what: string): Diagnostic {
  return deviceProblem(withoutLogin(path), 'import/netbox', {
    what,
    why: 'Sites are made of what NetBox says of devices, interfaces, VLANs, prefixes and addresses.',
    fix: 'give the URL of NetBox with a token in ROSC_NETBOX_TOKEN, or a dump that `--dump` wrote',
  });
}
