// `rosc advise SITE`: every known model in the place of each device, ranked by what would stay in hardware.

import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson } from '../io/output.ts';
import { adviseDevice } from '../pipeline/analyse/advise-device.ts';
import { analyseSite, isAnalysed, siteReport } from '../pipeline/analyse/analyse-site.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { softwareRouters } from '../profile/software-routers.ts';
import { adviceJson, renderAdvice } from '../report/advice.ts';
import { printReport } from './print-report.ts';

export interface AdviseOptions extends CommonOptions {
  readonly device?: readonly string[];
  readonly all?: boolean;
}

const shownMax = 12;

export async function advise(io: Io, path: string, options: AdviseOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles });
  if (!isAnalysed(site) || unknownDevices(picked, site.intent).length > 0) {
    printReport(io, output, siteReport(site, picked));
    return exit.findings;
  }
  const { value: profiles } = await loadAllProfiles(io, options.profiles);
  const devices = site.devices.flatMap(({ lowered }) => {
    const device = site.intent.devices.get(lowered.device);
    const tell = (model: string) => output.progress(`${lowered.device} as a ${model} …`);
    return device ? [adviseDevice(profiles, site.intent, device, tell)] : [];
  });
  output.progress('');
  const references = softwareRouters();
  if (output.format === 'json') printJson(io, adviceJson(devices, references));
  else {
    const limit = options.all ? Number.POSITIVE_INFINITY : shownMax;
    io.stdout(renderAdvice(devices, references, { palette: output.palette, limit, width: output.width }));
  }
  return exit.fine;
}
