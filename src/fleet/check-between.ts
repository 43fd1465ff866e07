// Links and sessions that a fleet declares between its sites, checked from both ends. VLAN names belong to each site,
// so what a link carries is compared by VLAN ids.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { bondProblem, bondText, frameSizeOf, packetSize } from '../intent/check-links.ts';
import { adjacencyProblem, ospfEnd, sessionProblem } from '../intent/check-sessions.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import { type LinkEnd, linkEndsOf, vlansOf } from '../intent/links.ts';
import { type OwnAddress, ownAddresses } from '../intent/networks.ts';
import { expandPorts } from '../intent/ports.ts';
import { isSamePrefix, printPrefix } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import { type FleetFile, nameInFleet } from './fleet.ts';

/** The sites that links and sessions lead to. */
export function sitesBetween({ settings }: FleetFile): ReadonlySet<string> {
  const ends = [...(settings.links ?? []), ...(settings.sessions ?? [])].flatMap(({ between }) => between);
  return new Set(ends.map((end) => end.split('/')[0] ?? ''));
}

interface DeviceInSite {
  readonly intent: Intent;
  readonly device: DeviceIntent;
}

interface Cable extends DeviceInSite {
  readonly end: LinkEnd;
}

/** `intents`: of the sites of `sitesBetween`, by name; one that has mistakes of its own is missing. */
export function checkBetween(fleet: FleetFile, intents: ReadonlyMap<string, Intent | undefined>): Diagnostic[] {
  const { settings, at } = fleet;
  const diagnostics: Diagnostic[] = [];
  const find = (written: string, place: Span): DeviceInSite | undefined => {
    const [site = '', name = ''] = written.split('/');
    if (!intents.has(site)) {
      diagnostics.push(unknown(site, { kind: 'site', known: [...intents.keys()], at: place }));
      return undefined;
    }
    const intent = intents.get(site);
    if (!intent) return undefined;
    const device = intent.devices.get(name);
    if (device) return { intent, device: { ...device, name: nameInFleet(site, name) } };
    diagnostics.push(unknown(name, { kind: `device of \`${site}\``, known: [...intent.devices.keys()], at: place }));
    return undefined;
  };
  for (const [index, { between }] of (settings.links ?? []).entries()) {
    const [a, b] = between.map((written, side) => {
      const place = at('links', index, 'between', side);
      const found = find(written, place);
      const ends = found ? linkEndsOf(found.device) : [];
      const port = written.split('/')[2] ?? '';
      const end = ends.find(({ name }) => name === port) ?? ends.find(({ name }) => isInRange(port, name, found));
      if (found && !end) {
        const known = [...new Set(ends.map(({ name }) => name))];
        diagnostics.push(unknown(port, { kind: `port that \`${found.device.name}\` describes`, known, at: place }));
      }
      return found && end && { ...found, end };
    });
    if (a && b) diagnostics.push(...checkLink(a, b));
  }
  for (const [index, { between, protocol }] of (settings.sessions ?? []).entries()) {
    const [a, b] = between.map((written, side) => find(written, at('sessions', index, 'between', side)));
    if (!a || !b) continue;
    const place = at('sessions', index);
    diagnostics.push(...(protocol === 'bgp' ? checkBgp(a, b, place) : checkOspf(a, b, place)));
  }
  return diagnostics;
}

function checkLink(a: Cable, b: Cable): Diagnostic[] {
  const found: Diagnostic[] = [];
  const say = (what: string, text: (cable: Cable) => string, fix: string) => {
    found.push(
      mistake('fleet/link-mismatch', {
        what: `the link between \`${a.device.name}\` and \`${b.device.name}\` does not fit: ${what}`,
        at: a.end.at,
        label: text(a),
        related: [{ at: b.end.at, text: `${text(b)}, \`${b.device.name}\`` }],
        device: a.device.name,
        fix: fix,
      }),
    );
  };
  const bonds = bondProblem(a.end, b.end);
  if (bonds !== undefined) say(bonds, ({ end }) => bondText(end), 'give both ends as many members, and the same mode');
  const [routedA, routedB] = [a, b].map(addressesOf);
  if ((routedA?.length === 0) !== (routedB?.length === 0)) {
    say('one end is routed and the other switched', roleText, 'route both ends, or switch both');
    return found;
  }
  const problem = routedA?.length === 0 ? vlanProblem(a, b) : subnetProblem(routedA ?? [], routedB ?? []);
  if (problem !== undefined)
    say(problem, roleText, 'write the same VLAN ids, or addresses of one subnet, at both ends');
  const bytes = ({ intent, end }: Cable) => (end.role.routed ? packetSize(intent, end.role.mtu) : frameSizeOf(end));
  const [sizeA, sizeB] = [bytes(a), bytes(b)];
  if (sizeA !== undefined && sizeB !== undefined && sizeA !== sizeB) {
    say(
      `packets above ${Math.min(sizeA, sizeB)} bytes are lost`,
      (cable) => `${bytes(cable)} bytes`,
      'write the same size',
    );
  }
  return found;
}

function isInRange(port: string, written: string, device: DeviceInSite | undefined): boolean {
  const expansion = device && expandPorts(written, device.device.target);
  return expansion?.kind === 'ports' && expansion.names.includes(port);
}

function addressesOf({ intent, device, end }: Cable): readonly OwnAddress[] {
  return ownAddresses(intent, device).filter(({ kind, owner }) => kind === 'link' && owner === end.name);
}

