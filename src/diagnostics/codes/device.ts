// Codes of the device layer; see codes.ts.

export const deviceCodes = {
  'device/aborted': {
    summary: 'Work on a device was stopped from outside',
    help:
      'Ctrl-C or a signal stopped rosc while it waited for a device. What was under way on the device was ' +
      'cancelled.',
  },
  'device/certificate': {
    summary: 'A device could not prove who it is, so no password was sent',
    help:
      'The certificate is not vouched for, names another host, is not the pinned one, or there is none. Install a ' +
      'certificate on the device, then give rosc its CA or its SHA-256 fingerprint. `api-ssl` without a ' +
      'certificate encrypts, but anybody on the path can stand in for the device.',
  },
  'device/connection-lost': {
    summary: 'The connection to a device ended in the middle',
    help:
      'The device closed or reset the connection, rebooted, or its path is gone. Reads can simply be made again. ' +
      'A change whose answer is missing may or may not have been made; rosc looks before it goes on.',
  },
  'device/login-refused': {
    summary: 'A device refused the user name or the password',
    help:
      'RouterOS does not say what it disliked. Besides a wrong name or password: the user may be barred from this ' +
      'address (`/user`, `address`), or its group lacks the policy of the service, `api` or `rest-api`.',
  },
  'device/menu-unread': {
    summary: 'A menu that rosc only looks at could not be read, so verdicts stay unknown',
    help:
      'The device refused to show the menu, or did not answer in time. rosc changes nothing there, so it goes on; but ' +
      'what stands there may keep traffic off the hardware, so that no verdict of this device is better than unknown.',
  },
  'device/nonsense': {
    summary: 'A device sent something that its protocol does not allow',
    help: 'The bytes cannot be understood, so nothing after them can be trusted. rosc closed the connection.',
  },
  'device/not-routeros': {
    summary: 'Something other than a RouterOS 7 service answers at that address and port',
    help:
      'The API listens on 8728, with TLS on 8729; REST on the ports of `www` and `www-ssl`. `/ip/service/print` ' +
      'shows the ports of a device.',
  },
  'device/password-missing': {
    summary: 'No password was given for a device',
    help:
      'Passwords come from ROSC_PASSWORD_<DEVICE>, ROSC_PASSWORD, a --password-file, or a prompt when rosc runs ' +
      'on a terminal; never from an argument or a file of the site.',
  },
  'device/permission': {
    summary: 'The user may not read what rosc needs',
    help:
      'The group of the user lacks a policy. Reading needs `api` (or `rest-api`), `read` and `test`; secrets come ' +
      'only with `sensitive`. `rosc bootstrap` prints a group with the least that is needed.',
  },
  'device/refused': {
    summary: 'A device refused to answer a question',
    help: 'The message is RouterOS\'s own. "no such command" means that this version or this model lacks the menu.',
  },
  'device/timed-out': {
    summary: 'A device did not answer in time',
    help: 'The connection is up but the answer did not come. The command was cancelled on the device.',
  },
  'device/unknown-version': {
    summary: 'A device runs a RouterOS that rosc’s tables do not cover',
    help:
      'Menus, properties, defaults and what chips do are known for a range of RouterOS releases. Of another release ' +
      'rosc assumes what the nearest known one does. Check what it says against the changelog of that release.',
  },
  'device/unreachable': {
    summary: 'No connection to a device could be opened',
    help:
      'The address may be wrong, the service off (`/ip/service`), its `address` list may not hold this host, or a ' +
      'firewall may be in the way.',
  },
  'device/unstable': {
    summary: 'A device kept changing while it was read',
    help:
      'rosc reads the configuration until two readings agree. Somebody else, or a script, is changing this ' +
      'device; wait for it to end and try again.',
  },
  'device/url-malformed': {
    summary: 'A device URL cannot be understood',
    help:
      'Devices are named as `api://user@host[:port]`, `apis://…` (TLS), `rest://…`, `rests://…` (reading only), ' +
      'or `sim:MODEL[,FILE.rsc]`. An IPv6 address stands in brackets.',
  },
  'device/url-missing': {
    summary: 'Nothing says where a device is',
    help: 'Give `--device NAME=URL`, set ROS_HOSTURL, or write `url:` at the device in the site.',
  },
  'device/url-password': {
    summary: 'A device URL contains a password',
    help:
      'URLs end up in files and logs. Passwords come from ROSC_PASSWORD, ROSC_PASSWORD_<DEVICE>, a ' +
      '--password-file or a prompt. Treat the one in the URL as known to others.',
  },
  'device/url-user-missing': {
    summary: 'A device URL does not name the user',
    help: 'Write `api://USER@HOST`, or set ROS_USERNAME.',
  },
} as const;
