// Codes of the plan layer; see codes.ts.

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
} as const;
