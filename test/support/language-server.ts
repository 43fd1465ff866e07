// A YAML language server as an editor runs it: a process that is spoken to in JSON-RPC.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './project-root.ts';

export interface EditorDiagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

export interface LanguageServer {
  /** What the server says of a file with this text. */
  diagnose(path: string, text: string): Promise<readonly EditorDiagnostic[]>;
  /** The labels that it offers at a place (both counted from 0). */
  complete(path: string, position: { line: number; character: number }): Promise<readonly string[]>;
  hover(path: string, position: { line: number; character: number }): Promise<string>;
  stop(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly diagnostics?: readonly EditorDiagnostic[] };
  readonly result?: unknown;
}

/** Settings are the server's own, but that it may look nothing up on the network. */
export async function startLanguageServer(): Promise<LanguageServer> {
  const bin = join(projectRoot, 'node_modules/yaml-language-server/bin/yaml-language-server');
  const child = spawn(process.execPath, [bin, '--stdio'], { stdio: 'pipe' });
  const answers = new Map<number, (result: unknown) => void>();
  const published = new Map<string, (diagnostics: readonly EditorDiagnostic[]) => void>();
  onMessages(child, ({ id, method, params, result }) => {
    if (method === 'textDocument/publishDiagnostics') published.get(params?.uri ?? '')?.(params?.diagnostics ?? []);
    else if (method !== undefined && id !== undefined) send(child, { id, result: settings });
    else if (id !== undefined) answers.get(id)?.(result);
  });
  let lastId = 0;
  const ask = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      lastId += 1;
      answers.set(lastId, resolve);
      send(child, { id: lastId, method, params });
    });
  const capabilities = { textDocument: { completion: {}, hover: {}, publishDiagnostics: {} } };
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities });
  send(child, { method: 'initialized', params: {} });
  const versions = new Map<string, number>();
  return {
    diagnose: (path, text) =>
      new Promise((resolve) => {
        const uri = pathToFileURL(path).href;
        published.set(uri, resolve);
        const version = (versions.get(uri) ?? 0) + 1;
        versions.set(uri, version);
        if (version === 1) {
          send(child, {
            method: 'textDocument/didOpen',
            params: { textDocument: { uri, languageId: 'yaml', version, text } },
          });
        } else {
          const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
          send(child, { method: 'textDocument/didChange', params });
        }
      }),
    complete: async (path, position) => {
      const answer = await ask('textDocument/completion', {
        textDocument: { uri: pathToFileURL(path).href },
        position,
      });
      const { items = [] } = answer as { items?: readonly { label: string }[] };
      return items.map(({ label }) => label);
    },
    hover: async (path, position) =>
      JSON.stringify(await ask('textDocument/hover', { textDocument: { uri: pathToFileURL(path).href }, position })),
    stop: () => void child.kill(),
  };
}

/** As docs/editors.md asks for. */
const customTags = ['!env scalar', '!file scalar'];

/** The answer to `workspace/configuration`: the sections `yaml`, `http`, `[yaml]` and whatever else is asked for. */
const settings = [
  { validate: true, completion: true, hover: true, schemaStore: { enable: false }, customTags },
  {},
  {},
  {},
  {},
];

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function onMessages(child: ChildProcessWithoutNullStreams, receive: (message: Message) => void): void {
  let pending = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const head = pending.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(pending.subarray(0, Math.max(head, 0)).toString())?.[1]);
      if (head < 0 || pending.length < head + 4 + length) return;
      const body = pending.subarray(head + 4, head + 4 + length).toString();
      pending = pending.subarray(head + 4 + length);
      receive(JSON.parse(body) as Message);
    }
  });
}
