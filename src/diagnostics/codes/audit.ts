// Codes of audit; see codes.ts.

export const auditCodes = {
  'audit/unknown-model': {
    summary: 'An export does not say which model it is from, or no profile describes it',
    help: 'The chip decides what is forwarded in hardware. Exports of RouterOS 7 carry `# model = …` in their header; where it was cut off, give `--model`. `rosc models` lists the models that rosc knows, and `--profiles` adds your own.',
  },
  'audit/version-assumed': {
    summary: 'An export does not say its RouterOS version',
    help: 'Restrictions come and go with versions. Without a header rosc assumes a recent long-term version and says so; give `--routeros` to be exact.',
  },
} as const;
