// What the rest of a device notices of a question, beyond the scratch ports and rows that nothing uses.

export const beyond = {
  busy: 'the CPU is busy for some seconds',
  rules: 'the table of switch rules has no room for others',
  pause: 'L3 offloading may pause for moments, because ports enter bridges and bonds, and flags change',
  path: 'IP FastPath is off for some seconds at a time, because there are rules, policies or VRFs',
  full: 'the chip has no room for routes and hosts of others',
  restart: 'the device restarts, and forwards nothing until it is back',
} as const;
