// Codes of the lower layer; see codes.ts.

export const lowerCodes = {
  'lower/pbr-on-cpu': {
    summary: 'A policy route is kept by the CPU',
    help: 'The chip cannot move packets to another routing table at this RouterOS version, so rosc sends exactly the matched class to the CPU. The diagnostic names the ceiling where one is known.',
  },
} as const;
