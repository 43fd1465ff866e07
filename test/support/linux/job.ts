// What goes to kernel.py, and what comes back.

/** A conversation: an opener, its answer, two more of each. */
export interface Talk {
  readonly family: 4 | 6;
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'icmpv6';
  /** The interface that the opener enters by. */
  readonly in: string;
  readonly src: string;
  readonly dst: string;
  readonly sport: number;
  /** 0 for an echo. */
  readonly dport: number;
  /** Nobody answers: two openers. */
  readonly oneWay: boolean;
}

/** Commands that make a device of a network namespace. */
export interface Setup {
  readonly ports: readonly { readonly name: string; readonly mac: string }[];
  readonly sysctl: {
    readonly ipv4: Readonly<Record<string, string>>;
    readonly ipv6: Readonly<Record<string, string>>;
    readonly other: Readonly<Record<string, string>>;
  };
  /** Lines for `ip -batch`. */
  readonly links: string;
  readonly ip4: string;
  readonly ip6: string;
  readonly nft: string;
}

export interface Job extends Setup {
  readonly id: number;
  readonly talks: readonly Talk[];
}

/** A packet as it left the device. */
export interface Exit {
  readonly port: string;
  readonly src: string;
  readonly dst: string;
  readonly sport: number;
  readonly dport: number;
}

/** One packet sent, what came of it, and the rules that it met: prefix and mark of each. */
export interface Step {
  readonly direction: 'there' | 'back';
  readonly in: string;
  readonly out: readonly Exit[];
  readonly log: readonly (readonly [prefix: string, mark: number])[];
}

export interface Answer {
  readonly id: number;
  /** Why this machine cannot do it at all. */
  readonly unable?: string;
  /** What `ip` and `nft` refused. */
  readonly errors?: string;
  readonly talks?: readonly (readonly Step[])[];
}
