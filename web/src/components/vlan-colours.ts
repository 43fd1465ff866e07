// One colour a VLAN; with more VLANs than colours they repeat, which is why the id stands in the port too.

const coloursMax = 10;

export function vlanClass(id: number, ids: readonly number[]): string {
  return `vlan-${Math.max(0, ids.indexOf(id)) % coloursMax}`;
}
