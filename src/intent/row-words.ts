// Keys of a device that are rows of RouterOS in the words of a site: which menu each is, and which property each word.

import * as z from 'zod';
import type { MenuPath } from '../model/config.ts';
import { comment, object, oneOrMany, text } from './schema-values.ts';

/** One word of a row. `enabled` is the opposite of RouterOS's `disabled`. */
export interface Column {
  readonly property: string;
  readonly schema: z.ZodType;
}

const scalar = z.union([text.min(1), z.int().nonnegative()]);

function said(property: string, meaning: string): Column {
  return { property, schema: scalar.optional().describe(meaning) };
}

function flag(property: string, meaning: string): Column {
  return { property, schema: z.boolean().optional().describe(meaning) };
}

const common = {
  description: { property: 'comment', schema: comment.optional().describe('Why it is there') },
  enabled: flag('disabled', '`false` keeps it without effect'),
};

const leaseColumns = {
  address: { property: 'address', schema: scalar.describe('Address that the client gets') },
  mac: said('mac-address', 'MAC address of the client'),
  client: said('client-id', 'Identifier that the client sends'),
  server: said('server', 'DHCP server that the client asks; `all` without it'),
  lease: said('lease-time', 'Lease time of this client'),
  ...common,
} satisfies Readonly<Record<string, Column>>;

const recordColumns = {
  name: said('name', 'Name that is asked for'),
  regexp: said('regexp', 'Names that are asked for, as a regular expression'),
  type: said('type', 'Type of the record; `A` without it'),
  address: said('address', 'Address of the answer'),
  alias: said('cname', 'Name that the answer refers to'),
  forward: said('forward-to', 'Name server that is asked'),
  text: said('text', 'Text of the answer'),
  subdomains: flag('match-subdomain', '`true`: names below it too'),
  ttl: said('ttl', 'How long the answer may be kept'),
  ...common,
} satisfies Readonly<Record<string, Column>>;

/** The words of a row, and what may stand in it. */
export interface RowWords {
  readonly properties: ReadonlyMap<string, string>;
  readonly row: z.ZodType<Readonly<Record<string, unknown>>>;
}

function rowWords(columns: Readonly<Record<string, Column>>) {
  const words = Object.entries(columns);
  return {
    properties: new Map(words.map(([word, { property }]) => [word, property])),
    row: object(Object.fromEntries(words.map(([word, { schema }]) => [word, schema]))),
  };
}

const lease = rowWords(leaseColumns);
const dnsRecord = rowWords(recordColumns);

export const leases = z.array(lease.row);
export const dnsRecords = z.array(dnsRecord.row);

/** By menu. */
export const ownWords: ReadonlyMap<MenuPath, RowWords> = new Map([
  ['/ip/dhcp-server/lease', lease],
  ['/ip/dns/static', dnsRecord],
]);

/** Entries of one list: addresses, prefixes, ranges or names for address lists, interfaces for the others. */
export const members = oneOrMany(text.min(1));
