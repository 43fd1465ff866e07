// Codes of the rsc layer; see codes.ts.

export const rscCodes = {
  'rsc/syntax': {
    summary: 'A line of a RouterOS script cannot be read',
    help: 'The line is left out and reading goes on with the next one, so the analysis lacks what the line configures. Most often a quote or a bracket is not closed, or text from another program got into the file.',
  },
  'rsc/truncated': {
    summary: 'An export ends before it is complete',
    help: 'The file ends inside a string, a bracket or a command, or the device itself noted that the export was interrupted. Whatever would follow is missing from the analysis. Export again and transfer the whole file.',
  },
  'rsc/missing-menu': {
    summary: 'The device left a menu out of its export',
    help: 'RouterOS writes `#error exporting` in place of a menu that did not answer in time. The analysis would take it for a menu in which nothing is set.',
  },
  'rsc/empty': {
    summary: 'A script has no commands',
    help: 'The file is empty or has nothing but comments. Run `/export file=NAME` on the device and use the .rsc file.',
  },
  'rsc/binary': {
    summary: 'A script is not text',
    help: 'A binary backup (`.backup`) can be read by the device alone. Run `/export file=NAME` and use the .rsc file.',
  },
  'rsc/too-large': {
    summary: 'A script is larger than any export',
    help: 'Exports of real devices have a few megabytes at most. A file beyond 64 million characters is something else, such as a log or an image.',
  },
  'rsc/not-routeros': {
    summary: 'A file is the configuration of another system, or no configuration at all',
    help: 'No line of the file names a RouterOS menu such as `/interface bridge`. Run `/export file=NAME` on the device and use the .rsc file.',
  },
  'rsc/unmodelled-menu': {
    summary: 'A script configures menus that rosc does not model',
    help: 'Their items are kept and shown, but what they do to forwarding is unknown. Only verdicts that depend on what these items name are affected.',
  },
  'rsc/unknown-menu': {
    summary: 'A menu is misspelt',
    help: 'RouterOS has no such menu, but one whose name differs by a slip of the pen. It refuses the line, in an import as in an apply.',
  },
  'rsc/unknown-property': {
    summary: 'A property name is unknown, but much like a known one',
    help: 'It may be misspelt, in which case RouterOS refuses the line, or belong to a RouterOS version or to hardware that rosc does not know.',
  },
  'rsc/code': {
    summary: 'Script code that may change forwarding is not analysed',
    help: 'Scripts and scheduler events are kept as text. What they do depends on the moment they run, so the verdicts hold for the configuration as it stands without them.',
  },
  'rsc/statement': {
    summary: 'A statement of the script language is not run',
    help: 'Lines such as `:if …` or `:foreach …` run where the file is imported, and what they add or change is part of the configuration then; rosc leaves it out. Write the commands themselves to have them analysed, or give the export of a device that ran them.',
  },
  'rsc/computed': {
    summary: 'A value is computed by script code',
    help: 'The value is an expression (`$name`, `[…]`, `(…)`), which only the device can evaluate. The property is left out of the analysis. Write the value itself to have it analysed.',
  },
  'rsc/selector': {
    summary: 'A command chooses its items in a way that rosc does not evaluate',
    help: 'rosc evaluates `[ find … ]` with comparisons that all have to hold, numbers and names. The command with another selector is left out of the analysis, and so is one that makes the commands of a script look at more than four million rows together.',
  },
  'rsc/no-match': {
    summary: 'A command is about items that do not exist',
    help: 'Nothing in the script or on a device of this model has the properties or the number that the command names, so it has no effect, or stops an import.',
  },
  'rsc/neither-yes-nor-no': {
    summary: 'A value that is to be `yes` or `no` is something else',
    help: 'RouterOS refuses the line, and an import ends there. The analysis takes the value for `no`.',
  },
  'rsc/impossible-value': {
    summary: 'A value is malformed or out of range',
    help: 'An address such as `10.0.0.999` or `10.0.0.1/99`, VLAN 5000, a range that ends before it begins: RouterOS refuses the line, and an import ends there. The analysis goes without the value.',
  },
  'rsc/blanked-out': {
    summary: 'A value is blanked out',
    help: 'Exports that are shown to others often have `x.x.x.x` or `XX:XX` in place of an address. Rows that need the value are without effect in the analysis, unlike on the device. Read the export as the device wrote it: secrets are kept out of all that is shown.',
  },
  'rsc/refused-row': {
    summary: 'A script adds a row that the device refuses',
    help: 'A VLAN can be in one row of the VLAN table of its bridge. RouterOS answers a further row with `failure: vlan already added`, and an import ends there. Write all members of the VLAN into one row.',
  },
  'rsc/several-exports': {
    summary: 'A file has several exports',
    help: 'An export prints all rows of its menus. Where a file has several, of one menu after another or the same one twice as it happens when a terminal is copied, each menu has the rows of the last export that prints it. Keep exports of different devices in files of their own: model and version are those of the first.',
  },
  'rsc/dangling-reference': {
    summary: 'A value points to something that was removed',
    help: 'RouterOS prints an internal number such as `*2C` where the interface, list or pool behind it does not exist any more. The item is inactive on the device until the value is set again.',
  },
  'rsc/positional': {
    summary: 'A value stands without its property name',
    help: 'RouterOS accepts some values by position alone, differently in each menu and version. The value is left out of the analysis; write `name=value`.',
  },
} as const;
