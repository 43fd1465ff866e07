// Menus beside the firewall whose items do something to packets that the CPU forwards.

const menusOfBoth = [
  '/queue/simple',
  '/queue/tree',
  '/routing/rule',
  '/ip/ipsec/policy',
  '/interface/bridge/filter',
] as const;

/** By family. */
export const policyMenus = { 4: [...menusOfBoth, '/ip/hotspot'], 6: menusOfBoth } as const;
