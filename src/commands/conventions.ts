// What holds for every command: exit statuses and environment variables, as the manual page and the documents show
// them.

import { exit } from '../io/io.ts';

export const exitStatuses: readonly { readonly status: number; readonly meaning: string }[] = [
  { status: exit.fine, meaning: 'Fine, or nothing to do.' },
  {
    status: exit.findings,
    meaning:
      'Findings at or above --fail-on, invalid input, or a device that cannot be reached or refuses; nothing was changed.',
  },
  { status: exit.changes, meaning: 'Only of plan --detailed-exitcode: there are changes.' },
  {
    status: exit.undone,
    meaning: 'apply failed, or probe --scratch was stopped, and the device is back in its prior state.',
  },
  {
    status: exit.unknown,
    meaning:
      'apply failed and the state is unknown; the device undoes the change by itself at the printed time. After probe --scratch: the device is not as before, or nobody can tell.',
  },
  { status: exit.usage, meaning: 'The command line makes no sense.' },
];

/** The end of every help; that of a command follows its examples and an empty line. */
export function conventions({ command }: { readonly command: { readonly parent: unknown } }): string {
  return `${command.parent ? '' : '\n'}Exit status: 0 fine, 1 findings or a refusal, 2 changes (plan
  --detailed-exitcode), 3 apply failed and is undone, 4 apply failed and the
  state is unknown, 64 usage; see docs/ci.md
Environment: ROSC_PASSWORD, ROSC_PASSWORD_<DEVICE>, ROSC_STATE, NO_COLOR and
  others; see man rosc`;
}

export const environment: readonly { readonly name: string; readonly meaning: string }[] = [
  {
    name: 'ROSC_PASSWORD_<DEVICE>',
    meaning: 'Password of one device of a site; its name in capitals, with _ for everything but letters and digits.',
  },
  {
    name: 'ROSC_PASSWORD',
    meaning:
      'Password of every other device, where no --password-file is given. No option takes a password: process lists show those.',
  },
  {
    name: 'ROS_HOSTURL, ROS_USERNAME',
    meaning: 'URL and user of the device where neither the site nor --device says them.',
  },
  {
    name: 'ROSC_STATE',
    meaning:
      'Folder for what is kept of commits and rollouts, where no --state is given; .rosc below the working directory otherwise.',
  },
  { name: 'ROSC_NETBOX_TOKEN', meaning: 'Token for `rosc import netbox`; NETBOX_TOKEN counts where it is not set.' },
  { name: 'ROSC_ALLOW_EXEC', meaning: 'Any value: the commands of !exec may run, as with --allow-exec.' },
  { name: 'ROSC_UI_TOKEN', meaning: 'The token that the page of rosc ui asks for when it listens beyond loopback.' },
  {
    name: 'ROSC_MAX_BYTES, ROSC_MAX_KEYS, ROSC_MAX_FILES, ROSC_MAX_DEPTH, ROSC_MAX_ROWS',
    meaning:
      "Bytes of a file, keys of a YAML file, files of a site, levels, and rows of a device's answer that are read before rosc refuses; by default 16,000,000, 100,000, 256, 64 and 300,000.",
  },
  { name: 'NO_COLOR', meaning: 'Any value turns colour off.' },
  {
    name: 'XDG_CACHE_HOME',
    meaning:
      'Where rosc keeps its own compiled code, so that it starts faster the next time; without it in ~/.cache. Nothing else is kept there.',
  },
  { name: 'NODE_DISABLE_COMPILE_CACHE', meaning: 'Any value: keep no compiled code.' },
];
