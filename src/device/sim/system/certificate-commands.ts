// `/certificate/sign`: a template becomes a certificate. Nothing here encrypts: the fingerprint only has the form of one.
// Source: manual, authentication-authorization-accounting/certificates.

import { createHash } from 'node:crypto';
import { type Handlers, instant } from '../handler.ts';
import { nothing } from '../request.ts';
import { traps } from '../trap.ts';

export const certificateHandlers: Handlers = {
  '/certificate sign': instant((router, { args }) => {
    const row = router.store.byName('/certificate', args.get('numbers') ?? '');
    if (!row) throw traps.noSuchItem();
    const words = [router.device.serial, row.values.get('common-name') ?? '', router.deviceTime];
    const fingerprint = createHash('sha256').update(words.join(' ')).digest('hex');
    router.store.assign(row, { '.fingerprint': fingerprint, name: args.get('name') ?? row.values.get('name') });
    router.store.touch();
    return nothing;
  }),
};
