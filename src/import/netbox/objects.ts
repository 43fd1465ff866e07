// What is read of NetBox: the fields of its REST API that a site has words for. Source: the serializers of NetBox 4.6
// (dcim, ipam); everything else of its answers is left alone.

import * as z from 'zod';
import { redactText } from '../../source/redact-text.ts';

const text = z.string().nullish();
/** What a person wrote goes into files that others read. */
const remark = z
  .string()
  .transform((words) => redactText(words))
  .nullish();
const choice = z.object({ value: z.string() }).nullish();
const named = z.object({ id: z.int(), name: text, slug: text });
const customFields = z.record(z.string(), z.unknown()).nullish();
const vlanReference = z.object({ id: z.int(), vid: z.int(), name: z.string() });

const site = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: remark,
  custom_fields: customFields,
});

const device = z.object({
  id: z.int(),
  name: text,
  device_type: z.object({ model: z.string(), manufacturer: named }),
  platform: named.nullish(),
  site: named,
  status: choice,
  description: remark,
  primary_ip4: z.object({ id: z.int(), address: z.string() }).nullish(),
  primary_ip6: z.object({ id: z.int(), address: z.string() }).nullish(),
  custom_fields: customFields,
});

const endpoint = z.object({ id: z.int(), name: text, device: named.nullish() });

const networkInterface = z.object({
  id: z.int(),
  name: z.string(),
  device: named,
  type: choice,
  enabled: z.boolean().default(true),
  lag: named.nullish(),
  parent: named.nullish(),
  mtu: z.int().nullish(),
  mgmt_only: z.boolean().default(false),
  description: remark,
  mode: choice,
  untagged_vlan: vlanReference.nullish(),
  tagged_vlans: z.array(vlanReference).nullish(),
  vrf: named.nullish(),
  connected_endpoints: z.array(endpoint).nullish(),
  connected_endpoints_type: text,
});

const vlan = vlanReference.extend({ site: named.nullish(), status: choice, description: remark });

const prefix = z.object({
  id: z.int(),
  prefix: z.string(),
  vlan: vlanReference.nullish(),
  vrf: named.nullish(),
  status: choice,
});

const address = z.object({
  id: z.int(),
  address: z.string(),
  vrf: named.nullish(),
  status: choice,
  assigned_object_type: text,
  assigned_object_id: z.int().nullish(),
});

/** As the API answers (`results`), or the list alone. */
function listOf<T extends z.ZodType>(item: T) {
  const list = z.array(item);
  return z.union([list, z.object({ results: list }).transform(({ results }) => results)]).default([]);
}

/** By the paths of the API, below `/api/`. A dump is JSON of this shape. */
export const netboxSchema = z.object({
  'dcim/sites': listOf(site),
  'dcim/devices': listOf(device),
  'dcim/interfaces': listOf(networkInterface),
  'ipam/vlans': listOf(vlan),
  'ipam/prefixes': listOf(prefix),
  'ipam/ip-addresses': listOf(address),
});

export const netboxPaths = Object.keys(netboxSchema.shape) as readonly (keyof Netbox)[];

export type Netbox = z.output<typeof netboxSchema>;
export type NetboxSite = Netbox['dcim/sites'][number];
export type NetboxDevice = Netbox['dcim/devices'][number];
export type NetboxInterface = Netbox['dcim/interfaces'][number];
export type NetboxVlan = Netbox['ipam/vlans'][number];
export type NetboxAddress = Netbox['ipam/ip-addresses'][number];
