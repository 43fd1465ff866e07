// A request that a server of ours does not answer, as its status, a code and a sentence.

/** Why a request is not answered; `code` is for programs. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;

  constructor(status: number, code: string, message: string) {
    this.status = status;
    this.code = code;
    this.message = message;
  }
}
