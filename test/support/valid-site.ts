// A site without mistakes, and what tests do with it: change one piece, load it, look at what is marked.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Intent } from '../../src/intent/intent.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { textOf } from '../../src/source/location.ts';
import { builtInProfiles } from './built-in-profiles.ts';

const profiles = builtInProfiles();

export function diagnose(text: string): readonly Diagnostic[] {
  return loadIntent({ path: 'site.yaml', text }, { profiles }).diagnostics;
}

/** The intent of a site without mistakes. */
export function read(text: string): Intent {
  const { value, diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
  if (!value || diagnostics.length > 0) throw new Error(diagnostics.map(({ what }) => what).join('\n'));
  return value;
}

/** A diagnostic's code and the text that it marks. */
export function marked({ code, primary }: Diagnostic): [code: string, text: string] {
  return [code, primary.at.kind === 'source' ? textOf(primary.at).trimEnd() : ''];
}

/** `change` replaces one piece of it. */
export const validSite = `version: 1
site: test
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.14.3
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      ether1-4: { vlan: left }
      ether5-8: { vlan: right }
      ether9: { routed: 198.51.100.1/30, zone: internet }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    routes:
      - { to: 0.0.0.0/0, via: 198.51.100.2 }
acls:
  quiet:
    from: left
    rules:
      - deny: { to: right, protocol: tcp, port: 445 }
      - permit: any
flows:
  - { name: bulk, from: left, to: right, path: hardware }
`;

export function change(before: string, after: string): string {
  if (!validSite.includes(before)) throw new Error(`the valid site has no ${before}`);
  return validSite.replace(before, after);
}
