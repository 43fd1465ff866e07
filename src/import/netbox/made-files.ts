// The files that an import of NetBox makes: one for each site, and where there are several a fleet with the links
// between them.

import { printSite } from '../print-site.ts';
import type { NetboxSiteDraft } from './netbox-site.ts';

export interface MadeFile {
  /** In the folder of the import. */
  readonly name: string;
  readonly text: string;
}

/** How each of the files begins, whenever it was made. */
export const mark = '# Made by `rosc import netbox`';

/** In the order of the sites; the fleet comes last. */
export function madeFiles(drafts: readonly NetboxSiteDraft[], source: string): readonly MadeFile[] {
  const header = [
    `${mark.slice(2)} of ${withoutLogin(source).replace(/[?#].*$/, '')}, and made again by it: changes belong there.`,
    'What NetBox has no field for stands in a file that says `include:` with this one.',
  ];
  const files = drafts.map(({ draft }) => ({ name: `${draft.site}.yaml`, text: printSite(draft, { header }) }));
  return drafts.length < 2 ? files : [...files, { name: 'fleet.yaml', text: fleetText(drafts, header) }];
}

/** An address may hold a password. */
export function withoutLogin(source: string): string {
  return source.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

function fleetText(drafts: readonly NetboxSiteDraft[], header: readonly string[]): string {
  const ends = new Map(drafts.flatMap((draft) => [...draft.ends]));
  const links = drafts.flatMap(({ draft, cables }) =>
    cables.flatMap(({ end, interfaceId }) => {
      const near = `${draft.site}/${end}`;
      const far = ends.get(interfaceId);
      // A cable is known at both ends, and those within a site are links by their addresses.
      const isOnce = far !== undefined && near < far && !far.startsWith(`${draft.site}/`);
      return isOnce ? [`  - { between: [${near}, ${far}] }`] : [];
    }),
  );
  return [
    ...header.map((line) => `# ${line}`),
    'version: 1',
    'fleet: netbox',
    'sites:',
    ...drafts.map(({ draft }) => `  - ${draft.site}.yaml`),
    ...(links.length > 0 ? ['links:', ...links] : []),
    '',
  ].join('\n');
}
