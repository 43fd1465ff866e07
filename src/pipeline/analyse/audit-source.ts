// An export through the stages that need no device: read, derive the network, analyse.

import { countAlike } from '../../diagnostics/alike.ts';
import type { Staged } from '../../diagnostics/diagnostic.ts';
import { buildNetwork } from '../../forwarding/build.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { analyze } from '../../offload/analyze.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { emptyReport, type Report } from '../../report/site-report.ts';
import type { SourceFile } from '../../source/location.ts';
import { oldVersion } from '../read/old-version.ts';
import { type ExportOptions, type ExportReading, readExport } from '../read/read-export.ts';
import { networkAfter } from './network-after.ts';

export interface AuditedExport {
  readonly report: Report;
  /** Undefined when the text is no export, or nobody knows its model. */
  readonly device?: { readonly reading: ExportReading; readonly network: Network };
}

export function auditSource(
  source: SourceFile,
  profiles: Staged<Profiles>,
  given: Pick<ExportOptions, 'model' | 'routeros'>,
): AuditedExport {
  const reading = readExport(source, { ...given, profiles: profiles.value, isAnalysed: true });
  const early = [...profiles.diagnostics, ...reading.diagnostics];
  if (!reading.value) return { report: { ...emptyReport, diagnostics: early } };
  const { target, config, file } = reading.value;
  const network = buildNetwork(config, target);
  const analysis = analyze({
    config,
    target,
    network,
    context: 'audit',
    files: [file],
    after: networkAfter(config, target),
    limits: {},
  });
  return {
    report: {
      devices: [{ name: source.path, target, verdicts: analysis.verdicts, flows: [], capacity: analysis.capacity }],
      flows: [],
      diagnostics: countAlike([...oldVersion(reading.value), ...analysis.diagnostics, ...early]),
      accepted: analysis.accepted,
    },
    device: { reading: reading.value, network },
  };
}
