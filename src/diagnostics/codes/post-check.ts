// Codes of the post-check; see codes.ts.

export const postCheckCodes = {} as const;
