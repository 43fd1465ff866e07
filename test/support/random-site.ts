// Random sites of one device that use most of what a site can say of ports, VLANs, routes and services.

import fc from 'fast-check';

const vlanNames = ['office', 'servers', 'guests', 'lab'] as const;

const mtu = fc.constantFrom(undefined, 9000);
const description = fc.constantFrom(undefined, 'people', 'first floor, left');

/** The role of a port: an index into the VLANs, or routed. */
const role = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 3 }).map((vlan) => ({ kind: 'access', vlan }) as const) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        vlans: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
        native: fc.option(fc.nat({ max: 3 })),
      })
      .map((each) => ({ kind: 'trunk', ...each }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'routed' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'bond' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'none' } as const) },
);
type Role = typeof role extends fc.Arbitrary<infer T> ? T : never;

const portExtras = fc.record({
  description,
  'l3-offload': fc.constantFrom(undefined, undefined, false),
  'bpdu-guard': fc.constantFrom(undefined, undefined, true),
  rate: fc.constantFrom(undefined, undefined, { in: '2Gbps', out: '500Mbps' }),
  enabled: fc.constantFrom(undefined, undefined, undefined, false),
});

const choices = fc.record({
  model: fc.constantFrom('CRS326-24G-2S+', 'CRS309-1G-8S+', 'RB450Gx4'),
  roles: fc.array(fc.tuple(role, portExtras), { minLength: 3, maxLength: 8 }),
  mtus: fc.array(mtu, { minLength: 4, maxLength: 4 }),
  descriptions: fc.array(description, { minLength: 4, maxLength: 4 }),
  isRouted: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  hasIpv6: fc.boolean(),
  hasManagement: fc.boolean(),
  hasAcl: fc.boolean(),
  hasVrf: fc.boolean(),
  snooping: fc.boolean(),
  igmp: fc.constantFrom(undefined, true, { querier: true }),
  spanningTree: fc.constantFrom(undefined, 'mstp', 'none'),
  dhcp: fc.constantFrom('none', 'relay', 'server'),
  identity: fc.constantFrom(undefined, 'core-1'),
});
type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

/** In the shape of a site file; JSON is YAML. Some of them hold what rosc warns of, none what it refuses. */
export const randomSite = choices.map(siteOf);

function portName(model: string, index: number): string {
  if (model === 'CRS309-1G-8S+') return `sfp-sfpplus${index + 1}`;
  return `ether${index + 1}`;
}

function siteOf(choice: Choices) {
  const { model } = choice;
  const portsMax = model === 'RB450Gx4' ? 4 : 8;
  const attached = choice.roles.slice(0, portsMax);
  // A small switch chip keeps its VLANs in a table that has no bonds.
  const roles = attached.map(
    ([each]): Role => (each.kind === 'bond' && model === 'RB450Gx4' ? { kind: 'none' } : each),
  );
  const carried = new Set(roles.flatMap((each) => vlansIn(each)));
  const isBonded = roles.some(({ kind }) => kind === 'bond');
  if (isBonded) carried.add(0);
  const used = [...carried].sort();
  const routed = used.filter((index) => choice.isRouted[index]);
  const [first] = routed;
  const gateway = first === undefined ? undefined : vlanNames[first];
  const ports = attached.map(([, { description: words, rate, enabled, ...flags }], index) => {
    const each = roles[index] ?? { kind: 'none' };
    const isPlain = each.kind === 'routed' || each.kind === 'none';
    const extras = { description: words, enabled, rate: model === 'RB450Gx4' ? undefined : rate };
    const chip = model === 'RB450Gx4' ? {} : { 'l3-offload': flags['l3-offload'] };
    const bridge = isPlain || each.kind === 'bond' ? {} : { 'bpdu-guard': flags['bpdu-guard'] };
    return [portName(model, index), { ...roleOf(each, index), ...extras, ...chip, ...bridge }] as const;
  });
  const trusted = ports.filter(([, port]) => 'vlan' in port || 'trunk' in port).map(([name]) => name);
  return {
    version: 1,
    site: 'random',
    vlans: Object.fromEntries(used.map((index) => [vlanNames[index], vlanOf(choice, index)])),
    devices: {
      core: {
        model,
        routeros: '7.20.8',
        identity: choice.identity,
        ...(choice.hasManagement && model !== 'RB450Gx4' && { management: managementOf(model) }),
        ports: Object.fromEntries(ports),
        ...(isBonded && { bonds: { uplink: { vlan: 'office', 'lacp-rate': '1sec', description: 'to the cellar' } } }),
        ...(routed.length > 0 && {
          gateways: Object.fromEntries(routed.map((index) => [vlanNames[index], gatewaysOf(choice, index)])),
        }),
        ...(gateway !== undefined && { routes: routesOf(first ?? 0) }),
        ...(choice.hasVrf && gateway !== undefined && { vrfs: { apart: { interfaces: gateway } } }),
        ...(choice.snooping && trusted[0] !== undefined && { 'dhcp-snooping': { trusted: trusted[0] } }),
        ...(trusted.length > 0 && { 'igmp-snooping': choice.igmp, 'spanning-tree': choice.spanningTree }),
        ...(gateway !== undefined && dhcpOf(choice, gateway, first ?? 0)),
      },
    },
    ...(choice.hasAcl && gateway !== undefined && { acls: aclsOf(gateway) }),
  };
}

