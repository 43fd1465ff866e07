// Compares the engine with the kernel over cases, and makes the ones on which they disagree smaller.

import type { KernelCase } from './cases.ts';
import { type Agreement, compareTalk } from './compare.ts';
import { type Device, deviceOf, predict } from './engine.ts';
import type { Answer, Job } from './job.ts';
import { type Rendered, renderKernel } from './render.ts';
import { runJobs } from './run-kernel.ts';

export interface Judged {
  readonly case: KernelCase;
  readonly rendered: Rendered;
  readonly answer: Answer;
  readonly results: readonly Agreement[];
}

/**
 * Cases whose every construct has a counterpart in the kernel are judged, the others come back without results. On a
 * busy machine the kernel may handle a packet after it was looked for: what disagrees is asked again, and that counts.
 */
export function judgeCases(cases: readonly KernelCase[]): readonly Judged[] {
  const judged = judgeOnce(cases);
  const disagreed = judged.filter(({ results }) => results.some(({ kind }) => kind === 'disagree'));
  const again = new Map(judgeOnce(disagreed.map((each) => each.case)).map((each) => [each.case, each]));
  return judged.map((each) => again.get(each.case) ?? each);
}

function judgeOnce(cases: readonly KernelCase[]): readonly Judged[] {
  const prepared = cases.map((one) => prepare(one));
  const jobs = prepared.flatMap(({ rendered, one }, id): readonly Job[] =>
    rendered.missing.size > 0 ? [] : [{ id, ...rendered.setup, talks: one.talks }],
  );
  const answers = new Map(runJobs(jobs).map((answer) => [answer.id, answer]));
  return prepared.map(({ one, device, rendered }, id): Judged => {
    const answer = answers.get(id) ?? { id };
    return { case: one, rendered, answer, results: resultsOf(one, device, rendered, answer) };
  });
}

function prepare(one: KernelCase) {
  const device = deviceOf(one);
  const rendered = renderKernel(device.config);
  const names = rendered.setup.ports.map(({ name }) => name);
  for (const talk of one.talks) if (!names.includes(talk.in)) rendered.missing.add(`interface ${talk.in}`);
  return { one, device, rendered };
}

export function resultsOf(
  { talks }: KernelCase,
  { network }: Device,
  rendered: Rendered,
  answer: Answer,
): readonly Agreement[] {
  return talks.flatMap((talk, index) => {
    const steps = answer.talks?.[index];
    return steps ? [compareTalk(talk, predict(network, talk), steps, rendered)] : [];
  });
}

/** Fewer lines and words on which they still disagree about one conversation in the same way. */
export function shrink(one: KernelCase, index: number, about: string): KernelCase {
  const talk = one.talks[index];
  if (!talk) return one;
  let smallest: KernelCase = { ...one, talks: [talk] };
  const attempt = (lines: readonly string[]) => {
    const smaller = { ...smallest, lines };
    const [judged] = judgeCases([smaller]);
    const [result] = judged?.results ?? [];
    if (result?.kind === 'disagree' && result.about === about) smallest = smaller;
  };
  for (let size = Math.max(1, smallest.lines.length >> 2); size >= 1; size >>= 1) {
    for (let end = smallest.lines.length; end > 0; end -= size) {
      attempt(smallest.lines.filter((_, at) => at < end - size || at >= end));
    }
  }
  for (const line of smallest.lines) {
    for (const [words] of line.matchAll(/ [\w-]+=\S+/g)) {
      if (/^ (chain|action|dst-address|gateway)=/.test(words)) continue;
      attempt(smallest.lines.map((each) => (each.startsWith(line.slice(0, 20)) ? each.replace(words, '') : each)));
    }
  }
  return smallest;
}

/** Commands that show it by hand. */
export function byHand({ setup }: Rendered): string {
  return [
    '# unshare -n bash',
    ...setup.ports.map(({ name }) => `ip tuntap add dev ${name} mode tap`),
    ...setup.links.split('\n').map((line) => line && `ip ${line}`),
    ...setup.ip4.split('\n').map((line) => line && `ip -4 ${line}`),
    ...setup.ip6.split('\n').map((line) => line && `ip -6 ${line}`),
    `nft -f - <<'END'\n${setup.nft}END`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
