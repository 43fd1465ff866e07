// `/system/reboot` and its like.

import { type Handlers, instant } from '../handler.ts';
import { nothing } from '../request.ts';
import { setRow } from '../store/rows.ts';
import { traps } from '../trap.ts';

export const powerHandlers: Handlers = {
  *'/system reboot'(router) {
    router.reboot();
    yield 0;
    return nothing;
  },
  '/system/clock set': instant((router, { args, cleared }) => {
    const { date, time, ...settings } = Object.fromEntries(args);
    router.device.setClock(router.now, date, time);
    router.schedulers.clockChanged();
    const menu = router.menus.menu('/system/clock');
    const row = router.store.settings('/system/clock');
    if (menu) setRow(router, menu, row, new Map(Object.entries(settings)), cleared);
    return nothing;
  }),
  '/system/device-mode update': instant(() => {
    throw traps.failure('update: please activate by turning power off or pressing reset or mode button');
  }),
};
