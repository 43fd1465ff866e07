// Codes of the apply layer; see codes.ts.

export const applyCodes = {} as const;
