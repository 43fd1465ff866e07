// Keys of a device that are rows of RouterOS in the words of a site: which menu each is, and which property each word.

import * as z from 'zod';
import type { MenuPath } from '../model/config.ts';
import { comment, object, oneOrMany, text } from './schema-values.ts';

/** One word of a row. `enabled` is the opposite of RouterOS's `disabled`. */
export interface Column {
  readonly property: string;
  readonly schema: z.ZodType;
}

export interface RowWord {
  /** The key of a device. */
  readonly at: 'leases' | 'dns-records';
  readonly menu: MenuPath;
  readonly columns: Readonly<Record<string, Column>>;
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

export const rowWords: readonly RowWord[] = [
  { at: 'leases', menu: '/ip/dhcp-server/lease', columns: leaseColumns },
  { at: 'dns-records', menu: '/ip/dns/static', columns: recordColumns },
];

/** Rows of any shape that the columns have; lowering reads them by their columns. */
function rows(columns: Readonly<Record<string, Column>>) {
  return z.array(object(Object.fromEntries(Object.entries(columns).map(([word, { schema }]) => [word, schema]))));
}

export const leases = rows(leaseColumns);
export const dnsRecords = rows(recordColumns);

/** Entries of one list: addresses, prefixes, ranges or names for address lists, interfaces for the others. */
export const members = oneOrMany(text.min(1));
