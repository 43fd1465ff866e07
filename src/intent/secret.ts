// A reference to a secret, as `!env NAME` or `!file PATH` writes it. The secret itself never enters an intent.

export class Secret {
  readonly from: 'env' | 'file';
  /** Name of the environment variable, or path of the file relative to the site. */
  readonly name: string;

  constructor(from: Secret['from'], name: string) {
    this.from = from;
    this.name = name;
  }
}
