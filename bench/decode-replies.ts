// Replies of the API, from bytes to rows, as they come from a socket.

import { encodeSentence, SentenceDecoder } from '../src/device/api/codec.ts';
import { rowsOf } from '../src/device/api/rows.ts';
import type { Figure } from './figure.ts';
import { type Effort, measure } from './measure.ts';
import { spread } from './read-export.ts';

const chunkBytes = 65_536;

export async function benchDecoding(sentences: number, effort: Effort): Promise<Figure[]> {
  const chunks = replyChunks(sentences);
  const { medianMs, rangeMs } = await measure(effort, () => {
    const decoder = new SentenceDecoder();
    const rows = rowsOf(chunks.flatMap((chunk) => decoder.frames(chunk))).filter((row) => row['.id'] !== undefined);
    if (rows.length !== sentences) throw new Error(`${rows.length} rows of ${sentences}`);
  });
  return [
    {
      what: 'decode of API replies',
      value: sentences / (medianMs / 1000),
      unit: 'sentences/s',
      reach: { atLeast: 60_000 },
      detail: `${sentences.toLocaleString('en-US')} sentences of 12 words in 64 KiB pieces, ${spread(rangeMs)}`,
    },
  ];
}

/** Rows of a route table, 12 words each, cut where a socket would cut them. */
export function replyChunks(sentences: number): readonly Buffer[] {
  const bytes = Buffer.concat(Array.from({ length: sentences }, (_, index) => encodeSentence(replyWords(index))));
  const chunks = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  return chunks;
}

function replyWords(index: number): readonly string[] {
  return [
    '!re',
    `=.id=*${index.toString(16).toUpperCase()}`,
    `=dst-address=10.${(index >> 8) % 256}.${index % 256}.0/24`,
    '=routing-table=main',
    `=gateway=192.0.2.${index % 254}`,
    `=immediate-gw=192.0.2.${index % 254}%sfp28-1`,
    '=distance=1',
    '=scope=30',
    '=active=true',
    '=hw-offloaded=true',
    `=comment=customer ${index}`,
    '.tag=7',
  ];
}
