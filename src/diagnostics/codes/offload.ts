// Codes of the analysis itself, apart from its rules.

export const offloadCodes = {
  'offload/unmodelled-property': {
    summary: 'A setting that rosc does not know leaves what it touches without a verdict',
    help:
      'rosc says `hardware` only where it knows every setting that could matter. The menu or property named here is in no table of ' +
      'rosc, so the items that it belongs to, or that it refers to, are `unknown`. The rest of the configuration is judged as usual.',
  },
  'offload/ignore-without-reason': {
    summary: 'A `rosc:ignore` comment gives no reason and accepts nothing',
    help: 'Write `# rosc:ignore CODE reason` on the line of the cause or right above it. Without a reason the finding stays.',
  },
  'offload/ignore-unused': {
    summary: 'A `rosc:ignore` comment accepts nothing',
    help:
      'No finding with that code has its cause on this line or the next one. Either the cause is gone, and the comment can go too, ' +
      'or the comment stands in the wrong place.',
  },
} as const;
