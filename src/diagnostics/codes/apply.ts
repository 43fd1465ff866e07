// Codes of the apply layer; see codes.ts.

export const applyCodes = {
  'apply/prior-changed': {
    summary: 'The device changed after the plan was made.',
    help: 'A plan holds a digest of the menus that it was made against. `rosc apply` reads them again before and after the undo is armed; when they differ, nothing is changed. Plan again, look at what is different, and apply that plan.',
  },
  'apply/other-version': {
    summary: 'The device was upgraded or downgraded after the plan was made.',
    help: 'A plan is good for the RouterOS version that it was made against: another one has other defaults and properties, and its chip may do other things. Nothing was changed. Plan again, look at what is different, and apply that plan.',
  },
  'apply/displace': {
    summary: 'Items that rosc did not make have to go before the plan can be applied.',
    help: 'The plan lists them apart, because removing them changes what somebody else configured. `rosc apply --displace` removes them as part of the commit, and the undo brings them back when the commit fails.',
  },
  'apply/secret-unreadable': {
    summary: 'The undo of a change would need a secret that the login cannot read.',
    help: 'Without the policy `sensitive` RouterOS shows secrets as empty, so rosc could not put the old value back. Nothing was changed. Give the group of the user that policy, or leave the secret to somebody else.',
  },
  'apply/unfinished': {
    summary: 'A commit was begun from this directory, and nobody wrote down its end.',
    help: 'rosc writes to `.rosc/commits/` how far each commit got. This one stopped on its way: rosc was killed, its machine lost power, or it waits for `rosc confirm`. The device undoes it by itself at the time that is shown. `rosc recover` looks at the device, ends what is open, and notes what it found.',
  },
  'apply/end-not-noted': {
    summary: 'A commit has ended on its device, and that could not be written down.',
    help: 'What the device was told is done. Only the note of it in `.rosc/commits/` is missing, so the next run takes the commit for unfinished and asks the device. Usually the disk is full, or the folder belongs to somebody else.',
  },
  'apply/no-such-commit': {
    summary: 'Nothing was kept of the commit that `rosc rollback --to` names.',
    help: 'Before a commit rosc keeps its plan, the prior configuration and the commands of its undo in `.rosc/commits/` below the directory that it is run from. The name of the commit is the last part of the names of these files. Run `rosc rollback` in that directory.',
  },
  'apply/secret-not-kept': {
    summary: 'A commit that changed a secret cannot be taken back from what was kept of it.',
    help: 'What rosc keeps on disk holds no secrets, so it does not know what the secret was before. While a commit is open its undo is on the device, secrets and all; afterwards somebody has to supply the old value.',
  },
  'apply/no-backup': {
    summary: 'The device did not store a backup before the change.',
    help: 'The backup is one more way back for a person with a console; the commit does not depend on it. Usually the disk is full.',
  },
  'apply/commit-open': {
    summary: 'Another commit is open on the device.',
    help: 'A commit takes a lock on the device, a script named `rosc-lock` whose comment says who holds it and until when. Two commits at once would undo each other. When the one who began it is gone, `rosc recover` shows and ends it.',
  },
  'apply/not-armed': {
    summary: 'The undo could not be put on the device, so nothing was changed.',
    help: 'Before the first change the device gets the undo as scripts, with a waiting job and two scheduler rows that trigger it, and rosc reads them back. When one of them is refused or not stored as sent, the commit ends there.',
  },
  'apply/undo-unproven': {
    summary: 'The device does not find what the undo is about, so nothing was changed.',
    help: 'Before the first change a script on the device looks for every row that the undo and the scripts of the plan speak of, in several spellings, and reports what it found. Each has to find exactly the row that was read, and what the plan adds must not be there yet. Where no spelling does, an undo could not bring the device back.',
  },
  'apply/took-over': {
    summary: 'What an earlier commit left before its first change was cleared away.',
    help: 'An arming that was cut off leaves a lock until its time. Where that is over and there is neither an undo nor a marker, nothing was changed, and the next commit takes over.',
  },
  'apply/left-behind': {
    summary: 'Scripts of a commit may still be on the device.',
    help: 'The commit was decided, but the connection went before its scripts were removed. Once decided they only remove themselves, when their time comes or at the next start. `rosc recover` lists and removes them at once.',
  },
  'apply/change-refused': {
    summary: 'The device refused a change, so all of the plan was undone.',
    help: 'The message is RouterOS’s own. A property that this version or model does not have, a name that is taken, or an item that somebody removed at the same time are the usual causes.',
  },
  'apply/connection-lost': {
    summary: 'The connection went while the device was being changed.',
    help: 'A command whose answer is missing may or may not have run, so rosc does not go on from there: it has the device undo everything, or waits until the device does so by itself.',
  },
  'apply/too-slow': {
    summary: 'The changes took longer than the time until the device’s own undo.',
    help: 'rosc stops sending changes some time before the undo is due, so that the two never overlap. Apply with a longer `--confirm-timeout`, or in smaller steps.',
  },
  'apply/interrupted': {
    summary: 'The commit was interrupted by the user.',
    help: 'Ctrl-C during a commit undoes it. Nothing is confirmed that was not read back and checked.',
  },
  'apply/read-back': {
    summary: 'Read back over a new connection, the device is not as planned.',
    help: 'Every change was accepted, and yet a reading shows something else: RouterOS took a value back, for example L3 offloading after its driver failed, or somebody else changed the same items meanwhile. The plan was undone.',
  },
  'apply/not-reachable': {
    summary: 'After the changes the device could not be reached, so they were undone.',
    help: 'The check runs over a connection that did not exist before the changes, to prove that the way to the device still works. When there is none in time, the device undoes the plan by itself.',
  },
  'apply/not-confirmed': {
    summary: 'The changes were good but could not be confirmed in time.',
    help: 'Confirming is one command, which removes the marker that the undo looks for. It did not reach the device, or the device refused it, until the undo was due. Apply again with a longer `--confirm-timeout`.',
  },
  'apply/undone': {
    summary: 'The device is back in its prior state.',
    help: 'The undo ran on the device, and rosc read the menus of the plan back and compared them with what they were before. The exit status is 3.',
  },
  'apply/open': {
    summary: 'A commit passed its check and waits for confirmation.',
    help: 'It was applied with `--confirm manually`. `rosc confirm` keeps it, `rosc rollback` undoes it at once; without either the device undoes it at the printed time.',
  },
  'apply/state-unknown': {
    summary: 'rosc cannot tell in which state the device is.',
    help: 'It could not be reached, or did not come back whole, until well after its own undo was due. The undo is on the device and does not need rosc; when the device answers again, `rosc recover` says what it finds. The exit status is 4.',
  },
  'apply/read-only': {
    summary: 'Nothing can be changed over this connection.',
    help: 'REST has no session: a command whose answer is lost cannot be looked after. `rosc apply` needs the API, `api://` or better `apis://`.',
  },
  'apply/other-device': {
    summary: 'The plan was made for another device.',
    help: 'A plan holds the model and the serial number of the device that it was made against. Make the plan again against this device, or correct its address.',
  },
  'apply/flagged': {
    summary: 'RouterOS has flagged the device and refuses scripts.',
    help: 'RouterOS flags a configuration that looks tampered with and then refuses schedulers and scripts. Check the configuration, then clear the flag as the manual describes under device-mode.',
  },
  'apply/no-scheduler': {
    summary: 'The device mode does not allow schedulers.',
    help: 'The device has to be able to undo a change after a power cut, which needs a scheduler. Allow it in `/system/device-mode`; RouterOS asks for a press of the button or a power cycle.',
  },
  'apply/clock-unset': {
    summary: 'The clock of the device has not been set since it started.',
    help: 'These devices have no battery for their clock. The undo does not depend on it, but log entries do. Configure NTP.',
  },
  'apply/disk-full': {
    summary: 'There is too little room on the device for the undo.',
    help: 'The undo is stored on the device before anything is changed. Remove files that are not needed, or apply in smaller steps.',
  },
  'apply/permission': {
    summary: 'The user may not do what the undo has to do.',
    help: 'A scheduler runs with the policies of its maker. Without ftp, reboot, read, write, policy and test it may be accepted and then fail when it fires, so rosc asks for them first. `rosc bootstrap` makes a group that has them.',
  },
  'apply/policy-lost': {
    summary: 'Somebody took rosc’s user rights while a commit was under way.',
    help: 'The policies were there when the commit began, and are not any more, or the user can no longer log in. rosc then cannot confirm, and cannot start the undo. The undo does not depend on it: its scripts are stored with `dont-require-permissions=yes` and the policies that they need, so they run whatever becomes of the user, and remove themselves.',
  },
  'apply/scheduler-asleep': {
    summary: 'A scheduler did not run when it was due.',
    help: 'RouterOS 7.24.0 to 7.24.4 have a defect in schedulers. On these releases, and on versions that rosc cannot read, a harmless job has to run first; here it did not. Upgrade to 7.24.5 or later.',
  },
} as const;
