// `--device NAME[=URL]`: which devices of a site, and where they are.

export interface PickedDevice {
  readonly name: string;
  readonly url?: string;
}

/** A URL may itself hold `=`; the first one ends the name. */
export function pickDevices(values: readonly string[] = []): readonly PickedDevice[] {
  return values.map((value) => {
    const at = value.indexOf('=');
    return at < 0 ? { name: value } : { name: value.slice(0, at), url: value.slice(at + 1) };
  });
}
