// Bytes that come from outside in parts, no more of them than a reader can bear.

/** Undefined = there are more than `bytesMax`: the rest is not waited for. Throws where the stream does, or brings text. */
export async function readAtMost(stream: AsyncIterable<unknown>, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a stream of text where bytes are read');
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
