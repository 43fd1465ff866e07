// Answers to what is asked of the same few names again and again: an export has some hundred names, a million times.

/** Keeps the answers about the first `max` keys. */
export function memoized<K, V>(max: number, derive: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const derived = derive(key);
    if (known.size < max) known.set(key, derived);
    return derived;
  };
}
