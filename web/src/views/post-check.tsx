// Whether the devices do what the site promises: what was expected, what each device shows, and the command that shows it.

import { useState } from 'preact/hooks';
import type { CheckLineJson, PostCheckJson } from '../../../src/web/api/device-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { FindingCard } from '../components/finding-card.tsx';
import { LiveCounters } from '../components/live-counters.tsx';
import { ReadAgain } from '../components/read-again.tsx';
import { useResource } from '../state/resource.ts';
import { session } from '../state/session.ts';

export function PostCheck({ view }: { readonly view: ViewJson }) {
  const [readings, setReadings] = useState(0);
  const isStatic = session.api.madeAt !== undefined;
  const live = view.devices.filter((device) => device.live !== undefined);
  const isPossible = isStatic || live.length > 0;
  const report = useResource(isPossible ? `${view.id} ${readings}` : undefined, () => session.api.postCheck(view.id));
  if (!isPossible) {
    if (view.kind !== 'site') {
      return <p class="empty">An export promises nothing; a post-check needs a site and the address of its device.</p>;
    }
    return (
      <p class="empty">
        The addresses of the devices are not known: write <code>url:</code> at a device of the site, or start with{' '}
        <code>rosc ui site.yaml --device NAME=URL</code>.
      </p>
    );
  }
  const { value, problem, isLoading } = report;
  const unread = value?.diagnostics.filter(
    ({ code, severity }) => severity === 'error' && !code.startsWith('post-check/'),
  );
  return (
    <div class="stack" aria-busy={isLoading}>
      <header class="view-head">
        <h2>Post-check</h2>
        <p class="faint">Read from the device; a route’s own flag proves only that it is a candidate.</p>
        {!isStatic && (
          <ReadAgain view={view} label="Check again" isLoading={isLoading} onClick={() => setReadings(readings + 1)} />
        )}
      </header>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {unread?.map((diagnostic, index) => (
        <FindingCard key={index} diagnostic={diagnostic} view={view} isSelected={false} />
      ))}
      {value?.devices.map((device) => (
        <DeviceCheck key={device.device} check={device} where={live.find(({ name }) => name === device.device)?.live} />
      ))}
      {!isStatic && live.map(({ name }) => <LiveCounters key={name} device={name} />)}
    </div>
  );
}

interface DeviceCheckProps {
  readonly check: PostCheckJson['devices'][number];
  readonly where: string | undefined;
}

function DeviceCheck({ check: { device, passed, lines }, where }: DeviceCheckProps) {
  const id = `check-${device}`;
  return (
    <section class="card" aria-labelledby={id}>
      <header class="device-head">
        <h2 id={id}>{device}</h2>
        {where !== undefined && <span class="mono faint">{where}</span>}
        {lines.length > 0 && <strong class={passed ? 'is-good' : 's-error'}>{passed ? 'passed' : 'failed'}</strong>}
        <span class="faint">{counts(lines)}</span>
      </header>
      {lines.length === 0 && <p class="faint">Nothing that this device does in hardware was promised.</p>}
      <div class="scroll" hidden={lines.length === 0}>
        <table class="table table-dense">
          <thead>
            <tr>
              <th scope="col">Proof</th>
              <th scope="col">Subject</th>
              <th scope="col">Expected</th>
              <th scope="col">Observed</th>
              <th scope="col">Shown by</th>
            </tr>
          </thead>
          <tbody>
            {[...lines].sort(worstFirst).map((line, index) => (
              <tr key={index}>
                <td>
                  <span class={`proof proof-${line.proof}`}>{proofs[line.proof]}</span>
                </td>
                <th scope="row">{line.subject}</th>
                <td>{line.expected}</td>
                <td>{line.observed}</td>
                <td class="mono faint">{line.command}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const proofs: Readonly<Record<CheckLineJson['proof'], string>> = {
  'not-offloaded': '✕ not so',
  unproved: '? unproved',
  candidate: '◌ candidate',
  proved: '✓ proved',
};
const order = Object.keys(proofs);

function worstFirst(a: CheckLineJson, b: CheckLineJson): number {
  return order.indexOf(a.proof) - order.indexOf(b.proof);
}

function counts(lines: readonly CheckLineJson[]): string {
  return Object.entries(proofs)
    .flatMap(([proof, text]) => {
      const count = lines.filter((line) => line.proof === proof).length;
      return count > 0 ? [`${count} ${text.slice(2)}`] : [];
    })
    .reverse()
    .join(', ');
}
