// A reference to a secret, as `!env NAME`, `!file PATH` or `!exec [COMMAND, …]` writes it. The secret itself never enters an intent.

export class Secret {
  readonly from: 'env' | 'file' | 'exec';
  /** Name of the environment variable, path of the file relative to the site, or the command as a JSON list. */
  readonly name: string;

  constructor(from: Secret['from'], name: string) {
    this.from = from;
    this.name = name;
  }
}
