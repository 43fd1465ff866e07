// Codes of `rosc probe`; see codes.ts.

export const probeCodes = {
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
