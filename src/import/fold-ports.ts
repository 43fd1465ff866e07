// Neighbouring ports of which the same is said become one range.

import { expandPorts } from '../intent/ports.ts';
import type { Target } from '../profile/target.ts';
import type { PortDraft } from './site-draft.ts';

/** In the order of the ports; a range stands where its first port did. */
export function foldPorts(ports: Readonly<Record<string, PortDraft>>, target: Target): Record<string, PortDraft> {
  const folded: Record<string, PortDraft> = {};
  let run: { names: string[]; draft: PortDraft; text: string } | undefined;
  const close = () => {
    if (run) folded[rangeOf(run.names)] = run.draft;
    run = undefined;
  };
  for (const [name, draft] of Object.entries(ports)) {
    const text = JSON.stringify(draft);
    if (run && run.text === text && isRange([...run.names, name], target)) run.names.push(name);
    else {
      close();
      run = { names: [name], draft, text };
    }
  }
  close();
  return folded;
}

/** Names of ports as a site writes several of them. */
export function foldNames(names: readonly string[], target: Target): string[] {
  const folded = foldPorts(Object.fromEntries(names.map((name) => [name, {}])), target);
  return Object.keys(folded);
}

function rangeOf(names: readonly string[]): string {
  const [first = ''] = names;
  const last = names.at(-1) ?? first;
  return names.length > 1 ? `${first}-${/\d+$/.exec(last)?.[0] ?? ''}` : first;
}

/** The range means these ports to a reader of the site, and nothing else. */
function isRange(names: readonly string[], target: Target): boolean {
  const expansion = expandPorts(rangeOf(names), target);
  return expansion.kind === 'ports' && !expansion.exact && expansion.names.join() === names.join();
}
