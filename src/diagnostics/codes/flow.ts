// Codes of the flow layer; see codes.ts.

export const flowCodes = {} as const;
