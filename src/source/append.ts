// Lists by key that grow while they are filled: a copy for each new member would cost the square of their number.

/** Adds to the list of a key, which is made when it is not there yet. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}
