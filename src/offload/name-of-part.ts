// Names in a text that is a part of a configuration: what it need not show, and what is a mistake all the same.

import { type Config, type Item, itemsOf, type MenuPath } from '../model/config.ts';

/** A part may name what it does not show; where it shows others of the kind, or the like among interfaces, aloud. */
export function ofPart(name: string, config: Config, from: readonly MenuPath[], near: string | undefined) {
  const isMade = ({ origin }: Item) => origin.kind === 'source';
  const isCertainOfSome =
    (near !== undefined || !from.includes('/interface/ethernet')) &&
    !ofDefaultScript.test(name) &&
    from.some((menu) => !ofHardware.test(menu) && itemsOf(config, menu).some(isMade));
  const what = `\`${name}\` is not in this text: a device without it refuses the line`;
  return { cost: 'M', placement: 'unknown', what, isCertainOfSome } as const;
}

/** What the script of the default configuration makes, which few snippets repeat. */
const ofDefaultScript = /^(?:LAN|WAN|bridge|bridgeLocal|default-dhcp|defconf)$/;

/** Rows that a text sets and does not make. */
const ofHardware = /^\/interface\/(?:ethernet|lte|wifi|wireless)$/;
