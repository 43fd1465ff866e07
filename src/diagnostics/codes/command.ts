// Codes of the commands themselves: what is wrong with the way they were called; see codes.ts.

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
} as const;
