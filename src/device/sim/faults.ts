// What can go wrong, as odds. All zero by default; one seed decides every draw, so a failing run can be repeated.

/** Those that any command may meet. */
export interface CommandFaults {
  /** The command runs, its reply never arrives. */
  readonly replyLost: number;
  /** The connection is cut; whether the command ran before is a fair draw. */
  readonly connectionCut: number;
  /** The device refuses a change with a general error. */
  readonly commandRefused: number;
  /** Power is lost at a command, in a session or inside a running script. */
  readonly rebootMidway: number;
  /** Another administrator changes something just before the command. */
  readonly foreignEdit: number;
  /** Accepted, but the chip does not take it: L3 offloading falls back to `no`, bridge ports and routes lose `H`. */
  readonly offloadRefused: number;
  /** A switch rule is accepted but finds no room in the chip. */
  readonly tableFull: number;
  /** Writing a file, a script or a backup finds no room. */
  readonly diskFull: number;
  /** Drawn once per simulator: the login's group lacks a policy that applying needs. */
  readonly policyMissing: number;
  /** Another administrator cuts the rights of the login's user, or ends its sessions, just before the command. */
  readonly policyLost: number;
  /** The clock jumps (NTP), and starts in 1970 after a reboot. */
  readonly clockJump: number;
  /** A reply takes up to a minute. */
  readonly slow: number;
}

/** And those that only an upgrade meets. */
export interface Faults extends CommandFaults {
  /** A package does not arrive whole. */
  readonly downloadFails: number;
  /** The package that arrives is another device's, whatever its file is called. */
  readonly wrongPackage: number;
  /** A start does not install the packages that wait for it. */
  readonly installFails: number;
  /** The device does not come back from the start that installs packages. */
  readonly bootFails: number;
}

export type FaultName = keyof Faults;
export type CommandFaultName = keyof CommandFaults;

const noCommandFaults: CommandFaults = {
  replyLost: 0,
  connectionCut: 0,
  commandRefused: 0,
  rebootMidway: 0,
  foreignEdit: 0,
  offloadRefused: 0,
  tableFull: 0,
  diskFull: 0,
  policyMissing: 0,
  policyLost: 0,
  clockJump: 0,
  slow: 0,
};

export const noFaults: Faults = {
  ...noCommandFaults,
  downloadFails: 0,
  wrongPackage: 0,
  installFails: 0,
  bootFails: 0,
};

export const faultNames = Object.keys(noFaults).filter((name): name is FaultName => name in noFaults);

export const commandFaultNames = Object.keys(noCommandFaults).filter(
  (name): name is CommandFaultName => name in noCommandFaults,
);
