// Codes of fleets; see codes.ts.

export const fleetCodes = {
  'fleet/no-site': {
    summary: 'A path of a fleet file leads to no site',
    help: 'Paths under `sites:` are relative to the fleet file; `*` and `?` match within a name, `**` across folders. A path that matches nothing is a mistake: its devices would silently be missing from every wave.',
  },
  'fleet/site-unreadable': {
    summary: 'A site of the fleet cannot be read, so nobody knows its devices',
    help: 'The devices of a fleet are those of its site files. `rosc check` of the site alone says what is wrong with it.',
  },
  'fleet/site-twice': {
    summary: 'Two site files of a fleet have the same name',
    help: 'A device of a fleet is `SITE/DEVICE`, so the name under `site:` has to be its own in every file. Rename one of the two.',
  },
  'fleet/wave-twice': {
    summary: 'Two waves of a fleet have the same name',
    help: 'What has become of a wave is kept by its name, and `--wave NAME` picks one. Rename one of the two.',
  },
  'fleet/empty-wave': {
    summary: 'A wave of the fleet has no device',
    help: 'No device has the labels that its `select` asks for, its size is none, or the waves before it have taken all of them. `rosc apply` passes such a wave over, soak and gates and all: a first wave that is misspelt tests nothing before the others begin. Correct the selection, or leave the wave out.',
  },
  'fleet/in-no-wave': {
    summary: 'Devices of the fleet are in none of its waves',
    help: 'A device is in the first wave that selects it, as far as the size of the wave goes. Devices that none selects are never changed by `rosc apply`; a last wave without `select` takes all that are left.',
  },
  'fleet/waves-apart': {
    summary: 'Shards go through the waves of a fleet without waiting for each other',
    help: '`rosc apply FLEET --shard 2/5` rolls out the second fifth of every wave, and knows nothing of the other four: it begins its second wave when its own part of the first has passed. Give `--wave` as well, and have what starts the shards wait for all of them before the next wave, as the templates do.',
  },
  'fleet/no-such-device': {
    summary: 'A device, a label or a wave was picked that the fleet does not have',
    help: '`--device` takes `SITE/DEVICE`, `--select` labels with their values, `--wave` a name under `waves:`. `rosc check` with the fleet file shows what there is.',
  },
  'fleet/link-mismatch': {
    summary: 'The two ends of a link between sites do not fit each other',
    help: 'A link under `links:` is one cable: its ends are in the same subnet with different addresses, or carry the same VLAN ids; they agree on packet sizes and, as bonds, on members and mode. VLAN names belong to each site, so ids are compared.',
  },
  'fleet/session-mismatch': {
    summary: 'A routing session between sites cannot come up',
    help: 'Each end of a session under `sessions:` has to name the other: for BGP its address and AS, for OSPF an interface in the same network, area and type.',
  },
} as const;
