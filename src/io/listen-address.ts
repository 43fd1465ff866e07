// Where a server listens, as the command line writes it: `HOST:PORT`, IPv6 in brackets, port 0 for any free one.

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** One that asks for a token; undefined = none is asked for. */
export interface GuardedAddress extends ListenAddress {
  readonly token: string | undefined;
}

export function parseListenAddress(text: string): ListenAddress | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host !== undefined && port <= 65_535 ? { host, port } : undefined;
}

export function printListenAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Why a server cannot listen there, as a sentence; the error is that of node:net. */
export function listenProblem(error: unknown, { host, port }: ListenAddress): string {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: `something else listens on port ${port}`,
    EACCES: `port ${port} needs other rights`,
  };
  const reason = known[String(error.code)] ?? error.message;
  return `rosc: cannot listen on ${printListenAddress(host, port)}: ${reason}\n`;
}
