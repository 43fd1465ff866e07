// One reading of each thing that nothing published says of a device, by chance.

import type { Random } from '../../../src/device/sim/random.ts';
import { type Readings, readingChoices, worstReadings } from '../../../src/device/sim/readings.ts';

export function drawReadings(random: Random): Readings {
  return {
    listsInFind: random.pick(readingChoices.listsInFind) ?? worstReadings.listsInFind,
    bareEnumerations: random.pick(readingChoices.bareEnumerations) ?? worstReadings.bareEnumerations,
    typesInFind: random.pick(readingChoices.typesInFind) ?? worstReadings.typesInFind,
  };
}
