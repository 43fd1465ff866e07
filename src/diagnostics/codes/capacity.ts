// Codes of nearly full tables; see codes.ts.

export const capacityCodes = {
  'capacity/nearly-full': {
    summary: 'A table of the chip is fuller than the limit for warnings',
    help: 'rosc warns from 70 % on, unless `capacity: { warn: … }` in the site says otherwise, because devices learn hosts, routes and dynamic rules on top of what is configured.',
  },
  'capacity/over-limit': {
    summary: 'A table of the chip is fuller than the site allows',
    help: 'From 90 % on, or from `capacity: { fail: … }` of the site, a table counts as full: the next host, route or dynamic rule may find no room.',
  },
} as const;
