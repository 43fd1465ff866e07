// Codes of looking at hosts; see codes.ts.

export const hostCodes = {
  'host/unknown-output': {
    summary: 'A file is none of the outputs that rosc reads of a host',
    help: '`rosc host-check` takes what `ethtool -i IF`, `ethtool -k IF`, `ip -d -j link` and `iperf3 -J …` print, one output a file, in any order and under any name.',
  },
  'host/no-such-host': {
    summary: 'The site has no host of that name',
    help: '`--host` names an entry under `hosts:` of the site. A new entry needs its device and port first: `rosc host-check` prints the rest of it without `--site`.',
  },
  'host/differs-from-site': {
    summary: 'A host is not set up as its site says',
    help: 'What the site says of a host is checked against MTU and rate of its network, so it has to be true. Change the host, or write into the site what it really has.',
  },
  'host/driver-mtu': {
    summary: 'A host cannot have the MTU of its network',
    help: 'The driver itself says how large an MTU it accepts (`maxmtu` of `ip -d link`). All hosts of a segment share one MTU, so the network has to come down to it, or the host needs another card.',
  },
  'host/below-ceiling': {
    summary: 'A host gets much less than the path can carry',
    help: 'The ceiling is what ports, chip or CPU of the path carry at most. A host that measures less than four fifths of it with TCP is held up by something else: segmentation offload, interrupts on one core, a small window, loss. What is known about its card is said beside it.',
  },
  'host/above-ceiling': {
    summary: 'A host measured more than the path should carry',
    help: 'Either the packets took another way than the site says, or the ceiling is wrong. `rosc trace` shows the way that rosc expects, and `rosc explain` the evidence for the figure.',
  },
} as const;
