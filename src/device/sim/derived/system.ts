// State of scripts, schedulers, files, tables and VRFs.

import type { RouterState } from '../router-state.ts';
import { printId } from '../store/store.ts';
import { printMoment } from '../system/device-clock.ts';
import { ownerOf } from '../system/owner.ts';
import type { Findings } from './findings.ts';

export function deriveSystem(router: RouterState, findings: Findings): void {
  const { store } = router;
  for (const row of store.rows('/system/script')) {
    const started = row.values.get('.last-started');
    findings.state(row, {
      owner: ownerOf(row),
      invalid: String(row.values.has('.invalid')),
      'run-count': row.values.get('.run-count') ?? '0',
      ...(started !== undefined && { 'last-started': printMoment(Number(started)) }),
    });
  }
  for (const row of store.rows('/system/scheduler')) {
    const { nextAt, runs } = router.schedulers.of(row);
    findings.state(row, {
      owner: ownerOf(row),
      'run-count': String(runs),
      ...(nextAt !== undefined && { 'next-run': printMoment(nextAt + router.device.clockOffsetMs) }),
    });
  }
  for (const row of store.rows('/file')) {
    const modified = Number(row.values.get('.modified') ?? 0);
    const stamp = router.knows('7.16') ? 'last-modified' : 'creation-time';
    findings.state(row, {
      type: row.values.get('type') ?? typeOf(row.values.get('name') ?? ''),
      size: String((row.values.get('contents') ?? row.values.get('.image') ?? '').length),
      [stamp]: printMoment(modified),
    });
  }
  for (const row of store.rows('/certificate')) {
    const fingerprint = row.values.get('.fingerprint');
    if (fingerprint !== undefined) findings.state(row, { fingerprint, 'private-key': 'true' });
  }
  let id = 0x80000001;
  for (const row of store.rows('/ip/vrf')) {
    const name = row.values.get('name') ?? '';
    if (row.fixed || store.byName('/routing/table', name)) continue;
    findings.dynamic('/routing/table', { '.id': printId(id++), name, fib: '', dynamic: 'true' });
  }
  for (const menu of ['/ip/vrf', '/routing/table', '/user/group', '/interface/list', '/ip/service'] as const) {
    for (const row of store.rows(menu)) {
      if (menu === '/ip/service') findings.state(row, { invalid: 'false', dynamic: 'false' });
      else if (row.fixed)
        findings.state(row, menu === '/routing/table' ? { fib: '', dynamic: 'true' } : { builtin: 'true' });
    }
  }
}

function typeOf(name: string): string {
  if (name.endsWith('.rsc')) return 'script';
  return name.endsWith('.backup') ? 'backup' : 'file';
}
