// Codes of importing a configuration; see codes.ts.

export const importCodes = {
  'import/differs': {
    summary: 'An imported site would change something on the device that it came from',
    help: 'An import is checked: the site is lowered again and compared with the configuration. What is named here came out otherwise, and `rosc plan` shows the change. Correct the site, or its `raw:` lines, before it is applied.',
  },
  'import/old-version': {
    summary: 'The configuration is from a RouterOS that rosc does not compile for',
    help: 'Sites are for RouterOS 7. Many menus differ from those of version 6, so that the device has to be upgraded and exported again first.',
  },
  'file/exists': {
    summary: 'A file that would be written is there already',
    help: 'rosc does not overwrite a site that somebody may have edited, unless `--force` is given.',
  },
} as const;
