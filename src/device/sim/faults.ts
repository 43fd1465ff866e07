// What can go wrong, as odds. All zero by default; one seed decides every draw, so a failing run can be repeated.

/** Those that any command may meet. */
const noCommandFaults = {
  /** The command runs, its reply never arrives. */
  replyLost: 0,
  /** The connection is cut; whether the command ran before is a fair draw. */
  connectionCut: 0,
  /** The device refuses a change with a general error. */
  commandRefused: 0,
  /** Power is lost at a command, in a session or inside a running script. */
  rebootMidway: 0,
  /** Another administrator changes something just before the command. */
  foreignEdit: 0,
  /** Accepted, but the chip does not take it: L3 offloading falls back to `no`, bridge ports and routes lose `H`. */
  offloadRefused: 0,
  /** A switch rule is accepted but finds no room in the chip. */
  tableFull: 0,
  /** Writing a file, a script or a backup finds no room. */
  diskFull: 0,
  /** Drawn once per simulator: the login's group lacks a policy that applying needs. */
  policyMissing: 0,
  /** Another administrator cuts the rights of the login's user, or ends its sessions, just before the command. */
  policyLost: 0,
  /** The clock jumps (NTP), and starts in 1970 after a reboot. */
  clockJump: 0,
  /** A reply takes up to a minute. */
  slow: 0,
};
export type CommandFaultName = keyof typeof noCommandFaults;

/** And those that only an upgrade meets. */
export const noFaults = {
  ...noCommandFaults,
  /** A package does not arrive whole. */
  downloadFails: 0,
  /** The package that arrives is another device's, whatever its file is called. */
  wrongPackage: 0,
  /** A start does not install the packages that wait for it. */
  installFails: 0,
  /** The device does not come back from the start that installs packages. */
  bootFails: 0,
};
export type FaultName = keyof typeof noFaults;
export type Faults = Readonly<Record<FaultName, number>>;

export const faultNames = Object.keys(noFaults).filter((name): name is FaultName => name in noFaults);
