// Codes of the profile layer; see codes.ts.

export const profileCodes = {} as const;
