// BGP connections of a config, with what their templates and instances say.

import { type Config, enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';

export const bgpConnections = derivedOnce((config: Config) => {
  const templates = new Map(enabledItemsOf(config, '/routing/bgp/template').map((item) => [nameOf(item), item]));
  const instances = new Map(enabledItemsOf(config, '/routing/bgp/instance').map((item) => [nameOf(item), item]));
  return enabledItemsOf(config, '/routing/bgp/connection').map((item) => {
    const above = [
      templates.get(propertyValue(item, 'templates') ?? 'default'),
      instances.get(propertyValue(item, 'instance') ?? ''),
    ];
    const inherited = (property: string) =>
      [item, ...above]
        .flatMap((each) => (each ? [propertyValue(each, property)] : []))
        .find((value) => value !== undefined);
    const vrf = inherited('vrf') ?? 'main';
    return {
      item,
      vrf,
      /** Where its routes are installed. Source: manual, cli-reference/routing/bgp, `routing-table`. */
      table: inherited('routing-table') ?? vrf,
      localAs: asNumber(inherited('as')),
      remoteAs: asNumber(propertyValue(item, 'remote.as')),
      filter: inherited('input.filter'),
      limit: inherited('input.limit-process-routes-ipv4'),
    };
  });
});

const byItem = derivedOnce((config: Config) => new Map(bgpConnections(config).map((each) => [each.item, each])));

/** Undefined of what is no connection of BGP. */
export function bgpConnectionOf(config: Config, item: Item) {
  return byItem(config).get(item);
}

function nameOf(item: Item): string {
  return propertyValue(item, 'name') ?? item.key;
}

/** `65000` or `1.10` (RFC 5396). */
function asNumber(text: string | undefined): number | undefined {
  const match = /^(?:(\d+)\.)?(\d+)(?:\/.*)?$/.exec(text ?? '');
  return match ? Number(match[1] ?? 0) * 65_536 + Number(match[2]) : undefined;
}

/** Connections to others by which a full table may come. */
export function internetFeeds(config: Config) {
  return bgpConnections(config).filter(
    ({ localAs, remoteAs }) => remoteAs !== undefined && remoteAs !== localAs && !isPrivateAs(remoteAs),
  );
}

/** Numbers that are not routed on the Internet (RFC 6996): no full table comes from there. */
export function isPrivateAs(as: number): boolean {
  return (as >= 64_512 && as <= 65_534) || (as >= 4_200_000_000 && as <= 4_294_967_294);
}
