// Codes of importing a configuration; see codes.ts.

export const importCodes = {
  'import/netbox': {
    summary: 'NetBox cannot be read, or says nothing that a site could be made of',
    help: '`rosc import netbox` reads sites, devices, interfaces, VLANs, prefixes and addresses by the REST API of NetBox, or from a dump of its answers that `--dump` wrote. The token comes from ROSC_NETBOX_TOKEN; it needs to read only. Nothing is written where a page is refused or missing.',
  },
  'import/other-maker': {
    summary: 'A file is a configuration, but not one that rosc reads',
    help: 'rosc reads exports of RouterOS, and the running configuration of layer-3 switches of H3C (Comware 5 and 7) and Cisco (IOS, IOS-XE). What else is recognised is named. `--from comware` or `--from ios` reads a file all the same.',
  },
  'import/truncated': {
    summary: 'A configuration of another maker breaks off',
    help: 'Comware ends a configuration with `return`, IOS with `end`. Where that is missing, the capture was cut short: what stands in the file is imported, what came after it is not. A last line without its line break is left out.',
  },
  'import/no-model': {
    summary: 'No model has the ports that an import asks for',
    help: 'Without `--model` rosc takes the cheapest model that routes in hardware and has a place of the same kind for every port. `--map` named a port that none of them has.',
  },
  'import/no-such-port': {
    summary: '`--map` names a port that the imported file does not have',
    help: 'The port before `=` is one of the file, in any spelling of its name; the one behind it is one of the new device.',
  },
  'import/no-indentation': {
    summary: 'A configuration of another maker has lost its indentation',
    help: 'Comware and IOS show by blanks at the beginning of a line what belongs to what. A file that was pasted without them cannot be read for certain, so it is not read at all.',
  },
  'import/differs': {
    summary: 'An imported site would change something on the device that it came from',
    help: 'An import is checked: the site is lowered again and compared with the configuration. What is named here came out otherwise, and `rosc plan` shows the change. Correct the site, or its `raw:` lines, before it is applied.',
  },
  'import/no-site': {
    summary: 'No site can be made of a configuration, because it would be more than rosc reads',
    help: 'Every import is read back before it is shown. A configuration of more rows than a site may have keys (100,000, or what `ROSC_MAX_KEYS` says) makes a site that rosc would refuse. Most such tables are not configured but learnt, downloaded or made by a script: export the other menus, or set the limit that the message names.',
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
