// Another administrator at work: small changes at random places, made as by a login of his own.

import { allPolicies } from './policies.ts';
import { type Login, request } from './request.ts';
import type { Router } from './router.ts';
import { printId } from './store/store.ts';
import { finish } from './task.ts';
import { Trap } from './trap.ts';

const stranger: Login = { name: 'stranger', policies: new Set(allPolicies), via: 'api' };

/** Menus of which the stranger changes a row's comment or switches it off and on. */
const targets = [
  '/interface/bridge/port',
  '/ip/address',
  '/ip/route',
  '/interface/vlan',
  '/interface/ethernet/switch/rule',
] as const;

export function editAsOtherAdmin(router: Router): void {
  const { random } = router;
  const edits = [commentRow, toggleRow, addAddressListEntry];
  const edit = random.pick(edits) ?? addAddressListEntry;
  router.quietly(() => {
    try {
      const command = edit(router);
      finish(router.execute(command, stranger));
      router.foreignEdits.push(`${command.menu}/${command.verb}`);
    } catch (error) {
      // His command may be refused like anybody's.
      if (!(error instanceof Trap)) throw error;
    }
  });
}

function anyRow(router: Router) {
  return router.random.pick(targets.flatMap((menu) => [...router.store.rows(menu)]));
}

function commentRow(router: Router) {
  const row = anyRow(router);
  if (!row) return addAddressListEntry(router);
  return request(row.menu, 'set', { '.id': printId(row.id), comment: `stranger ${router.random.between(1, 999)}` });
}

function toggleRow(router: Router) {
  const row = anyRow(router);
  if (!row) return addAddressListEntry(router);
  const isDisabled = row.values.get('disabled') === 'yes';
  return request(row.menu, isDisabled ? 'enable' : 'disable', { '.id': printId(row.id) });
}

function addAddressListEntry({ random }: Router) {
  const address = `192.0.2.${random.between(1, 254)}`;
  return request('/ip/firewall/address-list', 'add', { list: 'stranger', address });
}
