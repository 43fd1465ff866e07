// The network cards and drivers that rosc knows, as a table and as JSON, for `rosc models --nics`.

import { printBitRate } from '../model/rates.ts';
import { knownNics, type NamedNic, type NicKind, nicEvidence, type Stated } from '../profile/nics.ts';
import { renderTable } from './table.ts';

interface Statement {
  readonly fact: string;
  readonly value: number | boolean;
  readonly text: string;
  readonly grade: string;
  readonly cite: string;
}

export function nicsTable(width: number): string {
  const section = (title: string, kind: NicKind) => {
    const rows = knownNics(kind).flatMap(([name, facts]) => {
      const known = statementsOf([name, facts]);
      if (known.length === 0) return [[name, 'nothing is known that could be checked']];
      return known.map(({ text, grade, cite }, index) => [index === 0 ? name : '', `${text} · ${grade} [${cite}]`]);
    });
    return `${title}\n${renderTable([['NAME', 'WHAT IS KNOWN'], ...rows], [], '  ', width)}\n`;
  };
  const legend = 'A host names its card as `nic`, its driver as `driver`; what is not listed is not checked.';
  return `${section('Network cards', 'nic')}\n${section('Drivers', 'driver')}\n${legend}\n`;
}

export function nicsJson() {
  const entries = (kind: NicKind) =>
    knownNics(kind).map((named) => ({
      kind,
      name: named[0],
      facts: Object.fromEntries(
        statementsOf(named).map(({ fact, value, grade, cite }) => [fact, { value, grade, cite }] as const),
      ),
    }));
  return [...entries('nic'), ...entries('driver')];
}

function statementsOf([, facts]: NamedNic): readonly Statement[] {
  const { maxMtu, slowSegmentation, lossAbove, pauseLostAbove, cpuBps } = facts;
  const found: Statement[] = [];
  const state = (fact: string, value: number | boolean, text: string, stated: Stated) => {
    const { grade, citation: cite } = nicEvidence(stated, '');
    found.push({ fact, value, text, grade, cite });
  };
  if (maxMtu) state('max-mtu', maxMtu.value, `MTU of at most ${maxMtu.value}`, maxMtu);
  if (slowSegmentation) state('slow-segmentation', true, 'sends slowly until TSO and GSO are off', slowSegmentation);
  if (lossAbove) {
    state('loss-above', lossAbove.value, `may lose packets above an MTU of ${lossAbove.value}`, lossAbove);
  }
  if (pauseLostAbove) {
    const text = `no pause frames above an MTU of ${pauseLostAbove.value}`;
    state('no-pause-above', pauseLostAbove.value, text, pauseLostAbove);
  }
  if (cpuBps) {
    state('receive-bps', cpuBps.receive, `receives at most ${printBitRate(cpuBps.receive)}`, cpuBps);
    state('send-bps', cpuBps.send, `sends at most ${printBitRate(cpuBps.send)}`, cpuBps);
  }
  return found;
}
