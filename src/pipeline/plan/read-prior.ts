// What a device has before anything is planned: read over a connection, or from an export of it.

import { otherCommit } from '../../apply/preflight.ts';
import type { Device } from '../../device/device.ts';
import { readStable } from '../../device/read.ts';
import type { Staged } from '../../diagnostics/diagnostic.ts';
import { managementServices } from '../../intent/schema-device.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import { type Config, type Item, itemsOf, type MenuPath, menusOf, propertyValue } from '../../model/config.ts';
import { isHiddenByExport } from '../../model/secrets.ts';
import { secretsOf, unreadableEntry } from '../../model/unreadable.ts';
import { rememberedSettings } from '../../plan/device-memory.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { AnalysedDevice } from '../analyse/analyse-site.ts';
import { withMaskedFile } from '../read/mask-diagnostics.ts';
import { readExport } from '../read/read-export.ts';
import { isOnlyLookedAt, planMenus } from '../read/read-menus.ts';
import type { Prior } from './plan-device.ts';

/** Everything that is configured, also in the menus of `desired`, and where the device is in its own network. */
export async function readLive(
  connection: Device,
  name: string,
  desired: Config = nothing,
  onMenu?: () => void,
): Promise<Staged<Prior>> {
  const identity = await connection.identity();
  const own = new Set(menusOf(desired));
  const mayMiss = (menu: MenuPath) => isOnlyLookedAt(menu) && !own.has(menu);
  const read = async (menus: readonly MenuPath[]) =>
    readStable(connection, menus, name, { mayMiss, ...(onMenu && { onMenu }) });
  const first = await read(planMenus(own));
  // What rosc set elsewhere, by a line of the author's own, may have to be set back.
  const set = rememberedSettings(first.value.config).map(({ menu }) => menu);
  const isWhole = set.every((menu) => planMenus(own).includes(menu));
  const { value, diagnostics } = isWhole ? first : await read(planMenus([...own, ...set]));
  const open = await otherCommit(connection, name);
  const { peerAddress } = connection;
  return {
    value: { identity, config: value.config, ...(peerAddress !== undefined && { managementAddress: peerAddress }) },
    diagnostics: [...open, ...diagnostics],
  };
}

const nothing: Config = { items: [] };

/** The same from a file; what the export does not say of the device is as the site has it. */
export async function readPriorExport(
  io: Io,
  path: string,
  { lowered }: Pick<AnalysedDevice, 'lowered'>,
  profiles: Profiles,
): Promise<Staged<Prior | undefined>> {
  const source = await readSource(io, path);
  if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
  const reading = readExport(source.value, { profiles, target: lowered.target, keepSecrets: true });
  const diagnostics = [...source.diagnostics, ...withMaskedFile(reading.diagnostics, source.value)];
  if (!reading.value) return { value: undefined, diagnostics };
  const { header, config, serial } = reading.value;
  const identity = {
    name: lowered.device,
    model: header.model?.text ?? lowered.target.model,
    serial,
    routeros: header.routeros?.text ?? lowered.target.routeros.text,
  };
  return {
    value: { identity, config: withServices(withoutHidden(config, lowered.config)), source: source.value },
    diagnostics,
  };
}

/** Services that the export does not name are as from the factory: on, but `www-ssl` (manual, "File share"). */
function withServices(config: Config): Config {
  const menu = '/ip/service';
  const named = new Set(itemsOf(config, menu).map((item) => propertyValue(item, 'name')));
  const others = managementServices.filter((name) => !named.has(name));
  const items = others.map((name): Item => {
    const origin = { kind: 'device', device: '', menu, key: name } as const;
    const values = { name, ...(name === 'www-ssl' && { disabled: 'yes' }) };
    const properties = new Map(Object.entries(values).map(([property, value]) => [property, { value, origin }]));
    return { menu, key: name, properties, origin };
  });
  return { ...config, items: [...config.items, ...items] };
}

/** An export that leaves a secret out, or shows asterisks, does not say that there is none. */
function withoutHidden(config: Config, desired: Config): Config {
  return { ...config, items: config.items.map((item) => withoutHiddenSecrets(item, itemsOf(desired, item.menu))) };
}

function withoutHiddenSecrets(item: Item, wanted: readonly Item[]): Item {
  const { menu } = item;
  const names = new Set([...secretsOf(menu), ...wanted.flatMap(({ properties }) => [...properties.keys()])]);
  const isShown = (name: string) => /[^*]/.test(item.properties.get(name)?.value ?? '');
  const hidden = [...names].filter((name) => isHiddenByExport(menu, name) && !isShown(name));
  if (hidden.length === 0) return item;
  const properties = new Map([...item.properties].filter(([name]) => !hidden.includes(name)));
  return { ...item, properties, state: new Map([...(item.state ?? []), ...unreadableEntry(hidden)]) };
}
