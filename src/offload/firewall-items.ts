// What firewall rules do by themselves, whatever they match.

import { isDrop } from '../forwarding/firewall/firewall.ts';
import { type Item, propertyValue } from '../model/config.ts';

export function actionOf(item: Item): string {
  return propertyValue(item, 'action') ?? 'accept';
}

export function isDropping(item: Item): boolean {
  return isDrop(actionOf(item));
}
