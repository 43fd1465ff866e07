// Two ports that a cable joins, as options write them.

/** `ether23:ether24`; undefined = not two ports. */
export function parseLoop(text: string): readonly [near: string, far: string] | undefined {
  const [near = '', far = '', ...more] = text.split(':').map((port) => port.trim());
  return near && far && near !== far && more.length === 0 ? [near, far] : undefined;
}
