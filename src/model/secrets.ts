// Which values of a configuration nobody may see: by the menu's own word, by the name, or by what stands in the value.

import { memoized } from '../source/memoized.ts';
import { redactText } from '../source/redact-text.ts';
import { isSecretName } from '../source/secret-names.ts';
import { authName, authValue } from '../source/secret-shapes.ts';
import type { MenuPath } from './config.ts';
import { menus } from './menus.ts';

/** In menus that the tables lack, and whose names say nothing by themselves. */
const secretIn: Readonly<Record<string, ReadonlySet<string>>> = {
  '/zerotier': new Set(['identity']),
  '/container': new Set(['cmd', 'healthcheck-cmd', 'entrypoint', 'env', 'envs']),
  '/container/envs': new Set(['value']),
  '/container/env': new Set(['value']),
  '/interface/lte/esim': new Set(['activation-code', 'confirmation-code', 'matching-id']),
  '/tr069-client': new Set(['provisioning-code']),
  '/tool': new Set(['http-data']),
  '/file': new Set(['contents']),
  '/app': new Set(['environment', 'yaml', 'container-command-lines']),
};

/** There the name of a secret is that of a variable, or of what is public. */
const openIn: Readonly<Record<string, ReadonlySet<string>>> = {
  '/container/envs': new Set(['key', 'name']),
  '/container/env': new Set(['key', 'name']),
  '/user/ssh-keys': new Set(['key']),
};

/** True when this value of the property must not be shown; without a value: when some value must not. */
export function isSecret(menu: MenuPath | '', name: string, value?: string): boolean {
  const holds = heldIn(menu)(name);
  if (value === undefined) return holds === 'secrets';
  return holds === 'secrets' ? !isSwitch(menu, name, value) : holds === 'perhaps' && authValue.test(value);
}

/** What the values of a property are; `perhaps`: those that look like a secret are one. */
type Holds = 'secrets' | 'perhaps' | 'nothing';

const heldIn = memoized(1000, (menu: MenuPath | '') => memoized(1000, (name: string) => judge(menu, name)));

function judge(menu: MenuPath | '', name: string): Holds {
  const spec = menu === '' ? undefined : menus.get(menu)?.properties[name];
  const perhaps = spec === undefined && authName.test(name) ? 'perhaps' : 'nothing';
  if (spec?.secret || secretIn[menu]?.has(name)) return 'secrets';
  if (openIn[menu]?.has(name)) return perhaps;
  const isNamed = isSecretName(name) && (spec === undefined || spec.type === 'text' || spec.type === 'script');
  return isNamed ? 'secrets' : perhaps;
}

/** True when the value, or a part of it, must not be shown. */
export function holdsSecret(menu: MenuPath, name: string, value: string): boolean {
  return isSecret(menu, name, value) || redactText(value) !== value;
}

/**
 * True when an export leaves it out. The name of an SNMP community is shown there, though rosc shows it to nobody
 * (manual, "List of menus with sensitive parameters").
 */
export function isHiddenByExport(menu: MenuPath, name: string, value?: string): boolean {
  return isSecret(menu, name, value) && menus.get(menu)?.key.includes(name) !== true;
}

/** `add-mac-cookie=yes`: where only the name speaks for a secret, a switch is none. */
function isSwitch(menu: MenuPath | '', name: string, value: string): boolean {
  const isMarked = menu !== '' && menus.get(menu)?.properties[name]?.secret === true;
  return !isMarked && /^(?:yes|no|true|false|none|auto|default|required|optional|disabled|enabled|)$/.test(value);
}
