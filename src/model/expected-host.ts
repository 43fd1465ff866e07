// A host of a site as one device should know it: reached over one of its interfaces, and behind one of its ports.

export interface ExpectedHost {
  /** The host's name in the site. */
  readonly name: string;
  readonly address: string;
  /** As the site says it, in capitals; absent = any. */
  readonly mac?: string;
  /** The device's interface in the host's network. */
  readonly interface: string;
  /** The bridge VLAN that it is in; absent = the interface is a port or a bond by itself. */
  readonly vid?: number;
  /** Bridge port that it is plugged into; absent = it is behind another device. */
  readonly port?: string;
}
