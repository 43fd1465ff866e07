// Codes of making a device ready for rosc; see codes.ts.

export const bootstrapCodes = {
  'bootstrap/no-management': {
    summary: 'The site does not say how a device is managed',
    help: 'A bootstrap gives rosc a way in, so it has to know which way that is: write `management:` at the device, with a port or a VLAN and an address.',
  },
  'bootstrap/no-api': {
    summary: 'The site closes every service that rosc could use',
    help: 'rosc talks to a device over its API. Where `management.services` lists what stays on, `api-ssl` has to be among it.',
  },
} as const;
