// Policy that rosc itself made, read back from the tags of its rules: zones, the stateful firewall, NAT, access lists.
// What it reads is a proposal: who asks keeps it where less is left for `raw:`.

import { tagPrefix } from '../lower/tag.ts';
import { type Config, enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { append } from '../source/append.ts';
import { computeIfAbsent, groupBy } from '../source/grouping.ts';
import { descriptionOf } from './comments.ts';
import type { Recognised, Scope } from './recognise.ts';
import { type DeviceDraft, oneOrMany, type SiteDraft } from './site-draft.ts';

type FirewallDraft = NonNullable<DeviceDraft['firewall']>[number];
type NatDraft = NonNullable<DeviceDraft['nat']>[number];
type AclDraft = NonNullable<SiteDraft['acls']>[string];

/** One rule of one family: what it says besides addresses, and these. */
interface Sentence {
  readonly key: 'permit' | 'deny';
  readonly service: Readonly<Record<string, unknown>>;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly description: string | undefined;
}

interface ZonePair {
  readonly from: string[];
  readonly to: string[];
  readonly rules: Map<number, Sentence[]>;
  default: FirewallDraft['default'];
}

const families = ['/ip/firewall', '/ipv6/firewall'] as const;

/** Rules that rosc made say that some interface is for management, but not which, and what the policy is. */
export function policyScopes({ items }: Config, { scope, recognised }: { scope: Scope; recognised: Recognised }) {
  const tags = items.map(tagOf);
  const managed = new Set(tags.filter(([kind]) => kind === 'management').map((tag) => tag.slice(1).join('/')));
  const [device] = Object.values(recognised.site.devices);
  const ports = Object.entries(device?.ports ?? {}).filter(([, { routed }]) => typeof routed === 'string');
  const vlans = Object.entries(recognised.site.vlans ?? {}).filter(([, { ipv4 }]) => managed.has(`in/${ipv4}`));
  const names = managed.size > 0 ? [...ports, ...vlans].map(([name]) => name) : [];
  const quiet = names.map((management): Scope => ({ ...scope, management }));
  const isPolicy = tags.some(([kind]) => kind === 'acl' || kind === 'firewall' || kind === 'nat');
  return [...quiet, ...(isPolicy ? [scope, ...quiet].map((each): Scope => ({ ...each, policy: true })) : [])];
}

/** The site of one device with what its rules say. */
export function withPolicy(site: SiteDraft, name: string, config: Config): SiteDraft {
  const device = site.devices[name];
  if (!device) return site;
  const reader = new PolicyReader(config, site);
  const [firewall, nat, acls] = [reader.firewall(), reader.nat(), reader.acls()];
  const own = { ...device, ports: reader.zoned(device.ports), bonds: reader.zoned(device.bonds), nat, firewall };
  return { ...site, devices: { ...site.devices, [name]: own }, acls };
}

function tagOf(item: Item): readonly string[] {
  const [words = ''] = (propertyValue(item, 'comment') ?? '').split(' ');
  return words.startsWith(tagPrefix) ? words.slice(tagPrefix.length).split('/') : [];
}

class PolicyReader {
  readonly #config: Config;
  readonly #vlans: NonNullable<SiteDraft['vlans']>;
  /** By the interface. */
  readonly #zones = new Map<string, string>();

  constructor(config: Config, { vlans = {} }: SiteDraft) {
    this.#config = config;
    this.#vlans = vlans;
  }

  /** What the firewall leaves to the CPU, the site needs not say again. */
  zoned<T extends object>(drafts: Readonly<Record<string, T>> | undefined): Record<string, T> | undefined {
    if (!drafts) return undefined;
    const withZone = ([name, draft]: [string, T]) => {
      const zone = this.#zones.get(name);
      return [name, zone === undefined ? draft : { ...draft, 'l3-offload': undefined, zone }] as const;
    };
    return Object.fromEntries(Object.entries(drafts).map(withZone));
  }

  firewall(): FirewallDraft[] | undefined {
    const drafts = new Map<string, ZonePair>();
    for (const item of families.flatMap((base) => enabledItemsOf(this.#config, `${base}/filter`))) {
      const [kind, chain, ...path] = tagOf(item);
      const middle = path.indexOf('to');
      if (kind !== 'firewall' || chain !== 'forward' || middle < 1) continue;
      const rest = path.slice(middle + 1);
      const numbers = rest.filter((word) => /^\d+$/.test(word));
      const from = path.slice(0, middle);
      const to = rest.filter((word) => !/^(?:\d+|invalid|from-addresses|to-addresses)$/.test(word));
      this.#learnZones(from, this.#members(item, 'in-interface'));
      this.#learnZones(to, this.#members(item, 'out-interface'));
      const position = propertyValue(item, 'connection-state') === 'new' ? Number(numbers.pop()) : 0;
      const draft = computeIfAbsent(
        drafts,
        numbers[0] ?? '1',
        (): ZonePair => ({ from, to, default: 'drop', rules: new Map() }),
      );
      if (position > 0) append(draft.rules, position, this.#sentence(item, 'accept'));
      else if (propertyValue(item, 'action') === 'accept') draft.default = 'accept';
    }
    if (drafts.size === 0) return undefined;
    return [...drafts.values()].map(({ from, to, rules, ...rest }) => {
      const own = [...rules.values()].flatMap((sentences) => this.#merged(sentences));
      return { from: oneOrMany(from), to: oneOrMany(to), ...rest, ...(own.length > 0 && { rules: own }) };
    });
  }

  nat(): NatDraft[] | undefined {
    const items = enabledItemsOf(this.#config, '/ip/firewall/nat').filter((item) => tagOf(item)[0] === 'nat');
    if (items.length === 0) return undefined;
    return items.map((item) => {
      const { key, side, match } = natForms[propertyValue(item, 'action') ?? ''] ?? natForms.masquerade;
      const [address, ...others] = this.#addresses(item, 'dst');
      const service = { ...serviceOf(item), ...(others.length === 0 && { address }) };
      const port = propertyValue(item, 'to-ports');
      return {
        [key]: match === 'service' ? service : oneOrMany(this.#named(this.#addresses(item, 'src'), true)),
        [side]: oneOrMany(this.#zonesOf(this.#members(item, `${side}-interface`))),
        to: propertyValue(item, 'to-addresses'),
        'to-port': port === undefined ? undefined : Number(port),
        description: descriptionOf(item),
      };
    });
  }

  acls(): SiteDraft['acls'] {
    const raw = families.flatMap((base) => enabledItemsOf(this.#config, `${base}/raw`));
    const jumps = raw.filter((item) => tagOf(item)[0] === 'acl' && propertyValue(item, 'action') === 'jump');
    const drafts = [...groupBy(jumps, (item) => tagOf(item)[1] ?? '')].map(([name, [jump]]): [string, AclDraft] => {
      const rows = raw.filter((item) => tagOf(item)[1] === name && item !== jump && !jumps.includes(item));
      const own = rows.filter((item) => tagOf(item)[2] !== 'implicit');
      const rules = this.#merged(own.map((item) => this.#sentence(item, 'return')));
      const from = jump ? this.#members(jump, 'in-interface') : [];
      const ends = rules.some(({ permit, deny }) => permit === 'any' || deny === 'any');
      const names = [...new Set(from.map((each) => (this.#vlans[each] ? each : (this.#zones.get(each) ?? each))))];
      return [name, { from: oneOrMany(names), rules: ends ? rules : [...rules, { permit: 'any' }] }];
    });
    return drafts.length > 0 ? Object.fromEntries(drafts) : undefined;
  }

  #sentence(item: Item, permitted: 'accept' | 'return'): Sentence {
    return {
      key: propertyValue(item, 'action') === permitted ? 'permit' : 'deny',
      service: serviceOf(item),
      from: this.#addresses(item, 'src'),
      to: this.#addresses(item, 'dst'),
      description: descriptionOf(item),
    };
  }

  /** Rules of both families as one where they say the same of their packets. */
  #merged(sentences: readonly Sentence[]): AclDraft['rules'] {
    const said = ({ key, service, from, to }: Sentence) =>
      JSON.stringify([key, service, from.length > 0, to.length > 0]);
    const merged: Sentence[] = [];
    const isIpv6 = ({ from, to }: Sentence) => [...from, ...to].some((each) => each.includes(':'));
    for (const each of sentences) {
      const twin = isIpv6(each) ? merged.findIndex((other) => !isIpv6(other) && said(other) === said(each)) : -1;
      const other = merged[twin];
      const both = other && { ...other, from: [...other.from, ...each.from], to: [...other.to, ...each.to] };
      if (both) merged[twin] = both;
      else if (!merged.some((known) => said(known) === said(each) && known.from.length + known.to.length === 0)) {
        merged.push(each);
      }
    }
    return merged.map(({ key, service, from, to, description }) => {
      const ends = { ...(from.length > 0 && { from: oneOrMany(from) }), ...(to.length > 0 && { to: this.#ends(to) }) };
      const match = { ...ends, ...service };
      return { [key]: Object.keys(match).length === 0 ? 'any' : match, description };
    });
  }

  #ends(to: readonly string[]): string | string[] {
    return oneOrMany(this.#named(to));
  }

  /** VLANs by their names where all their subnets are there, or those of IPv4, which NAT is about. */
  #named(prefixes: readonly string[], isIpv4 = false): readonly string[] {
    const left = new Set(prefixes);
    const names = Object.entries(this.#vlans).flatMap(([name, { ipv4 = [], ipv6 = [] }]) => {
      const subnets = isIpv4 ? [ipv4].flat() : [ipv4, ipv6].flat();
      if (subnets.length === 0 || !subnets.every((each) => left.has(each))) return [];
      for (const each of subnets) left.delete(each);
      return [name];
    });
    return [...names, ...left];
  }

  #members(item: Item, property: string): readonly string[] {
    const list = propertyValue(item, `${property}-list`);
    if (list === undefined) return [propertyValue(item, property) ?? []].flat();
    return this.#listed('/interface/list/member', list, 'interface');
  }

  #addresses(item: Item, side: 'src' | 'dst'): readonly string[] {
    const list = propertyValue(item, `${side}-address-list`);
    const menu = item.menu.startsWith('/ipv6') ? '/ipv6/firewall/address-list' : '/ip/firewall/address-list';
    if (list !== undefined) return this.#listed(menu, list, 'address');
    return [propertyValue(item, `${side}-address`) ?? []].flat();
  }

  #listed(menu: Item['menu'], list: string, property: string): readonly string[] {
    const rows = enabledItemsOf(this.#config, menu).filter((row) => propertyValue(row, 'list') === list);
    return rows.flatMap((row) => propertyValue(row, property) ?? []);
  }

  /** Names of several zones are told from their interfaces by their order. */
  #learnZones(names: readonly string[], interfaces: readonly string[]): void {
    const ports = interfaces.filter((each) => !this.#vlans[each]);
    const zones = names.filter((each) => !this.#vlans[each] && each !== 'any');
    if (zones.length !== 1 && zones.length !== ports.length) return;
    for (const [index, port] of ports.entries()) this.#zones.set(port, zones[zones.length === 1 ? 0 : index] ?? 'any');
  }

  /** Without a firewall nothing says what zones are called. */
  #zonesOf(interfaces: readonly string[]): readonly string[] {
    for (const each of interfaces) if (!this.#zones.has(each)) this.#zones.set(each, 'internet');
    return [...new Set(interfaces.map((each) => this.#zones.get(each) ?? each))];
  }
}

const natForms: Readonly<Record<string, { key: string; side: 'in' | 'out'; match: 'service' | 'source' }>> & {
  readonly masquerade: { key: string; side: 'in' | 'out'; match: 'service' | 'source' };
} = {
  masquerade: { key: 'masquerade', side: 'out', match: 'source' },
  'src-nat': { key: 'source', side: 'out', match: 'source' },
  'dst-nat': { key: 'forward', side: 'in', match: 'service' },
};

function serviceOf(item: Item): Readonly<Record<string, unknown>> {
  const protocol = propertyValue(item, 'protocol');
  const ports = (property: string) => {
    const values = listValues(propertyValue(item, property)).map((each) => (/^\d+$/.test(each) ? Number(each) : each));
    return values.length > 0 ? oneOrMany(values) : undefined;
  };
  const [port, source] = [ports('dst-port'), ports('src-port')];
  return {
    ...(protocol !== undefined && { protocol }),
    ...(port !== undefined && { port }),
    ...(source !== undefined && { 'source-port': source }),
  };
}
