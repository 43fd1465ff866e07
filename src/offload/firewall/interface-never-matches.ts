// Firewall rules about interfaces that no packet of the IP firewall has: ports of bridges and bonds, members of VRFs,
// and empty lists.

import { actionOf, isDrop } from '../../forwarding/firewall/firewall.ts';
import { standing } from '../../forwarding/firewall/standing.ts';
import { allEnds } from '../../forwarding/legs/ends.ts';
import { bridgeSeen, bridgesByIp } from '../../forwarding/network/bridges.ts';
import { bridgeBelow, masterOf } from '../../forwarding/network/masters.ts';
import { readNegation } from '../../forwarding/network/matchers.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { vrfAt, vrfSeen } from '../../forwarding/network/vrfs.ts';
import { enabledItemsOf, type Item, itemsOf, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { aboutEach, defineRule, itemsIn, type WrittenFinding } from '../rule.ts';

const tables = ['filter', 'mangle', 'nat', 'raw'] as const;
const menus = tables.flatMap((table) => [`/ip/firewall/${table}` as const, `/ipv6/firewall/${table}` as const]);
const matchers = ['in', 'out'].flatMap((way) =>
  ['interface', 'interface-list', 'bridge-port', 'bridge-port-list'].map((each) => `${way}-${each}`),
);

export const interfaceNeverMatches = defineRule({
  id: 'firewall/interface-never-matches',
  cost: 'M',

  check: aboutEach(itemsIn(...menus), (rule, { network }) => {
    return matchers.flatMap((matcher) => {
      const [reason, fix, instead] = neverMatching(network, rule, matcher) ?? [];
      return reason === undefined
        ? []
        : {
            placement: 'hardware',
            what: 'firewall rules match no packet, because none has their interface',
            primary: [matcher, reason],
            ...(fix !== undefined && { fix }),
            ...instead,
          };
    });
  }),
});

/** What is wrong with the matcher, and what mends it where the rule's remedy does not. */
type MatchFault = readonly [reason: string, fix?: string, instead?: Pick<WrittenFinding, 'what' | 'why'>];

const withoutIpFirewall: MatchFault = [
  'works with `use-ip-firewall` of bridges alone',
  'match the bridge, or say it with switch rules; with `use-ip-firewall` bridged packets that reach the CPU have it',
];

/** Undefined where packets may have it, and of negations that leave some out. */
function neverMatching(network: Network, rule: Item, matcher: string): MatchFault | undefined {
  const { negated, text: name } = readNegation(propertyValue(rule, matcher) ?? '');
  if (negated) return matcher.endsWith('-interface-list') ? leavingOutNone(network, rule, name) : undefined;
  if (name === '') return undefined;
  if (matcher.includes('-bridge-port'))
    return standing(network, rule, matcher) === 'never' ? withoutIpFirewall : undefined;
  const hidden = hiddenByVrf(network, rule, matcher, name);
  if (hidden) return hidden;
  const dialled = hiddenByDialing(network, rule, matcher);
  if (dialled) return dialled;
  if (bridgesByIp(network)) return hiddenByBridge(network, rule, matcher);
  if (!matcher.endsWith('-list')) {
    const master = masterOf(network, name);
    return master && [`a port of \`${master.name}\``];
  }
  const members = membersWritten(network, name);
  if (members?.length === 0) return [`no interface is in \`${name}\``, fill];
  return members?.every((member) => masterOf(network, member)) ? [`\`${name}\` has ports of bridges alone`] : undefined;
}

const fill = 'put the interfaces that are meant into the list';

const sparingNone = {
  what: 'firewall rules spare no interface, because their list is empty',
  why: 'The rule also takes what it was to leave alone: one that drops, the own networks and whoever manages the device.',
};

/** What is to spare a list spares nobody where the list is empty. */
function leavingOutNone(network: Network, rule: Item, list: string): MatchFault | undefined {
  const action = actionOf(rule);
  if ((action !== 'accept' && !isDrop(action)) || membersWritten(network, list)?.length !== 0) return undefined;
  return [`no interface is in \`${list}\`: any matches`, fill, sparingNone];
}

/** Filter rules have the VRF in place of its members. */
function hiddenByVrf(network: Network, rule: Item, matcher: string, name: string): MatchFault | undefined {
  if (!rule.menu.endsWith('/filter') || !matcher.endsWith('-interface') || vrfAt(network, name) === 'main')
    return undefined;
  if (vrfSeen(network, new Set([name])).size > 0) return undefined;
  const vrf = vrfAt(network, name);
  return [`its packets come as those of VRF \`${vrf}\` here`, `name \`${vrf}\`, or mark connections in \`prerouting\``];
}

/** The provider is behind the PPPoE client on ports without addresses; a rule for both names them as a precaution. */
function hiddenByDialing(network: Network, rule: Item, matcher: string): MatchFault | undefined {
  const { config } = network;
  const names = namedBy(network, rule, matcher);
  const clients = enabledItemsOf(config, '/interface/pppoe-client').filter((item) =>
    listValues(propertyValue(item, 'interface')).some((port) => names.has(port)),
  );
  const ports = new Set(clients.flatMap((item) => listValues(propertyValue(item, 'interface'))));
  const isPort = (name: string) => ports.has(name) && !allEnds(network).some((end) => end.name === name);
  if (clients.length === 0 || ![...names].every(isPort)) return undefined;
  const [way = ''] = matcher.split('-interface');
  const [client = ''] = clients.map((item) => propertyValue(item, 'name'));
  return namedIn(network, rule.menu, way).has(client)
    ? undefined
    : [`packets of the provider come as those of \`${client}\``, `name \`${client}\`, or a list that has it`];
}

/** Interfaces that rules of a menu name where packets enter (`in`), or leave. */
const namedIn = derivedPer((network: Network, menu: MenuPath, way: string): ReadonlySet<string> => {
  const matchers = [`${way}-interface`, `${way}-interface-list`];
  const rules = enabledItemsOf(network.config, menu);
  return new Set(rules.flatMap((rule) => matchers.flatMap((each) => [...namedBy(network, rule, each)])));
});

function namedBy(network: Network, rule: Item, matcher: string): ReadonlySet<string> {
  const { text } = readNegation(propertyValue(rule, matcher) ?? '');
  if (text === '') return new Set();
  return matcher.endsWith('-list') ? network.interfaceListMembers(text) : new Set([text]);
}

/** Before routing packets have the bridge that hands them to the IP firewall. */
function hiddenByBridge(network: Network, rule: Item, matcher: string): MatchFault | undefined {
  const names = namedBy(network, rule, matcher);
  const chain = propertyValue(rule, 'chain') ?? '';
  if (!matcher.startsWith('in-') || names.size === 0 || bridgeSeen(network, chain, names).size > 0) return undefined;
  const [first = ''] = names;
  return [`packets of \`${first}\` come as those of \`${bridgeBelow(network, first)}\` here`];
}

/** Sessions, radios, detected networks and scripts add members while the device runs. */
const filling = /^(?:(?:datapath\.|internet-|lan-|wan-)?interface-list)$/;

/** All that a list has; undefined where others may join. */
function membersWritten({ config, interfaceListMembers }: Network, name: string): readonly string[] | undefined {
  const list = itemsOf(config, '/interface/list').find((item) => propertyValue(item, 'name') === name);
  if (!list || listValues(propertyValue(list, 'include')).length > 0 || config.namesInCode?.has(name)) return undefined;
  const isFilled = config.items.some(({ properties }) =>
    [...properties].some(([property, { value }]) => value === name && filling.test(property)),
  );
  // In place of an interface that was removed an export has its former number.
  return isFilled ? undefined : [...interfaceListMembers(name)].filter((member) => !member.startsWith('*'));
}
