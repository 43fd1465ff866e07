// Static routes and VRFs. Preferences of Comware are ranked, not copied: its scale puts OSPF before static routes,
// that of RouterOS and IOS does not.

import { containsPrefix, type Prefix, printAddress, printPrefix } from '../../../model/prefix.ts';
import { append } from '../../../source/append.ts';
import { Names } from '../../names.ts';
import { oneOrMany, type RouteDraft } from '../../site-draft.ts';
import type { ForeignOspf, ForeignRoute } from '../facts.ts';
import { linesOf } from '../said.ts';
import type { Conversion } from './conversion.ts';
import { routesPackets } from './gateways.ts';
import { shortened } from './vlans.ts';

const managementVrf = /^mgmt|^management$/i;
const comwareStatic = 60;
const comwareOspf = 10;
/** RouterOS's distance of OSPF, behind which Comware's static routes stand. */
const ospfDistance = 110;
const distanceMax = 255;
const linkLocal: Prefix = { family: 6, base: 0xfe80n << 112n, length: 10 };

const managementIsNoTransit = 'the management network is not transit: write `from` and `gateway` in `management`';
const unused = 'no interface that is carried belongs to the VRF';

export function convertVrfs(conversion: Conversion): void {
  const { config, device } = conversion;
  const names = new Names([]);
  const vrfs: NonNullable<typeof device.vrfs> = {};
  for (const [vrf, lines] of config.vrfs) {
    const members = conversion.routed().filter(([each]) => each.said.vrf?.value === vrf);
    if (members.length === 0) {
      leaveOut(conversion, vrf, lines);
      continue;
    }
    const name = names.claim(vrf, 'vrf');
    conversion.vrfNames.set(vrf, name);
    conversion.from([...lines, ...linesOf(...members.map(([{ said }]) => said.vrf))], 'vrfs', name);
    vrfs[name] = { interfaces: oneOrMany(members.map(([, place]) => place)) };
  }
  for (const [each] of conversion.placed) {
    const { vrf } = each.said;
    if (vrf && !config.vrfs.has(vrf.value)) conversion.refuse(vrf, 'the VRF is not there');
  }
  if (Object.keys(vrfs).length > 0) device.vrfs = vrfs;
}

/** Routes of one key are paths of one route. */
function groupKey({ vrf = '', to, preference, isBlackhole }: ForeignRoute): string {
  return [vrf, printPrefix(to), preference ?? 'default', isBlackhole ? 'blackhole' : 'via'].join(' ');
}

function leaveOut({ ledger }: Conversion, vrf: string, lines: readonly number[]): void {
  if (managementVrf.test(vrf)) ledger.ignore(...lines);
  else for (const line of lines) ledger.refuse(line, unused);
}

export function convertRoutes(conversion: Conversion): void {
  const { config, ledger, device } = conversion;
  if (!routesPackets(conversion)) {
    for (const { line } of config.routes) ledger.refuse(line, 'without `ip routing` the switch uses no routes');
    return;
  }
  const groups = new Map<string, ForeignRoute[]>();
  for (const route of config.routes) {
    if (route.vrf !== undefined && !conversion.vrfNames.has(route.vrf)) {
      ledger.refuse(route.line, managementVrf.test(route.vrf) ? managementIsNoTransit : unused);
      continue;
    }
    if (route.via && containsPrefix(linkLocal, route.via)) {
      ledger.refuse(route.line, 'a next hop by its link-local address is not in the site’s words');
      continue;
    }
    append(groups, groupKey(route), route);
  }
  const distanceOf = distances(conversion);
  const routes = [...groups.values()].flatMap((group, index): RouteDraft | [] => {
    const [first] = group;
    if (!first) return [];
    conversion.from(linesOf(group), 'routes', index);
    const distance = distanceOf(first);
    const hops = [...new Set(group.flatMap(({ via }) => (via ? [printAddress(via)] : [])))];
    const description = group.find((route) => route.description !== undefined)?.description;
    const vrf = first.vrf === undefined ? undefined : conversion.vrfNames.get(first.vrf);
    return {
      to: printPrefix(first.to),
      ...(first.isBlackhole ? { blackhole: true as const } : { via: oneOrMany(hops) }),
      ...(distance !== undefined && { distance }),
      ...(vrf !== undefined && { vrf }),
      ...(description !== undefined && { description: shortened(description) }),
    };
  });
  if (routes.length > 0) device.routes = routes;
}

/** A process without interfaces learns nothing. */
function isRunning({ config }: Conversion, { version, process, networks }: ForeignOspf): boolean {
  const key = version === 3 ? 'ospf3' : 'ospf';
  return (
    networks.length > 0 || [...config.interfaces.values()].some(({ said }) => said[key]?.value.process === process)
  );
}

/** The distance that a preference becomes; undefined = RouterOS's own, which is 1. */
function distances(conversion: Conversion): (route: ForeignRoute) => number | undefined {
  const { config, ledger } = conversion;
  if (config.maker === 'ios') {
    return ({ preference = 1 }) => (preference <= 1 ? undefined : Math.min(preference, distanceMax));
  }
  const preferenceOf = ({ preference = comwareStatic }: ForeignRoute) => preference;
  const isBehindOspf = (route: ForeignRoute) =>
    config.ospf.some(
      (each) =>
        preferenceOf(route) >= (each.preference ?? comwareOspf) &&
        each.vrf === route.vrf &&
        (each.version === 3 ? 6 : 4) === route.to.family &&
        isRunning(conversion, each),
    );
  for (const route of config.routes.filter(isBehindOspf)) {
    ledger.remark(route.line, 'Comware prefers OSPF to this route, so its distance stands behind that of OSPF');
    if (config.bgp && config.bgp.vrf === route.vrf) {
      ledger.remark(route.line, 'Comware prefers this route to BGP: here BGP with other systems (20) comes before it');
    }
  }
  return (route) => {
    const isBehind = isBehindOspf(route);
    const rivals = config.routes.filter(
      (each) => each.to.family === route.to.family && each.vrf === route.vrf && isBehindOspf(each) === isBehind,
    );
    const better = new Set(rivals.map(preferenceOf).filter((each) => each < preferenceOf(route)));
    const distance = (isBehind ? ospfDistance : 0) + 1 + better.size;
    return distance === 1 ? undefined : Math.min(distance, distanceMax);
  };
}
