// Codes of the device layer; see codes.ts.

export const deviceCodes = {} as const;