function roleText(cable: Cable): string {
  const addresses = addressesOf(cable).map(
    ({ host, network }) => `${printPrefix(host).split('/')[0]}/${network.length}`,
  );
  if (addresses.length > 0) return addresses.join(', ');
  const { tagged, untagged } = idsOf(cable);
  return `VLAN ids ${[...tagged].join(', ') || 'none'}${untagged === undefined ? '' : `, ${untagged} untagged`}`;
}

function subnetProblem(a: readonly OwnAddress[], b: readonly OwnAddress[]): string | undefined {
  const shared = a.flatMap((own) =>
    b.filter(({ network }) => isSamePrefix(own.network, network)).map((far) => [own, far]),
  );
  if (shared.length === 0) return 'its ends are in different subnets';
  return shared.some(([own, far]) => own && far && isSamePrefix(own.host, far.host))
    ? 'both ends have the same address'
    : undefined;
}

function idsOf({ intent, end }: Cable) {
  const idOf = (vlan: string) => intent.site.vlans?.[vlan]?.id;
  const { native, vlan } = end.role;
  const own = native ?? vlan;
  const tagged = new Set(
    vlansOf(end.role)
      .filter((each) => each !== own)
      .flatMap((each) => idOf(each) ?? []),
  );
  return { tagged, untagged: own === undefined ? undefined : idOf(own) };
}

function vlanProblem(a: Cable, b: Cable): string | undefined {
  const [idsA, idsB] = [idsOf(a), idsOf(b)];
  const lost = [...idsA.tagged, ...idsB.tagged].filter((id) => !(idsA.tagged.has(id) && idsB.tagged.has(id)));
  if (lost.length > 0) return `only one end carries VLAN ${lost.sort((x, y) => x - y).join(', ')}`;
  return idsA.untagged === idsB.untagged ? undefined : 'untagged frames change their VLAN, or are lost';
}

function checkBgp(a: DeviceInSite, b: DeviceInSite, at: Span): Diagnostic[] {
  for (const [own, far] of [
    [a, b],
    [b, a],
  ] as const) {
    const peers = Object.entries(own.device.settings.bgp?.peers ?? {});
    const addresses = pathAddresses(far);
    const named = peers.find(([, { address }]) => addresses.some(({ host }) => isSamePrefix(host, address)));
    if (!named) {
      const what = `\`${own.device.name}\` has no BGP peer with an address of \`${far.device.name}\``;
      return [session(what, [own, far], { at, label: 'declared here', far: own.device.places.keyAt() })];
    }
    const [name, peer] = named;
    const problem = sessionProblem({ ...own, name, peer }, far.device);
    if (!problem) continue;
    const what = `the BGP session of \`${own.device.name}\` with \`${far.device.name}\` cannot come up: ${problem.what}`;
    const place = problem.at ?? own.device.places.keyAt('bgp', 'peers', name);
    return [session(what, [own, far], { at: place, label: problem.label, far: problem.far, fix: problem.fix })];
  }
  return [];
}

/** Management networks are the same at many sites, and lead from none to another. */
function pathAddresses({ intent, device }: DeviceInSite): readonly OwnAddress[] {
  return ownAddresses(intent, device).filter(({ kind }) => kind !== 'management');
}

function checkOspf(a: DeviceInSite, b: DeviceInSite, at: Span): Diagnostic[] {
  const common = pathAddresses(a).flatMap((own) =>
    pathAddresses(b).flatMap((far) => (isSamePrefix(own.network, far.network) ? [{ own, far }] : [])),
  );
  const say = (why: string) => {
    const what = `\`${a.device.name}\` and \`${b.device.name}\` do not become OSPF neighbours: ${why}`;
    return [session(what, [a, b], { at, label: 'declared here', far: a.device.places.keyAt() })];
  };
  if (common.length === 0) return say('they have no network in common');
  const pairs = common.flatMap(({ own, far }) => {
    const [first, second] = [ospfEnd(a.device, own), ospfEnd(b.device, far)];
    return first && second ? [[first, second] as const] : [];
  });
  if (pairs.length === 0) return say('OSPF does not run at both ends of the network that they share');
  const problems = pairs.map(([first, second]) => adjacencyProblem(first, second));
  const [problem] = problems;
  return problem === undefined || problems.includes(undefined) ? [] : say(problem);
}

interface SessionPlaces {
  readonly at: Span;
  readonly label: string;
  readonly far: Span;
  readonly fix?: string;
}

function session(
  what: string,
  [own, other]: readonly [DeviceInSite, DeviceInSite],
  { at, label, far, fix }: SessionPlaces,
): Diagnostic {
  return mistake('fleet/session-mismatch', {
    what,
    at,
    label,
    related: [{ at: far, text: `\`${other.device.name}\`` }],
    device: own.device.name,
    fix: fix ?? 'write the session at both ends, or take it out of `sessions`',
  });
}

function unknown(
  written: string,
  { kind, known, at }: { readonly kind: string; readonly known: readonly string[]; readonly at: Span },
): Diagnostic {
  const near = nearestName(written, known);
  return mistake('intent/unknown-name', {
    what: `the fleet has no ${kind} \`${written}\``,
    at,
    label: near ? `did you mean \`${near}\`?` : `there is ${known.join(', ') || 'none'}`,
  });
}
