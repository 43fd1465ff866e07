// Codes of the rsc layer; see codes.ts.

export const rscCodes = {} as const;
