// Codes of the intent layer; see codes.ts.

export const intentCodes = {
  'intent/empty': {
    summary: 'A site file is empty',
    help: 'A site has at least `version: 1`, `site:` and one device. `rosc init` writes a first one.',
  },
  'intent/not-text': {
    summary: 'A site file holds control characters',
    help: 'YAML is text. A binary backup or an archive cannot be a site; `rosc import` makes a site from an export.',
  },
  'intent/yaml-syntax': {
    summary: 'A site file is not YAML from some place on',
    help: 'Most often the indentation of a line differs from its neighbours, or a quote or bracket is not closed.',
  },
  'intent/yaml-too-large': {
    summary: 'A site file is too large once its aliases are expanded, or nested too deeply',
    help: 'Aliases (`*name`) of aliases grow exponentially. A site of 200,000 values or 50 levels is beyond any network that rosc knows.',
  },
  'intent/duplicate-key': {
    summary: 'A key is written twice in one map',
    help: 'YAML readers disagree about which of the two counts, so neither does. Merge them into one.',
  },
  'intent/unknown-tag': {
    summary: 'A YAML tag has no meaning in a site',
    help: 'The only tags are `!env NAME` and `!file PATH`, for secrets.',
  },
  'intent/unknown-key': {
    summary: 'A key is not one of a site',
    help: 'A misspelt key would silently not happen, so rosc refuses it and offers the nearest one it knows.',
  },
  'intent/missing-key': {
    summary: 'A required key is missing',
    help: 'The diagnostic names the key and the map that lacks it.',
  },
  'intent/wrong-type': {
    summary: 'A value has the wrong type',
    help: 'The diagnostic says what stands there and what a site has in that place.',
  },
  'intent/bad-value': {
    summary: 'A value is of the right type but means nothing here',
    help: 'An address that is none, a number out of range, a word that the key does not know.',
  },
  'intent/literal-secret': {
    summary: 'A secret stands in the site itself',
    help: 'Write `!env NAME` (an environment variable) or `!file PATH` (the first line of a file). Secrets never stand in a site, a plan or a log.',
  },
  'intent/unknown-model': {
    summary: 'No profile describes the model of a device',
    help: '`rosc models` lists the models. Product codes and marketing names are accepted as well as the name that RouterOS shows.',
  },
  'intent/unknown-version': {
    summary: 'rosc does not know the RouterOS version',
    help: 'rosc compiles for RouterOS 7. Older major versions route in another way and have other menus.',
  },
  'intent/unknown-port': {
    summary: 'The model has no port of that name',
    help: 'Port names are those of the factory. A range has to consist of ports of the model alone.',
  },
  'intent/port-range': {
    summary: 'A port range is upside down',
    help: 'The smaller number comes first: `ether1-16`.',
  },
  'intent/port-twice': {
    summary: 'Two entries describe the same port',
    help: 'An exact name wins over a range, but two ranges, or a name written in two ways, contradict each other.',
  },
} as const;
