// MAC telnet on chips that swallow it while they route.

import type { Network } from '../../forwarding/network/network.ts';
import { chipName } from '../../forwarding/network/ports.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue, settingsOf } from '../../model/config.ts';
import { type Cost, defineRule, ofRoutingChip, restingOn } from '../rule.ts';

const macTelnetPort = '20561';

export const macTelnetDropped = defineRule({
  id: 'l3hw/mac-telnet-dropped',
  cost: 'i',
  datapath: 'input',

  check: ofRoutingChip(({ chip, config, network }) => {
    if (enabledItemsOf(config, '/interface/ethernet/switch/rule').some(isMacTelnetRedirect)) return [];
    const fact = chip.switch.fact('l3.mac-telnet-swallowed');
    const server = settingsOf(config, '/tool/mac-server');
    const list = (server && propertyValue(server, 'allowed-interface-list')) ?? 'all';
    const ports = portsOf(network, list);
    const place = server ?? chip.item;
    if (fact?.value === false || ports.length === 0 || !place) return [];
    // The server is on everywhere by default; a list of its own shows that somebody wants it.
    const cost: Cost = server?.properties.has('allowed-interface-list') && list !== 'all' ? 'M' : 'i';
    return restingOn(fact, 'whether this chip swallows MAC telnet packets', {
      subject: place,
      placement: 'dropped',
      cost,
      what: 'MAC telnet does not reach the device through switch ports',
      primary: [server ? 'allowed-interface-list' : 'l3-hw-offloading', 'the chip swallows these packets'],
      says: 'the chip drops MAC telnet packets while L3 offloading is on',
      ...(fact && {
        fix: [
          'redirect MAC telnet to the CPU',
          `/interface/ethernet/switch/rule add switch=${chipName(network)} ports=${ports.join(',')} ` +
            `mac-protocol=ip protocol=udp dst-port=${macTelnetPort} redirect-to-cpu=yes`,
        ],
      }),
    });
  }),
});

/** Ports of the routing chip below the members of a list. */
function portsOf(network: Network, list: string): readonly string[] {
  const below = [...network.interfaceListMembers(list)].flatMap((name) => network.portsBelow(name));
  return [...new Set(below)].filter((port) => port.switch === network.offload?.switch).map(({ name }) => name);
}

function isMacTelnetRedirect(rule: Item): boolean {
  if (!isYes(propertyValue(rule, 'redirect-to-cpu'))) return false;
  const port = propertyValue(rule, 'dst-port');
  return port === undefined ? !rule.properties.has('dst-address') : listValues(port).includes(macTelnetPort);
}
