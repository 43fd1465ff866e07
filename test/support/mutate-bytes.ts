// Bytes lost, doubled, flipped, exchanged or put in, and streams cut into segments anywhere.

/** Lengths, control bytes and ends of sentences of the API; what is no UTF-8. */
const pieces = [
  ...[[0], [0, 0], [1], [0x7f], [0x80], [0x80, 0], [0xbf, 0xff], [0xc0, 0x40, 0], [0xdf, 0xff, 0xff], [0xe0, 0, 0, 1]],
  ...[[0xef, 0xff, 0xff, 0xff], [0xf0, 0, 0, 0, 1], [0xf0, 0xff, 0xff, 0xff, 0xff], [0xf8], [0xff], [0xe2, 0x82]],
].map((bytes) => Buffer.from(bytes));

export function mutateBytes(given: Buffer, random: () => number, words: readonly Buffer[] = []): Buffer {
  const noise = [...pieces, ...words];
  let bytes = given;
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const at = Math.floor(random() * (bytes.length + 1));
    const end = at + Math.floor(random() ** 3 * 60);
    const [before, cut, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const piece = noise[Math.floor(random() * noise.length)] ?? cut;
    const ways = [
      [before, after],
      [before, cut, cut, cut, after],
      [before, piece, cut, after],
      [before, piece, after],
      [before],
      [before, Buffer.from(cut.map((byte) => byte ^ (1 << Math.floor(random() * 8)))), after],
      [after, before, cut],
    ];
    bytes = Buffer.concat(ways[Math.floor(random() * ways.length)] ?? []);
  }
  return bytes;
}

/** One to six segments. */
export function segmentsOf(bytes: Buffer, random: () => number): readonly Buffer[] {
  const cuts = Array.from({ length: Math.floor(random() * 6) }, () => Math.floor(random() * bytes.length));
  const ends = [...cuts.sort((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
