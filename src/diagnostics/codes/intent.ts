// Codes of the intent layer; see codes.ts.

export const intentCodes = {} as const;
