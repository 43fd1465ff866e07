// Functions of `src/forwarding` that random cases ask and that decide nothing the kernel shows, with the reason. Whoever
// survives the mutation run and is not here is a gap of the generator.

/** By the beginning of `FILE/FUNCTION`. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'which path of the CPU, and why: the same packets leave (differences, `FastPath`, `FastTrack`)': [
    'cpu-path/',
    'fasttrack-rules/',
    'why-slow/',
    'masters/bridgeBelow',
    'cpu-forwarding/fastInterfaces',
    'keys/fastKey',
  ],
  'who forwards: chips are judged by the simulated device': [
    'acl/',
    'attachments/flagOf',
    'bridges/chipBelow',
    'bridges/hasHorizon',
    'bridges/hardwareOf',
    'bridges/isCandidate',
    'bridges/isHardwareWanted',
    'bridges/keepsBridge',
    'bridges/usesOf',
    'bridges/winningBridges',
    'fib/openReason',
    'port-leg/featureReason',
    'port-leg/lostBridge',
    'port-leg/outsideReason',
    'port-leg/softwareReason',
    'ports/chip',
    'ports/modeStop',
    'ports/slavesStop',
    'ports/unmatchedL3Flags',
    'stack/',
  ],
  'what is open is said to be open, and no packet can show that it is': [
    'chains/worseUncertainty',
    'cpu-way/uncertaintyOf',
    'firewall/filledLists',
  ],
  'what takes the frames of a port below an L3 interface: RouterOS, unlike Linux, gives a VLAN there none': [
    'l3-leg/slaveVlanReason',
    'masters/masterOf',
    'ports/bondsOf',
  ],
  'an explanation': ['chains/undecidedBy', 'outcome/step', 'references/'],
  'it returns nothing to change': ['chains/carryOut'],
  'it spares work, and changes no answer': ['space/packetSetKey', 'space/setKey'],
  'an index of what `isAnswered` asks again': ['both-directions/meetingPlaces'],
  'the bridge firewall, IPsec, multicast, learnt and dynamic routes have no counterpart here': [
    'bridge-firewall/bridgeRulesFor',
    'features/bridgeRules',
    'features/bridgedFeatures',
    'ipsec/',
    'endpoints/groupsOfEnd',
    'expected-routes/',
    'client-routes/clientRoutes',
  ],
};

/** Each begins the name of a function, `FILE/FUNCTION`. */
export const namesWithReason: readonly string[] = Object.values(reasons).flat();

export function reasonFor(name: string): string | undefined {
  return Object.entries(reasons).find(([, names]) => names.some((each) => name.startsWith(each)))?.[0];
}
