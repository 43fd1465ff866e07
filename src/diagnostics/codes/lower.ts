// Codes of the lower layer; see codes.ts.

export const lowerCodes = {} as const;
