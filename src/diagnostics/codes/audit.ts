// Codes of audit; see codes.ts.

export const auditCodes = {
  'audit/unknown-model': {
    summary: 'An export does not say which model it is from, or no profile describes it',
    help: 'The chip decides what is forwarded in hardware. Exports of RouterOS 7 carry `# model = …` in their header; where it was cut off, give `--model`. `rosc models` lists the models that rosc knows, and `--profiles` adds your own.',
  },
  'audit/old-version': {
    summary: 'An export is of RouterOS 6, and is judged as what RouterOS 7 would make of it',
    help: 'RouterOS 7 takes most of an older configuration over, but routing protocols, routing tables, routing marks and some switch settings are said otherwise there. An audit names the menus of the file that mean something else. Upgrade the device and export it again for a verdict to rely on.',
  },
  'audit/version-assumed': {
    summary: 'An export does not say its RouterOS version',
    help: 'Restrictions come and go with versions. Without a header rosc assumes a recent long-term version and says so; give `--routeros` to be exact.',
  },
} as const;