function vlansIn(each: Role): readonly number[] {
  if (each.kind === 'access') return [each.vlan];
  if (each.kind === 'trunk') return [...each.vlans, ...(each.native === null ? [] : [each.native])];
  return [];
}

function roleOf(each: Role, index: number): Record<string, unknown> {
  switch (each.kind) {
    case 'access':
      return { vlan: vlanNames[each.vlan] };
    case 'trunk': {
      const native = each.native === null ? undefined : vlanNames[each.native];
      const tagged = [...each.vlans]
        .sort()
        .map((vlan) => vlanNames[vlan])
        .filter((name) => name !== native);
      return tagged.length > 0 ? { trunk: tagged, native } : { vlan: native };
    }
    case 'routed':
      return { routed: `10.0.${100 + index}.1/30` };
    case 'bond':
      return { bond: 'uplink' };
    case 'none':
      return {};
  }
}

function vlanOf({ mtus, descriptions, hasIpv6, isRouted }: Choices, index: number) {
  const subnets = { ipv4: `10.${index + 1}.0.0/24`, ...(hasIpv6 && { ipv6: `2001:db8:${index + 1}::/64` }) };
  return {
    id: (index + 1) * 10,
    ...(isRouted[index] && { ...subnets, mtu: mtus[index] }),
    description: descriptions[index],
  };
}

function gatewaysOf({ hasIpv6 }: Choices, index: number): readonly string[] {
  return [`10.${index + 1}.0.1`, ...(hasIpv6 ? [`2001:db8:${index + 1}::1`] : [])];
}

function managementOf(model: string) {
  return { port: model === 'CRS309-1G-8S+' ? 'ether1' : 'ether24', address: '192.168.88.1/24' };
}

function routesOf(index: number) {
  const via = `10.${index + 1}.0.2`;
  return [
    { to: '0.0.0.0/0', via },
    { to: '198.51.100.0/24', via: [via, `10.${index + 1}.0.3`], description: 'two ways' },
    { to: '192.0.2.0/24', blackhole: true, distance: 20 },
  ];
}

function dhcpOf({ dhcp }: Choices, vlan: string, index: number) {
  const net = `10.${index + 1}.0`;
  if (dhcp === 'relay') return { 'dhcp-relay': { [vlan]: ['10.9.9.9'] } };
  if (dhcp === 'server')
    return { 'dhcp-server': { [vlan]: { range: `${net}.100-${net}.199`, dns: ['10.9.9.9'], lease: '1h' } } };
  return {};
}

function aclsOf(from: string) {
  return {
    quiet: { from, rules: [{ deny: { to: '203.0.113.0/24', protocol: 'tcp', port: 445 } }, { permit: 'any' }] },
  };
}
