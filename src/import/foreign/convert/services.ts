// What a device does beside forwarding: its name, spanning tree, time, messages, multicast.

import { printAddress } from '../../../model/prefix.ts';
import { oneOrMany } from '../../site-draft.ts';
import { linesOf } from '../said.ts';
import type { Conversion } from './conversion.ts';

export function convertServices(conversion: Conversion): void {
  const { config, device } = conversion;
  if (config.hostname) device.identity = conversion.take(config.hostname, 'identity');
  spanningTree(conversion);
  multicast(conversion);
  const isTimeOff =
    config.maker === 'comware' && !/^5\./.test(config.version?.value ?? '') && config.ntpEnabled === undefined;
  if (config.ntp.length > 0 && !isTimeOff) {
    device.ntp = { servers: oneOrMany(config.ntp.map((said) => conversion.take(said, 'ntp'))) };
    if (config.ntpEnabled) conversion.take(config.ntpEnabled, 'ntp');
  } else {
    for (const said of config.ntp) conversion.refuse(said, 'NTP is off: the file has no `ntp-service enable`');
    if (config.ntpEnabled) conversion.ledger.ignore(config.ntpEnabled.line);
  }
  nameServers(conversion);
  const [first, ...others] = config.syslog;
  if (first) device.syslog = { server: printAddress(conversion.take(first, 'syslog')) };
  for (const said of others) conversion.refuse(said, 'a site has one syslog server');
}

/** Older Comware asks nobody without `dns resolve`, IOS asks unless it is told not to. */
function nameServers(conversion: Conversion): void {
  const { nameServers: servers, lookup, maker, version } = conversion.config;
  const isOff = maker === 'comware' && /^5\./.test(version?.value ?? '') ? !lookup : lookup?.value === false;
  if (lookup) conversion.ledger.ignore(lookup.line);
  if (isOff) for (const said of servers) conversion.refuse(said, 'the switch resolves no names');
  else if (servers.length > 0) {
    conversion.device.dns = { servers: oneOrMany(servers.map((said) => printAddress(conversion.take(said, 'dns')))) };
  }
}

const priorityStep = 4096;

function spanningTree(conversion: Conversion): void {
  const { config, ledger, device } = conversion;
  const isComware = config.maker === 'comware';
  const { stp, stpEnabled } = config;
  if (stpEnabled?.value === false) {
    device['spanning-tree'] = 'none';
    conversion.take(stpEnabled, 'spanning-tree');
    conversion.refuse(stp, 'spanning tree is off');
  } else if (isComware && !stpEnabled) {
    conversion.refuse(stp, 'spanning tree is off: the file has no `stp global enable`');
    if (!config.isTruncated) noSpanningTree(conversion);
  } else {
    const mode = stp?.value ?? (isComware ? 'mstp' : 'pvst');
    conversion.from(linesOf(stpEnabled, stp), 'spanning-tree');
    device['spanning-tree'] = mode === 'pvst' ? 'rstp' : mode;
    if (mode === 'pvst' && stp) {
      ledger.remark(
        stp.line,
        'RouterOS has no tree for each VLAN: one RSTP for all. PVST+ neighbours see VLAN 1 alone',
      );
    }
  }
  bridgePriority(conversion);
}

/** A Comware device with an empty configuration runs none; one that runs it prints so. */
function noSpanningTree({ config, device, ledger }: Conversion): void {
  device['spanning-tree'] = 'none';
  const line = config.stp?.line ?? config.hostname?.line;
  if (line !== undefined) ledger.remark(line, 'no spanning tree runs, because nothing in the file switches it on');
}

function bridgePriority(conversion: Conversion): void {
  const { config, ledger, device } = conversion;
  const [first] = config.stpPriorities;
  const isOne = config.stpPriorities.every(({ value }) => value.priority === first?.value.priority);
  for (const said of config.stpPriorities) {
    const { priority, vlans } = said.value;
    if (!isOne) conversion.refuse(said, 'a site has one bridge priority for all VLANs');
    else if (priority % priorityStep !== 0 || priority > 61_440) {
      conversion.refuse(said, 'a bridge priority is a multiple of 4096 up to 61440');
    } else {
      device['bridge-priority'] = conversion.take(said, 'bridge-priority').priority;
      if (vlans !== undefined && vlans.length > 0) ledger.remark(said.line, 'the priority is for all VLANs now');
    }
  }
}

function multicast(conversion: Conversion): void {
  const { config, device, ledger } = conversion;
  const { igmpSnooping, igmpQuerier, igmpVlans } = config;
  const lines = linesOf(igmpSnooping, igmpQuerier, igmpVlans);
  const isIos = config.maker === 'ios';
  const isOn = isIos ? igmpSnooping?.value !== false : igmpSnooping !== undefined && igmpVlans.length > 0;
  if (!isOn) {
    if (isIos) ledger.carry(...lines);
    else
      for (const line of lines)
        ledger.refuse(line, 'IGMP snooping is off: it is on globally and in a VLAN, or not at all');
    return;
  }
  conversion.from(lines, 'igmp-snooping');
  device['igmp-snooping'] = igmpQuerier ? { querier: true } : true;
  const others = [...conversion.vlanNames.keys()].filter((id) => !igmpVlans.some(({ value }) => value === id));
  if (isIos || others.length === 0) return;
  for (const { line } of igmpVlans) ledger.remark(line, 'a site snoops in all VLANs of a device');
}
