// Codes of plans, of one device and of a fleet; see codes.ts.

export const planCodes = {
  'plan/no-upgrade': {
    summary: 'The version that `--upgrade` names is no upgrade of this device.',
    help: 'The device runs a newer RouterOS, or does not say which one it runs. A downgrade can lose configuration and takes hands; rosc neither does one nor makes it part of an undo.',
  },
  'plan/no-such-row': {
    summary: 'The site configures a row of the hardware that this device does not have.',
    help: 'Ports, switch ports and services come with the device; rosc can set their properties but cannot add one. Either the site names the wrong port or model, or the device is not the one that the site means.',
  },
  'plan/kept-setting': {
    summary: 'A setting that rosc once made stays, because what it was before is not known.',
    help: 'The comment of a port names what rosc has set on it, and what that was before, so that a site that no longer asks for it leaves the port as it was; the comment of the interface list `rosc-settings`, which nothing uses, does the same for the name, the name servers, the services and other settings of the device. Where the comment comes from a compiled script, which knows no device, the former value is the default; for the few settings without one (`l2mtu`) it is not known.',
  },
  'plan/unresolved-value': {
    summary: 'A value that comes from the device or from a secret is not there.',
    help: 'Some values are only known when the plan is made: the MAC address of a port, a key from the environment or from a file. Provide it and plan again; rosc makes no plan with holes.',
  },
  'plan/secret-not-compared': {
    summary: 'Secrets are left out of a comparison, because they cannot be seen.',
    help: 'An export leaves out passwords and keys unless it was made with `show-sensitive`, a compiled script never has them, and a login without the policy `sensitive` reads them as empty. The plan then changes no secret of an item that is there, and cannot say whether the secret is the site’s. A plan against the device, with a login that may read secrets, can.',
  },
  'plan/displaced': {
    summary: 'Items that rosc did not make are in the way of the site.',
    help: 'A port can be in one bridge only, an address on one interface, a VLAN in one row of a bridge. When an item of somebody else holds what the site needs, the plan shows its removal apart, and `rosc apply --displace` does it. Without the option nothing is applied.',
  },
  'plan/dangling-name': {
    summary: 'An item that rosc did not make names something that the plan removes.',
    help: 'RouterOS keeps such an item, but the name means nothing any more: a firewall rule for an interface that is gone matches nothing. rosc leaves other people’s items alone and says which ones are concerned. When the commit is undone, the name is put back as well.',
  },
  'plan/malformed-file': {
    summary: 'A file given to `rosc apply` is not a plan.',
    help: 'Plans are JSON files that `rosc plan --out` writes. They are checked field by field before anything is sent to a device; edit the site rather than the plan.',
  },
  'plan/other-file-format': {
    summary: 'A plan file has a format of another rosc.',
    help: 'The format of plans has a version, so that a plan is never applied by a program that reads it differently. Make the plan again with the rosc that applies it.',
  },
  'plan/secret-missing': {
    summary: 'A plan contains a secret whose value the site no longer gives.',
    help: 'Plan files hold digests in place of secrets. When such a plan is applied, rosc looks for values with the same digests among the secrets of the site. Provide the same environment variable or file as when the plan was made, or plan again.',
  },
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
