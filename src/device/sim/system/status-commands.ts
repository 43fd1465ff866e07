// Commands that only tell: log entries, monitors, ping, counters.

import type { MenuPath } from '../../../model/config.ts';
import { parseDuration } from '../../../model/duration.ts';
import type { Row } from '../../device.ts';
import { monitorL3hw } from '../derived/l3hw-monitor.ts';
import { checkRoute, pingReplies } from '../derived/reach.ts';
import { type Handlers, instant } from '../handler.ts';
import { nothing, type Request } from '../request.ts';
import type { Router } from '../router.ts';
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
    return { rows: wantedRows(router, '/interface/bridge/port', args, 'interface') };
  }),
  '/interface/ethernet monitor': instant((router, { args }) => {
    return {
      rows: wantedRows(router, '/interface/ethernet', args, 'name').map((row) => ({
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
    const unknown = [...args.keys()].find((name) => !pingWords.has(name));
    if (unknown !== undefined) throw traps.unknownParameter(unknown);
    const count = Number(args.get('count') ?? 4);
    const intervalMs = parseDuration(args.get('interval') ?? '1s') ?? 1000;
    const rows: Row[] = [];
    let received = 0;
    for (let seq = 0; seq < count; seq++) {
      const isThere = pingReplies(router, address, args.get('vrf') ?? 'main');
      if (isThere) received++;
      // The last answer ends the command; what is not there at the end of its interval is lost.
      if (!isThere || seq < count - 1) yield intervalMs;
      const sent = seq + 1;
      rows.push({
        seq: String(seq),
        host: address,
        ...(isThere ? { size: '56', ttl: '64', time: '0ms' } : { status: 'timeout' }),
        sent: String(sent),
        received: String(received),
        'packet-loss': String(Math.round((100 * (sent - received)) / sent)),
      });
    }
    return { rows, ret: String(received) };
  },
};

/** Source: manual, `/tool/ping`. */
const pingWords: ReadonlySet<string> = new Set(
  'address interval size ttl dscp do-not-fragment src-address arp-ping count interface vrf'.split(' '),
);

/** `10Gbps` */
function rateOf({ target }: RouterState, port: string): string {
  const mbps = target.ports.get(port)?.mbps ?? 0;
  return mbps >= 1000 ? `${mbps / 1000}Gbps` : `${mbps}Mbps`;
}

/** Rows that a command names by their ids or by this property. */
function wantedRows(router: Router, menu: MenuPath, args: Request['args'], property: string): readonly Row[] {
  const wanted = new Set((args.get('.id') ?? args.get('numbers') ?? '').split(','));
  const rows = router.rows(menu).filter((row) => wanted.has(row['.id'] ?? '') || wanted.has(row[property] ?? ''));
  if (rows.length === 0) throw traps.noSuchItem();
  return rows;
}
