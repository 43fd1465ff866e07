// Codes of files that cannot be read at all; see codes.ts.

export const fileCodes = {
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
} as const;
