// Files, imports and backups. Source: manual, system-information-and-utilities/files, backup, configuration-management.

import { answerVerb } from '../answer-verb.ts';
import { faultOccurs } from '../fault-injection.ts';
import { type Handlers, instant } from '../handler.ts';
import { type Login, nothing, type Request } from '../request.ts';
import type { Router } from '../router.ts';
import type { StoredRow, StoreImage } from '../store/store.ts';
import { Trap, traps } from '../trap.ts';
import { exportConfig } from './export.ts';
import { importText } from './run-script.ts';

/** What `add` and `set` take at most; longer files go through other protocols. */
const contentsMax = 61_440;

function checkRoom(router: Router, contents: string | undefined): void {
  if (contents === undefined) return;
  if (contents.length > router.device.freeBytes || faultOccurs(router, 'diskFull')) {
    throw traps.failure('not enough space on disk');
  }
}

function writeFile(router: Router, request: Request, login: Login): ReturnType<typeof answerVerb> {
  const contents = request.args.get('contents');
  if (contents !== undefined && contents.length > contentsMax) throw traps.failure('contents too long');
  checkRoom(router, contents);
  if (request.verb === 'add' && !request.args.has('name')) throw traps.missing('name');
  const answer = answerVerb(router, request, login);
  for (const row of router.store.rows('/file')) {
    if (row.values.has('.modified') && request.verb !== 'set') continue;
    router.store.assign(row, { '.modified': String(router.deviceTime) });
  }
  return answer;
}

function addFile(router: Router, values: Readonly<Record<string, string>>): void {
  router.store.add('/file', new Map(Object.entries({ ...values, '.modified': String(router.deviceTime) })));
}

function fileNamed(router: Router, name: string): StoredRow | undefined {
  return router.store.byName('/file', name) ?? router.store.byName('/file', `${name}.rsc`);
}

function backupName(args: ReadonlyMap<string, string>): string {
  const name = args.get('name');
  if (name === undefined) throw traps.missing('name');
  return name.endsWith('.backup') ? name : `${name}.backup`;
}

export const fileHandlers: Handlers = {
  '/file add': instant(writeFile),
  '/file set': instant(writeFile),
  '/ export': instant((router, { args }) => {
    const name = args.get('file');
    // Over the API the text itself is never returned.
    if (name === undefined) return nothing;
    const text = exportConfig(router, { showSensitive: args.has('show-sensitive') });
    checkRoom(router, text);
    const known = fileNamed(router, name);
    if (known) router.store.remove(known);
    const fileName = name.endsWith('.rsc') ? name : `${name}.rsc`;
    addFile(router, { name: fileName, contents: text });
    return nothing;
  }),
  '/file read': instant((router, { args }) => {
    const file = router.store.byName('/file', args.get('file') ?? '');
    if (!file) throw traps.noSuchItem();
    const offset = Number(args.get('offset') ?? 0);
    const size = Math.min(32_768, Number(args.get('chunk-size') ?? 32_768));
    return { rows: [{ data: (file.values.get('contents') ?? '').slice(offset, offset + size) }] };
  }),
  *'/ import'(router, { args }, login) {
    const name = args.get('file-name');
    if (name === undefined) throw traps.missing('file-name');
    const isVerbose = ['yes', 'true', ''].includes(args.get('verbose') ?? 'no');
    const isDryRun = ['yes', 'true', ''].includes(args.get('dry-run') ?? 'no');
    if (args.has('dry-run') && !router.knows('7.16')) throw traps.unknownParameter('dry-run');
    if (isDryRun && !isVerbose) throw new Trap('dry-run is only available with verbose', 1);
    const file = fileNamed(router, name);
    if (!file) throw traps.failure(`file ${name} not found`);
    const fromLine = Number(args.get('from-line') ?? 1);
    yield* importText(router, file.values.get('contents') ?? '', login, { isVerbose, isDryRun, fromLine });
    return nothing;
  },
  '/system/backup save': instant((router, { args }) => {
    const name = backupName(args);
    if (faultOccurs(router, 'diskFull')) throw traps.failure('not enough space on disk');
    const { rows, nextIds } = router.store.image();
    // No files: each backup would hold all earlier ones.
    const image = JSON.stringify({ rows: rows.filter(({ menu }) => menu !== '/file'), nextIds });
    const known = router.store.byName('/file', name);
    if (known) router.store.remove(known);
    addFile(router, { name, type: 'backup', '.image': image });
    return nothing;
  }),
  *'/system/backup load'(router, { args }) {
    const image = router.store.byName('/file', backupName(args))?.values.get('.image');
    if (!args.has('password')) throw traps.missing('password');
    if (image === undefined) throw traps.failure('file not found');
    const files = router.store.rows('/file').map((row) => new Map(row.values));
    // The text was written by `save` above.
    router.store.restore(JSON.parse(image) as StoreImage);
    for (const values of files) router.store.add('/file', values);
    router.reboot();
    yield 0;
    return nothing;
  },
};
