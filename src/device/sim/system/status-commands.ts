// Commands that only tell: log entries, monitors, ping, counters.

import { monitorL3hw } from '../derived/l3hw-monitor.ts';
import { checkRoute, pingReplies } from '../derived/reach.ts';
import { type Handlers, instant } from '../handler.ts';
import { nothing } from '../request.ts';
import type { RouterState } from '../router-state.ts';
import { traps } from '../trap.ts';

const logTopics = ['debug', 'error', 'info', 'warning'];

export const statusHandlers: Handlers = {
  ...Object.fromEntries(
    logTopics.map((topic) => [
      `/log ${topic}`,
      instant((router, { args }) => {
        router.journal.write(router.deviceTime, `script,${topic}`, args.get('message') ?? '');
        return nothing;
      }),
    ]),
  ),
  '/interface/ethernet/switch/l3hw-settings monitor': instant((router) => {
    if (!router.target.offloadSwitch) throw traps.noSuchPrefix();
    return { rows: [monitorL3hw(router)] };
  }),
  '/interface/bridge/port monitor': instant((router, { args }) => {
    const wanted = new Set((args.get('.id') ?? args.get('numbers') ?? '').split(','));
    const rows = router
      .rows('/interface/bridge/port')
      .filter((row) => wanted.has(row['.id'] ?? '') || wanted.has(row.interface ?? ''));
    if (rows.length === 0) throw traps.noSuchItem();
    return { rows };
  }),
  '/interface/ethernet monitor': instant((router, { args }) => {
    const wanted = new Set((args.get('.id') ?? args.get('numbers') ?? '').split(','));
    const rows = router
      .rows('/interface/ethernet')
      .filter((row) => wanted.has(row['.id'] ?? '') || wanted.has(row.name ?? ''));
    if (rows.length === 0) throw traps.noSuchItem();
    return {
      rows: rows.map((row) => ({
        name: row.name ?? '',
        status: row.running === 'true' ? 'link-ok' : 'no-link',
        ...(row.running === 'true' && { rate: rateOf(router, row['default-name'] ?? ''), 'full-duplex': 'true' }),
      })),
    };
  }),
  '/ip/route check': instant((router, { args }) => {
    if (!router.knows('7.18')) throw traps.noSuchCommand();
    const address = args.get('dst-ip');
    if (address === undefined) throw traps.missing('dst-ip');
    return { rows: [checkRoute(router, address)] };
  }),
  *'/ ping'(router, { args }) {
    const address = args.get('address');
    if (address === undefined) throw traps.missing('address');
    const count = Number(args.get('count') ?? 4);
    const answered = pingReplies(router, address) ? count : 0;
    yield count * 1000;
    return { rows: [{ host: address, sent: String(count), received: String(answered) }], ret: String(answered) };
  },
};

/** `10Gbps` */
function rateOf({ target }: RouterState, port: string): string {
  const mbps = target.ports.get(port)?.mbps ?? 0;
  return mbps >= 1000 ? `${mbps / 1000}Gbps` : `${mbps}Mbps`;
}
