// Another maker's configuration, from its text to what it says.

import { readBlocks } from './blocks.ts';
import { type CleanText, cleanText, type Maker } from './clean.ts';
import { comwareWords } from './comware/system.ts';
import type { ForeignConfig } from './facts.ts';
import { iosWords } from './ios/system.ts';
import { Ledger } from './ledger.ts';
import { type Reading, readAll } from './vocabulary.ts';

export interface ForeignText extends CleanText, Reading {
  /** No line is indented, so that nobody can know what belongs to what. */
  readonly isFlat: boolean;
}

export function readForeign(text: string, maker: Maker): ForeignText {
  const cleaned = cleanText(text, maker);
  const ledger = new Ledger();
  const statements = readBlocks(cleaned.lines, maker, ledger);
  const config = emptyConfig(maker, cleaned.isTruncated);
  readAll(statements, config, maker === 'comware' ? comwareWords : iosWords, { config, ledger });
  const written = cleaned.lines.filter((line) => line.text.trim() !== '');
  const isFlat = written.length > 5 && !written.some((line) => line.text.startsWith(' '));
  return { ...cleaned, config, ledger, isFlat };
}

function emptyConfig(maker: Maker, isTruncated: boolean): ForeignConfig {
  return {
    maker,
    vlans: new Map(),
    interfaces: new Map(),
    routes: [],
    acls: new Map(),
    policies: new Map(),
    prefixLists: new Map(),
    vrfs: new Map(),
    pools: new Map(),
    excluded: [],
    relayGroups: new Map(),
    ospf: [],
    nat: [],
    nameServers: [],
    ntp: [],
    syslog: [],
    stpPriorities: [],
    snoopingVlans: [],
    igmpVlans: [],
    isTruncated,
  };
}
