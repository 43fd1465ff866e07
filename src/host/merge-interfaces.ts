// One interface of a host from several outputs: which one is meant, and everything that is known of it.

import type { InterfaceObservation } from './observation.ts';

/**
 * The interface of that name, else the one that `ethtool` was asked about, else the only physical one that is up.
 * Undefined when nothing tells which.
 */
export function mergeInterfaces(
  all: readonly InterfaceObservation[],
  wanted?: string,
): InterfaceObservation | { readonly candidates: readonly string[] } {
  const links = all.filter(({ isPhysical }) => isPhysical !== undefined);
  const asked = all.filter(({ isPhysical }) => isPhysical === undefined);
  const bus = asked.find(({ busInfo }) => busInfo !== undefined)?.busInfo;
  const physical = links.filter(({ isPhysical }) => isPhysical);
  const up = physical.filter(({ isUp }) => isUp);
  const name =
    wanted ??
    asked.find((each) => each.name !== undefined)?.name ??
    links.find(({ busInfo }) => bus !== undefined && busInfo === bus)?.name ??
    only(up)?.name ??
    only(physical)?.name;
  const named = links.find((each) => each.name === name);
  if (links.length > 0 && !named) return { candidates: links.flatMap((each) => each.name ?? []) };
  const about = asked.filter((each) => each.name === undefined || name === undefined || each.name === name);
  // What the kernel says of the link comes last: it names the interface.
  const parts: readonly InterfaceObservation[] = [...about, ...(named ? [named] : [])];
  let merged: InterfaceObservation = {};
  for (const part of parts) merged = { ...merged, ...part };
  return name === undefined ? merged : { ...merged, name };
}

function only<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}
