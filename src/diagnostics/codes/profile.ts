// Codes of the profile layer; see codes.ts.

export const profileCodes = {
  'profile/invalid-yaml': {
    summary: 'A profile file cannot be read as YAML.',
    help: 'The whole file is left out, and every model that needs it is unknown. Mend the syntax at the marked place.',
  },
  'profile/invalid-value': {
    summary: 'A value in a profile does not have the form that its key asks for.',
    help:
      'Facts are typed: sizes are whole numbers, abilities are true or false, versions look like 7.24, ports ' +
      'like ether1 or ether1..24. The file is left out until the value is mended. `rosc explain FACT` tells what a ' +
      'fact means.',
  },
  'profile/unknown-key': {
    summary: 'A profile has a key that means nothing at its place.',
    help: 'Keys are never skipped in silence, because a misspelt one would turn a known fact into an unknown one.',
  },
  'profile/unknown-fact': {
    summary: 'A profile states a fact that is not in the vocabulary.',
    help:
      'The vocabulary is closed (src/profile/fact.ts), so that every fact has a type, a description and a rule that ' +
      'reads it. Facts about chips stand in chip files, facts about the device in model files.',
  },
  'profile/uncited-fact': {
    summary: 'A fact or a port has no grade or no source.',
    help:
      'Every statement about hardware says how it is known (`grade`: measured, documented, reported or inferred) and ' +
      'where (`cite`: a key of sources.yaml). Leave out what nobody knows: an absent fact is unknown, never "no".',
  },
  'profile/unknown-citation': {
    summary: 'A fact cites a source that sources.yaml does not list.',
    help: 'Add the source with its title, and its address and date where it has them, or cite one that is listed.',
  },
  'profile/unknown-chip': {
    summary: 'A profile names a switch chip that is not described.',
    help:
      'A model maps its switches to chips (`switches: { switch1: CHIP }`), and its ports to those switches or to ' +
      '`cpu`. Each chip has a file of its own; a chip may take facts from one other (`like`), which must have facts ' +
      'of its own.',
  },
  'profile/duplicate-port': {
    summary: 'A model describes a port twice.',
    help: 'Each front port stands in one row. Rows may be runs: `ether1..24`.',
  },
  'profile/no-evidence': {
    summary: 'The file of a probe is among the profiles and is not taken for evidence.',
    help:
      'What a real device answered to `rosc probe` becomes facts graded `measured`, for its chip or model and its ' +
      'RouterOS version. That takes a file that rosc wrote, of a model that a profile describes, whose switch says ' +
      'that it is the chip of that profile, and of which no other file says the opposite. The file is left out.',
  },
  'profile/duplicate-name': {
    summary: 'Two profiles claim the same name.',
    help:
      'A spelling must lead to one model. Case, blanks and `plus` for `+` make no difference. A profile of your own ' +
      'may replace a built-in one by the same `model` or `chip`, but may not take the name of another.',
  },
} as const;

export type ProfileCode = keyof typeof profileCodes;
