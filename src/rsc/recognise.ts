// Tells a RouterOS script from everything else that people feed to it by mistake.

export interface ForeignFormat {
  readonly code: 'rsc/empty' | 'rsc/binary' | 'rsc/too-large' | 'rsc/not-routeros';
  readonly what: string;
  readonly why: string;
}

/** The largest real exports have a few million characters. */
export const charactersMax = 64 * 1024 * 1024;

/** Signatures in the first lines of other vendors' configurations and of common data formats. */
const signatures: readonly [name: string, pattern: RegExp][] = [
  ['Cisco IOS or a similar system', /^(?:Building configuration|Current configuration|version \d|service timestamps)/m],
  ['Cisco IOS or a similar system', /^interface \S+\d\r?\n(?: .*\r?\n)*? (?:ip address|switchport|no shutdown)/m],
  ['Junos, in `set` form', /^set (?:system|interfaces|version|protocols|routing-options|policy-options) /m],
  ['Junos', /^(?:system|interfaces|groups|version) \{|^version [\d.]+\w*;/m],
  ['FortiOS', /^config (?:system|firewall|router|vpn) /m],
  ['OpenWrt', /^config \w+(?: '[^']*')?\r?\n\s+(?:option|list) /m],
  ['SwOS, the other operating system of these switches', /^\{?\s*(?:link\.b|sys\.b|fwd\.b|vlan\.b):/],
  ['a web page or XML', /^\s*<(?:\?xml|!doctype|[a-z])/i],
  ['JSON', /^\s*[{[]\s*["{[\]}]/],
  ['YAML', /^[\w-]+:(?: .*)?\r?\n(?:[\w-]+:|\s+- |\s+[\w-]+:)/m],
];

/** What the text is instead of a script; undefined when it has at least one line that a script could have. */
export function foreignFormat(text: string): ForeignFormat | undefined {
  if (text.length > charactersMax) {
    const size = `${Math.round(text.length / 1e6)} million characters`;
    return {
      code: 'rsc/too-large',
      what: `the file has ${size}`,
      why: 'No export of a real device comes near this size, so it is something else: a log, an image, a backup.',
    };
  }
  const head = text.slice(0, 4096);
  if (isBinary(head)) {
    return {
      code: 'rsc/binary',
      what: 'the file is not text',
      why: 'It may be a binary backup (`.backup`), which only the device itself can read.',
    };
  }
  if (/^[ \t]*(?:\/[a-z]|:[a-z])/m.test(text)) return undefined;
  if (!/^[ \t\ufeff]*[^\s#]/m.test(text)) {
    return { code: 'rsc/empty', what: 'the file has no commands', why: 'There is nothing in it to analyse.' };
  }
  const vendor = signatures.find(([, pattern]) => pattern.test(head))?.[0];
  return {
    code: 'rsc/not-routeros',
    what: vendor ? `the file looks like ${vendor}, not like a RouterOS export` : 'the file is not a RouterOS export',
    why: 'No line of it names a RouterOS menu such as `/interface bridge`.',
  };
}

/** Zero bytes, or more control and undecodable characters than any text has. */
function isBinary(head: string): boolean {
  if (head.includes('\0')) return true;
  let odd = 0;
  for (let at = 0; at < head.length; at++) {
    const code = head.charCodeAt(at);
    if (code === 0xfffd || code === 0x7f || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12))
      odd++;
  }
  return odd > 4 && odd > head.length / 20;
}
