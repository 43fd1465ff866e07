// What the text of an IPv4 access list of IOS or Comware means, packet by packet, written from the makers' words and
// sharing nothing with the importer: numbers order the entries, masks are compared bit by bit, and no table is shared.
// Fragments behind the first have no ports. Cisco: "If the Layer 3 portion of the access-list entry matches, and if the
// entry is a permit statement, the noninitial fragment is permitted. If the entry is a deny statement, the next
// access-list entry is processed." H3C: "Standard match is the default mode. It considers only Layer 3 attributes."

export interface AclPacket {
  /** As RouterOS calls it. */
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'gre';
  /** Addresses as 32 bits. */
  readonly source: number;
  readonly destination: number;
  readonly sourcePort: number;
  readonly destinationPort: number;
  /** TCP with ACK or RST. */
  readonly isAnswer: boolean;
  /** Behind the first fragment. */
  readonly isFragment: boolean;
}

const numbers = { tcp: 6, udp: 17, icmp: 1, gre: 47 } as const;
const portNames: Readonly<Record<string, number>> = {
  www: 80,
  telnet: 23,
  domain: 53,
  dns: 53,
  smtp: 25,
  ntp: 123,
  snmp: 161,
};

/** `10 permit tcp any host 10.8.0.1 eq www` of IOS, `rule 10 permit tcp destination 10.8.0.1 0` of Comware. */
export function textPermits(lines: readonly string[], packet: AclPacket, maker: 'ios' | 'comware'): boolean {
  const entries = lines.map((line) =>
    line
      .replace(/^\s*rule /, '')
      .trim()
      .split(/\s+/),
  );
  const ordered = [...entries].sort(([a = ''], [b = '']) => Number(a) - Number(b));
  for (const [, action, protocol = '', ...words] of ordered) {
    const isProtocol =
      protocol === 'ip' || protocol === packet.protocol || protocol === String(numbers[packet.protocol]);
    const isPassedOver = maker === 'ios' && packet.isFragment && action === 'deny' && words.some(isPortWord);
    const matches = maker === 'ios' ? iosMatches : comwareMatches;
    if (isProtocol && !isPassedOver && matches([...words], packet)) return action === 'permit';
  }
  return maker === 'comware';
}

const operators = ['eq', 'neq', 'lt', 'gt', 'range'];
const isPortWord = (word: string) => operators.includes(word);

function iosMatches(words: string[], packet: AclPacket): boolean {
  const isSource = takeAddress(words, packet.source);
  const isSourcePort = takePorts(words, packet, 'sourcePort');
  const isDestination = takeAddress(words, packet.destination);
  const isDestinationPort = takePorts(words, packet, 'destinationPort');
  return isSource && isSourcePort && isDestination && isDestinationPort && words.every((word) => holds(word, packet));
}

function comwareMatches(words: string[], packet: AclPacket): boolean {
  const parts: Readonly<Record<string, () => boolean>> = {
    source: () => takeAddress(words, packet.source),
    destination: () => takeAddress(words, packet.destination),
    'source-port': () => takePorts(words, packet, 'sourcePort'),
    'destination-port': () => takePorts(words, packet, 'destinationPort'),
  };
  const found: boolean[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    found.push(parts[word]?.() ?? holds(word, packet));
  }
  return found.every(Boolean);
}

function holds(word: string, { isAnswer, isFragment, protocol }: AclPacket): boolean {
  if (word === 'established') return protocol === 'tcp' && isAnswer;
  if (word === 'fragments' || word === 'fragment') return isFragment;
  if (['log', 'log-input', 'logging', 'counting'].includes(word)) return true;
  throw new Error(`a word without a meaning: ${word}`);
}

function takeAddress(words: string[], address: number): boolean {
  const first = words.shift() ?? '';
  if (first === 'any') return true;
  const own = bits(first === 'host' ? (words.shift() ?? '') : first);
  const mask = first === 'host' ? 0 : bits(words.shift() ?? '');
  for (let bit = 0; bit < 32; bit++) {
    const isWild = ((mask >>> bit) & 1) === 1;
    if (!isWild && ((own >>> bit) & 1) !== ((address >>> bit) & 1)) return false;
  }
  return true;
}

/** `0` is short for a mask without bits. */
function bits(text: string): number {
  return text.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}

function takePorts(words: string[], packet: AclPacket, end: 'sourcePort' | 'destinationPort'): boolean {
  const [operator = ''] = words;
  const port = packet[end];
  if (!isPortWord(operator)) return true;
  words.shift();
  const isPort = (word: string | undefined) =>
    word !== undefined && (/^\d+$/.test(word) || Object.hasOwn(portNames, word));
  const operands: number[] = [];
  while (isPort(words[0])) {
    const next = words.shift() ?? '';
    operands.push(portNames[next] ?? Number(next));
  }
  if (packet.isFragment) return true;
  const [first = 0, last = 0] = operands;
  if (operator === 'eq') return operands.includes(port);
  if (operator === 'neq') return !operands.includes(port);
  if (operator === 'range') return port >= first && port <= last;
  return operator === 'lt' ? port < first : port > first;
}
