// Codes of the plan layer; see codes.ts.

export const planCodes = {} as const;
