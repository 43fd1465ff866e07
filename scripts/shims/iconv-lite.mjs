// Stands in for iconv-lite in the bundle: node-routeros loads it for its own charset handling, which rosc does not use
// (CONTRIBUTING.md says why), and its tables would be a quarter of the program.

export function encode() {
  throw new Error('the charset handling of node-routeros is not in use');
}

export const decode = encode;

export default { encode, decode };
