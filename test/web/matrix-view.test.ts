// A cell of the page says what trace says: packets of a service that is the device's own business do not count.

import { expect, it } from 'vitest';
import { analyseText } from '../../src/web/analysis.ts';
import { matrixOf, traceCell } from '../../src/web/matrix-view.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';

const text = `# 2025-01-01 00:00:00 by RouterOS 7.20.8
# model = CRS309-1G-8S+
/ip address
add address=10.0.10.1/24 interface=sfp-sfpplus1
add address=10.0.20.1/24 interface=sfp-sfpplus2
/interface ethernet switch
set 0 l3-hw-offloading=yes
/interface ethernet switch rule
add mac-protocol=ip ports=sfp-sfpplus1,sfp-sfpplus2 protocol=udp dst-port=20561 redirect-to-cpu=yes switch=switch1
`;

it('a redirect for MAC telnet leaves a cell in hardware', async () => {
  const { devices } = analyseText(
    { path: 'core.rsc', text },
    { profiles: { value: builtInProfiles(), diagnostics: [] } },
  );
  const [device] = devices;
  if (!device) throw new Error('no device');
  const { cells } = await matrixOf(device);
  const ends = { from: 'sfp-sfpplus1', to: 'sfp-sfpplus2' };
  const cell = cells.find(({ from, to }) => from === ends.from && to === ends.to);
  for (const each of cell?.classes ?? []) {
    expect(each.both.placement).toBe(traceCell(device, ends, each.class)?.placement);
    expect(each.both).toEqual({ placement: 'hardware' });
  }
  expect(cell?.classes.length).toBe(4);
});
