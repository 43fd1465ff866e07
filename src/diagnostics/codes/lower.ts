// Codes of the lower layer; see codes.ts.

export const lowerCodes = {
  'lower/pbr-on-cpu': {
    summary: 'A policy route is kept by the CPU',
    help: 'The chip cannot move packets to another routing table at this RouterOS version, so rosc sends exactly the matched class to the CPU. The diagnostic names the ceiling where one is known.',
  },
  'lower/qos-too-old': {
    summary: 'The RouterOS version has no complete quality of service in the switch chip',
    help: 'Trust in DSCP and PCP markings needs the QoS menus of RouterOS 7.15 and newer.',
  },
  'lower/port-without-chip': {
    summary: 'A setting of the switch chip is asked of a port that is not on it',
    help: 'Trust in markings and rate limits are settings of the routing chip. Ports that are wired to the CPU or to another chip have neither.',
  },
} as const;
