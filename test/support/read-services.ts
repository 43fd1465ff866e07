// The API and REST as two services on one table of answers, so that a test can ask both the same.

import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Row } from '../../src/device/device.ts';
import { startRawServer } from './raw-server.ts';

/** What was asked for, in the form of neither service. */
export interface Question {
  /** `/ip/route/print` */
  readonly path: string;
  readonly proplist?: readonly string[];
  readonly query?: readonly string[];
  readonly words: Readonly<Record<string, string>>;
}

/** `silence` never answers; `cut` resets the connection in the middle. */
export type Answer = readonly Row[] | { readonly trap: string } | 'silence' | 'cut' | 'login-refused';

export interface ReadService {
  readonly scheme: 'api' | 'rest';
  readonly port: number;
  close(): Promise<void>;
}

type Answering = (question: Question) => Answer;

export async function serveReadsOverApi(answering: Answering): Promise<ReadService> {
  const server = await startRawServer(async (peer) => {
    await peer.acceptLogin();
    for (;;) {
      const words = await peer.next();
      const answer = answering(apiQuestion(words));
      if (answer === 'cut') peer.socket.resetAndDestroy();
      else if (answer === 'login-refused') await peer.reply(words, ['!trap', '=message=not logged in'], ['!done']);
      else if (answer === 'silence') continue;
      else if ('trap' in answer) await peer.reply(words, ['!trap', `=message=${answer.trap}`], ['!done']);
      else await peer.reply(words, ...answer.map(rowWords), ['!done']);
    }
  });
  return { scheme: 'api', port: server.port, close: server.close };
}

function apiQuestion([path = '', ...words]: readonly string[]): Question {
  const named = words.filter((word) => word.startsWith('=')).map((word) => word.slice(1).split('='));
  const { '.proplist': fields, ...others } = Object.fromEntries(named.map(([name = '', value = '']) => [name, value]));
  const query = words.filter((word) => word.startsWith('?')).map((word) => word.slice(1));
  const proplist = fields === undefined ? {} : { proplist: fields.split(',') };
  return { path, ...proplist, ...(query.length > 0 && { query }), words: others };
}

function rowWords(row: Row): readonly string[] {
  return ['!re', ...Object.entries(row).map(([name, value]) => `=${name}=${value}`)];
}

export async function serveReadsOverRest(answering: Answering): Promise<ReadService> {
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const answer = answering(await restQuestion(request));
    const fail = (status: number, message: string, detail?: string) => {
      response.statusCode = status;
      response.end(JSON.stringify({ error: status, message, ...(detail !== undefined && { detail }) }));
    };
    if (answer === 'cut') request.socket.resetAndDestroy();
    else if (answer === 'login-refused') fail(401, 'Unauthorized');
    else if (answer === 'silence') return;
    else if ('trap' in answer) fail(400, 'Bad Request', answer.trap);
    else {
      // Menus of settings come as one object.
      const [first] = answer;
      const body = answer.length === 1 && first && !('.id' in first) ? first : answer;
      response.end(JSON.stringify(body));
    }
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    scheme: 'rest',
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function restQuestion(request: IncomingMessage): Promise<Question> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { '.proplist': proplist, '.query': query, ...words } = JSON.parse(Buffer.concat(chunks).toString());
  const path = (request.url ?? '').replace(/^\/rest/, '');
  return { path, ...(proplist && { proplist }), ...(query && { query }), words };
}
