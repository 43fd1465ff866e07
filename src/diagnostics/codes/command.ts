// Codes of the commands themselves: how they were called, what they were given to read, and of those that judge no
// site; see codes.ts.

export const commandCodes = {
  'device/url-missing': {
    summary: 'Nothing says where a device is',
    help: 'A device is found by `--device NAME=URL`, by `url:` at the device in the site, or by ROS_HOSTURL, in this order.',
  },
  'device/password-missing': {
    summary: 'Nobody gave the password of a device, or what proves its certificate',
    help: 'Passwords come from ROSC_PASSWORD_<DEVICE>, ROSC_PASSWORD, a `--password-file`, or a question on the terminal; never from the site, an argument or a URL.',
  },
  'device/cannot-simulate': {
    summary: 'A `sim:` URL names a model or a configuration that cannot be simulated',
    help: '`sim:MODEL` takes a model of `rosc models`; `sim:MODEL,FILE.rsc` imports the file first, as a device would.',
  },
  'device/not-in-site': {
    summary: 'A device was picked that the site does not have',
    help: '`--device NAME` picks devices of the site by the names that they have under `devices:`.',
  },
  'plan/drift': {
    summary: 'A device is not configured as its site says',
    help: '`rosc verify` looks at the hardware, but what it proves holds only where the configuration is the one of the site. `rosc plan` shows the difference.',
  },
  'plan/other-model': {
    summary: 'The device is another model than the site says',
    help: 'Ports, tables and rules differ between models, so nothing of the plan could be trusted. Correct `model:` in the site, or the address of the device.',
  },
  'plan/other-version': {
    summary: 'The device runs another RouterOS version than the site says',
    help: 'Within one minor version only fixes differ, and the difference is a warning. Between minor versions properties and hardware features differ: write the running version into the site and check it again, or accept it with `--accept-version`.',
  },
  'file/no-report': {
    summary: 'A file is not what rosc prints with `--json`',
    help: '`rosc report merge` takes the JSON of `check`, `plan`, `apply` and `verify`, of a site or of a fleet. A run that was killed prints none: start it again.',
  },
  'file/unreadable': {
    summary: 'A file cannot be read',
    help: 'The file does not exist, is a directory or a pipe, or its permissions forbid reading. The message of the operating system stands in the diagnostic.',
  },
  'file/unwritable': {
    summary: 'A file cannot be written',
    help: 'The disk is full, the folder is not yours to write in, or a directory has that name. rosc writes beside the file and renames: what stood there before is as it was.',
  },
  'file/too-large': {
    summary: 'A file is larger than any site or export',
    help: 'rosc reads files of up to 16 MB, or what `ROSC_MAX_BYTES` says. The largest exports of real devices have a few megabytes, so a larger file is most likely something else: a backup, an image, a log.',
  },
  'file/utf-16': {
    summary: 'A file is in UTF-16',
    help: 'Some programs of Windows save text in UTF-16. rosc reads it all the same, but RouterOS does not: save it as UTF-8 before it goes to a device.',
  },
  'file/binary': {
    summary: 'A file is not text',
    help: 'The file holds bytes that no text has. A binary backup (`.backup`) cannot be read; run `/export file=NAME` on the device and use the .rsc file.',
  },
  'bootstrap/no-management': {
    summary: 'The site does not say how a device is managed',
    help: 'A bootstrap gives rosc a way in, so it has to know which way that is: write `management:` at the device, with a port or a VLAN and an address.',
  },
  'bootstrap/no-api': {
    summary: 'The site closes every service that rosc could use',
    help: 'rosc talks to a device over its API. Where `management.services` lists what stays on, `api-ssl` has to be among it.',
  },
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
  'probe/unknown-model': {
    summary: 'No profile describes the device that is to be probed.',
    help: 'Which questions make sense, and whether an answer agrees with what is known, depends on the model and its chip. `rosc models` lists the known ones; a profile of your own goes into a folder that `--profiles` names.',
  },
  'probe/other-device': {
    summary: 'The file of an earlier probe is about another model, another RouterOS version or another chip.',
    help: 'A probe goes on in the file that it finds. What another device answered is not to be mixed with it: give another name with `--out`, or move the file away.',
  },
  'probe/no-probe-file': {
    summary: 'A file is not one that `rosc probe` wrote.',
    help: 'The file of a probe is YAML of a fixed form. It was edited, cut off, or is something else; what is wrong with it stands beside it. Nothing of it is taken for evidence.',
  },
  'probe/does-not-follow': {
    summary: 'A conclusion in the file of a probe does not follow from the answers beside it.',
    help: '`rosc probe --check` draws every conclusion anew from what the device answered. The file was edited, or was written by another version of rosc: probe the device again.',
  },
  'probe/port-in-use': {
    summary: 'A scratch port of a probe is in use.',
    help: 'With `--scratch` a probe may make rows that name the given ports. A port that any row of the configuration names, or by which something comes in within three seconds, is in use: nothing is tried, and nothing was changed.',
  },
  'probe/left-before': {
    summary: 'Rows with the comment of a probe stand on the device already.',
    help: 'A probe marks its rows with the comment `rosc-probe` and takes every row with it away in the end. Rows that stand there already may be of a probe that was killed, whose undo has not run yet, or of a person. Nothing was changed.',
  },
  'probe/differs': {
    summary: 'After a probe the device is not as it was before, though nothing of the probe is left.',
    help: 'The device is read before and after. A menu that differs was changed by somebody else, or by the device itself, while the probe ran; the probe makes rows with its own comment only, and none of these is left.',
  },
  'probe/not-undone': {
    summary: 'Nobody can tell whether the device is as it was before a probe.',
    help: 'The undo of a probe is on the device before its first row. When the device cannot be reached in the end, or says that a line of the undo fails, it goes on by itself, at the printed time at the latest, and after a reboot. Look at it then.',
  },
  'probe/simulated': {
    summary: 'The file of a probe tells what a simulated device answered.',
    help: 'The simulator answers what rosc believes, so its answers are no evidence of what a device does. Such a file is for trying the command, and is never taken for evidence.',
  },
} as const;
