// A VLAN that the device routes, in a switch VLAN table that does not let it through to the CPU.

import type { Network, VlanInterface } from '../../forwarding/network/network.ts';
import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { portsByChip } from '../bridge-offload.ts';
import { defineRule, type Findings, ofEach, restingOn, vlans } from '../rule.ts';
import { switchVlans } from '../vlan-ports.ts';

export const crs1xx2xxCpuPortMissing = defineRule({
  id: 'cpu-l2/crs1xx2xx-cpu-port-missing',
  cost: 'H',
  datapath: 'l3-routing',

  check: ofEach(vlans, (vlan, { network }) => {
    const bridge = network.bridges.get(vlan.parent);
    if (!bridge || bridge.vlanFiltering) return [];
    return [...portsByChip(network, bridge).keys()].flatMap((chip) => ofChip(network, vlan, chip));
  }),
});

function ofChip(network: Network, vlan: VlanInterface, chip: Switch): Findings {
  const cpu = `${chip.name}-cpu`;
  const rows = enabledItemsOf(network.config, '/interface/ethernet/switch/vlan').filter((row) => {
    const owner = propertyValue(row, 'switch');
    const isOwn = owner === undefined ? network.chips[0]?.switch === chip : owner === chip.name;
    return isOwn && Number(propertyValue(row, 'vlan-id')) === vlan.vid;
  });
  const [row] = rows;
  if (!row || rows.some((each) => listValues(propertyValue(each, 'ports')).includes(cpu))) return [];
  const fact = chip.fact('l2.switch-vlan-needs-cpu-port');
  const byMode = chip.fact('l2.switch-vlan-mode');
  // Ports of such chips look at the table only in a VLAN mode other than `disabled`.
  const isConsulted = byMode?.value === false || switchVlans(network).some(({ property }) => property === 'vlan-mode');
  if (fact?.value === false || (byMode && !isConsulted)) return [];
  const known = isConsulted ? fact : undefined;
  // Rows of CRS1xx and CRS2xx have no such property.
  const ofSwitch = row.properties.has('switch') ? ` switch=${chip.name}` : '';
  return restingOn(known, 'whether VLANs of this chip need the CPU port', {
    subject: row,
    affects: [vlan.item],
    placement: 'dropped',
    what: `VLAN ${vlan.vid} does not reach the CPU, which is to route it`,
    primary: ['ports', `without \`${cpu}\``],
    related: [[vlan.item, 'vlan-id', `\`${vlan.name}\` is in this VLAN`]],
    says: `VLANs reach the CPU of ${chip.chip} only by a row with its CPU port`,
    fix: [
      'add the CPU port',
      `/interface/ethernet/switch/vlan set [find vlan-id=${vlan.vid}${ofSwitch}] ` +
        `ports=${[...listValues(propertyValue(row, 'ports')), cpu].join(',')}`,
    ],
  });
}
