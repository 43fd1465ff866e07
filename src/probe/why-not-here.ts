// Why a question cannot be asked of a device as it stands.

import { type Config, isDynamic, isYes, itemsOf, propertyValue } from '../model/config.ts';
import type { Scratch } from './asking.ts';
import { portSettings } from './port-settings.ts';
import type { Question } from './question.ts';

const offloadSwitches = {
  4: '`l3-hw-offloading=yes` at the switch',
  6: '`l3-hw-offloading=yes` at the switch and `ipv6-hw=yes` in its l3hw-settings',
} as const;

/** Whether the chip routes this family now; the switch is left as it is. */
function isOffloading(family: 4 | 6, prior: Config, switchName: string): boolean {
  const own = itemsOf(prior, '/interface/ethernet/switch').find((each) => propertyValue(each, 'name') === switchName);
  const [settings] = itemsOf(prior, '/interface/ethernet/switch/l3hw-settings');
  const isOn = own !== undefined && isYes(propertyValue(own, 'l3-hw-offloading'));
  return isOn && (family === 4 || (settings !== undefined && isYes(propertyValue(settings, 'ipv6-hw'))));
}

/** Why a question cannot be asked on this device; undefined = it can. */
export function whyNotHere(question: Question, prior: Config, scratch: Scratch): string | undefined {
  const { alone = [], needs, offload, steps } = question;
  const isOnPorts = needs === 'ports' || needs === 'cable';
  if (isOnPorts && scratch.switchName === '') return 'the scratch port is on no switch';
  if (needs === 'restart' && !scratch.mayRestart) return 'it takes a restart of the device (--reboot)';
  if (needs === 'cable' && !scratch.loop) return 'it takes a cable between two free ports (--loop A:B)';
  if (offload && !isOffloading(offload, prior, scratch.switchName)) {
    return `the chip does not route IPv${offload}: it takes ${offloadSwitches[offload]}`;
  }
  const unset = Object.values(steps).filter((step) => 'setPort' in step).length;
  if (unset > portSettings([question], scratch, prior).length) return 'the scratch port has no row to set';
  const taken = alone.find((menu) => itemsOf(prior, menu).some((item) => !isDynamic(item)));
  return taken === undefined ? undefined : `rows of others stand in ${taken}, which it would disturb`;
}
