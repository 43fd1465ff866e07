// Codes of upgrades; see codes.ts.

export const upgradeCodes = {
  'upgrade/known-defect': {
    summary: 'The RouterOS version that a device is to get has a defect that is known.',
    help: 'Nothing was changed. `rosc plan --upgrade VERSION` shows what the version makes of the device. Name another version, or accept what is known of this one by `--accept` with the code of the finding.',
  },
  'upgrade/not-downloaded': {
    summary: 'The update of the device did not bring the version that its channel has.',
    help: 'The message is the device’s own: it may not reach MikroTik’s server, or have too little room. It runs on as before. `--packages` names an address of your own, and packages that lie on the device already are used as they are.',
  },
  'upgrade/no-package': {
    summary: 'A package did not come onto the device.',
    help: 'The device fetches each package that it has installed from the address that was given, or from MikroTik’s download server. The message is its own: the address may be wrong, the server out of its reach or without a certificate that it trusts, or its disk full. What came of it was removed, and the device runs on as before.',
  },
  'upgrade/wrong-package': {
    summary: 'What a device fetched is another package than the one that is needed.',
    help: 'RouterOS reads in the file of a package its name, its version and the architecture that it was built for, whatever the file is called. The file was removed from the device.',
  },
  'upgrade/other-package': {
    summary: 'A package of another version lies on the device.',
    help: 'A start installs the newest version that lies at the top of the files, whoever put it there. Remove the file, or upgrade to that version.',
  },
  'upgrade/not-restarted': {
    summary: 'The device did not restart, and its packages wait for the next start.',
    help: 'Whatever restarts the device next installs them, a power cut too. Restart it in its window, or remove the files.',
  },
  'upgrade/not-back': {
    summary: 'The device does not answer after its restart.',
    help: 'An upgrade is no part of an undo, and nothing that rosc does brings back a device that does not start. Look at its console; Netinstall reinstalls it. `--restart-timeout` says how long rosc waits.',
  },
  'upgrade/not-installed': {
    summary: 'The device came back with another RouterOS version than the one that was asked for.',
    help: 'It restarted, and its start did not install the packages: its log says why. Too little room on the disk and packages for another architecture are the usual causes. The configuration is as it was.',
  },
  'upgrade/routerboot': {
    summary: 'RouterOS was upgraded, and RouterBOOT was not.',
    help: 'The device runs the version that was asked for, with the boot loader of an earlier one. `rosc apply --upgrade` with the same version tries it again.',
  },
  'upgrade/interrupted': {
    summary: 'An upgrade was interrupted before the restart of the device.',
    help: 'The packages were removed, and the device runs on as before.',
  },
  'upgrade/window-closed': {
    summary: 'There was no time left for a restart when the packages had arrived.',
    help: 'They were removed, and the device runs on as before. Packages that lie on the device already need no time: put them there beforehand.',
  },
} as const;
