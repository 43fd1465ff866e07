// State of scripts, schedulers, files, tables and VRFs.

import type { MenuPath } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import { packageIn } from '../releases.ts';
import type { RouterState } from '../router-state.ts';
import { printId, type StoredRow } from '../store/store.ts';
import { printMoment } from '../system/device-clock.ts';
import { ownerOf } from '../system/owner.ts';
import type { Findings } from './findings.ts';

export function deriveSystem(router: RouterState, findings: Findings): void {
  const { store } = router;
  for (const [menu, stateOf] of states) {
    for (const row of store.rows(menu)) {
      const state = stateOf(row, router);
      if (state) findings.state(row, state);
    }
  }
  let id = 0x80000001;
  for (const row of store.rows('/ip/vrf')) {
    const name = row.values.get('name') ?? '';
    if (row.fixed || store.byName('/routing/table', name)) continue;
    findings.dynamic('/routing/table', { '.id': printId(id++), name, fib: '', dynamic: 'true' });
  }
}

type StateOf = (row: StoredRow, router: RouterState) => Row | undefined;

const builtin: StateOf = ({ fixed }) => (fixed ? { builtin: 'true' } : undefined);

const states: readonly (readonly [MenuPath, StateOf])[] = [
  ['/system/script', scriptState],
  ['/system/scheduler', schedulerState],
  ['/file', fileState],
  ['/certificate', certificateState],
  ['/ip/vrf', builtin],
  ['/routing/table', ({ fixed }) => (fixed ? { fib: '', dynamic: 'true' } : undefined)],
  ['/user/group', builtin],
  ['/interface/list', builtin],
  ['/ip/service', () => ({ invalid: 'false', dynamic: 'false' })],
];

function scriptState(row: StoredRow): Row {
  const started = row.values.get('.last-started');
  return {
    owner: ownerOf(row),
    invalid: String(row.values.has('.invalid')),
    'run-count': row.values.get('.run-count') ?? '0',
    ...(started !== undefined && { 'last-started': printMoment(Number(started)) }),
  };
}

function schedulerState(row: StoredRow, router: RouterState): Row {
  const { nextAt, runs } = router.schedulers.of(row);
  return {
    owner: ownerOf(row),
    'run-count': String(runs),
    ...(nextAt !== undefined && { 'next-run': printMoment(nextAt + router.device.clockOffsetMs) }),
  };
}

function fileState({ values }: StoredRow, router: RouterState): Row {
  const stamp = router.knows('7.16') ? 'last-modified' : 'creation-time';
  const held = packageIn(values.get('.package') ?? '');
  return {
    type: values.get('type') ?? typeOf(values.get('name') ?? ''),
    size: values.get('.size') ?? String((values.get('contents') ?? values.get('.image') ?? '').length),
    [stamp]: printMoment(Number(values.get('.modified') ?? 0)),
    ...(held && {
      // The bundle bears the name of its first part.
      'package-name': held.name === 'routeros' ? 'system' : held.name,
      'package-version': held.version,
      'package-architecture': held.architecture,
    }),
  };
}

function certificateState({ values }: StoredRow): Row | undefined {
  const fingerprint = values.get('.fingerprint');
  return fingerprint === undefined ? undefined : { fingerprint, 'private-key': 'true' };
}

function typeOf(name: string): string {
  if (name.endsWith('.rsc')) return 'script';
  return name.endsWith('.backup') ? 'backup' : 'file';
}
