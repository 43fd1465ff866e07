// The network cards and drivers that rosc knows, as a table and as JSON, for `rosc models --nics`.

import type { Evidence } from '../diagnostics/diagnostic.ts';
import { printBitRate } from '../model/rates.ts';
import { knownNics, type NamedNic } from '../profile/nics.ts';
import { renderTable } from './table.ts';

interface Statement {
  readonly fact: string;
  readonly value: number | boolean;
  readonly text: string;
  readonly grade: string;
  readonly cite: string;
}

export function nicsTable(): string {
  const { nics, drivers } = knownNics();
  const section = (title: string, list: readonly NamedNic[]) => {
    const rows = list.flatMap(([name, facts]) => {
      const known = statementsOf([name, facts]);
      if (known.length === 0) return [[name, 'nothing is known that could be checked', '']];
      return known.map(({ text, grade, cite }, index) => [index === 0 ? name : '', text, `${grade} [${cite}]`]);
    });
    return `${title}\n${renderTable([['NAME', 'WHAT IS KNOWN', 'EVIDENCE'], ...rows])}\n`;
  };
  const legend = 'A host names its card as `nic`, its driver as `driver`; what is not listed is not checked.';
  return `${section('Network cards', nics)}\n${section('Drivers', drivers)}\n${legend}\n`;
}

export function nicsJson() {
  const { nics, drivers } = knownNics();
  const entry = (kind: 'nic' | 'driver') => (named: NamedNic) => ({
    kind,
    name: named[0],
    facts: Object.fromEntries(
      statementsOf(named).map(({ fact, value, grade, cite }) => [fact, { value, grade, cite }] as const),
    ),
  });
  return [...nics.map(entry('nic')), ...drivers.map(entry('driver'))];
}

function statementsOf([, facts]: NamedNic): readonly Statement[] {
  const { maxMtu, slowSegmentation, lossAbove, pauseLostAbove, cpuBps } = facts;
  const state = (fact: string, value: number | boolean, text: string, { grade, citation }: Evidence): Statement => ({
    fact,
    value,
    text,
    grade,
    cite: citation,
  });
  return [
    ...(maxMtu ? [state('max-mtu', maxMtu.value, `MTU of at most ${maxMtu.value}`, maxMtu.says(''))] : []),
    ...(slowSegmentation
      ? [state('slow-segmentation', true, 'sends slowly until TSO and GSO are off', slowSegmentation.says(''))]
      : []),
    ...(lossAbove
      ? [
          state(
            'loss-above',
            lossAbove.value,
            `may lose packets above an MTU of ${lossAbove.value}`,
            lossAbove.says(''),
          ),
        ]
      : []),
    ...(pauseLostAbove
      ? [
          state(
            'no-pause-above',
            pauseLostAbove.value,
            `no pause frames above an MTU of ${pauseLostAbove.value}`,
            pauseLostAbove.says(''),
          ),
        ]
      : []),
    ...(cpuBps
      ? [
          state('receive-bps', cpuBps.receive, `receives at most ${printBitRate(cpuBps.receive)}`, cpuBps.says('')),
          state('send-bps', cpuBps.send, `sends at most ${printBitRate(cpuBps.send)}`, cpuBps.says('')),
        ]
      : []),
  ];
}
