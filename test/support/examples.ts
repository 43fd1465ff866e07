// How many examples a test goes through: the gate takes the first of them, `ROSC_LONG=1 pnpm vitest run FILE` takes
// all.

export const isLong = process.env.ROSC_LONG !== undefined;

export function examples(inGate: number, inAll: number): number {
  return isLong ? inAll : inGate;
}
