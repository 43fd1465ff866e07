// What an import says of the lines of its file: how many are carried, and each that is not, with its reason.

import type { CleanLine } from './clean.ts';
import type { Ledger } from './ledger.ts';
import { maskedCommand } from './masked-command.ts';

export interface NotCarried {
  readonly from: number;
  readonly to: number;
  /** The first command, without anything that may be a secret. */
  readonly command: string;
  readonly reason: string;
}

export interface Account {
  readonly lines: number;
  readonly carried: number;
  readonly notCarried: number;
  readonly irrelevant: number;
  /** Ranges of lines with one reason. */
  readonly missing: readonly NotCarried[];
  readonly remarks: readonly { readonly line: number; readonly text: string }[];
}

const unknownReason = 'rosc does not know this command, or it belongs to nothing that is carried';

export function accountOf(lines: readonly CleanLine[], ledger: Ledger): Account {
  const entries = ledger.entries(lines.length);
  const missing: NotCarried[] = [];
  const counts = { carried: 0, refused: 0, irrelevant: 0, unknown: 0 };
  let open: { from: number; to: number; command: string; reason: string } | undefined;
  for (const { line, outcome, reasons } of entries) {
    counts[outcome]++;
    const reason = outcome === 'unknown' ? unknownReason : reasons.join('; ');
    if (outcome !== 'refused' && outcome !== 'unknown') {
      open = undefined;
      continue;
    }
    if (open && open.reason === reason && open.to === line - 1) open.to = line;
    else {
      open = { from: line, to: line, command: maskedCommand(lines[line - 1]?.text ?? ''), reason };
      missing.push(open);
    }
  }
  return {
    lines: lines.length,
    carried: counts.carried,
    notCarried: counts.refused + counts.unknown,
    irrelevant: counts.irrelevant,
    missing,
    remarks: ledger.remarks(),
  };
}

/** `core.cfg:9-11  irf mac-address …: a site has no stacks` */
export function accountLines(path: string, { missing, remarks, ...counts }: Account): readonly string[] {
  const place = (from: number, to: number) => `${path}:${from}${to > from ? `-${to}` : ''}`;
  const all = `${counts.carried} of ${counts.lines} lines are carried, ${counts.notCarried} are not, ${counts.irrelevant} mean nothing for a site`;
  return [
    `${all}.`,
    ...(missing.length > 0 ? ['', 'Not carried:'] : []),
    ...missing.map(
      ({ from, to, command, reason }) => `  ${place(from, to)}  ${command === '' ? '' : `${command}: `}${reason}`,
    ),
    ...(remarks.length > 0 ? ['', 'Carried, but look at it:'] : []),
    ...remarks.map(({ line, text }) => `  ${place(line, line)}  ${text}`),
  ];
}
