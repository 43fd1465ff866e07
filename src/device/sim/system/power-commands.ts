// `/system/reboot` and its like.

import { type Handlers, instant } from '../handler.ts';
import { nothing } from '../request.ts';
import { traps } from '../trap.ts';

export const powerHandlers: Handlers = {
  *'/system reboot'(router) {
    router.reboot();
    yield 0;
    return nothing;
  },
  '/system/clock set': instant((router, { args }) => {
    router.device.setClock(router.now, args.get('date'), args.get('time'));
    router.schedulers.clockChanged();
    return nothing;
  }),
  '/system/device-mode update': instant(() => {
    throw traps.failure('update: please activate by turning power off or pressing reset or mode button');
  }),
};
