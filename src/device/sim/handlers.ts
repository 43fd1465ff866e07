// Commands that are more than storage, by menu and verb.

import type { Handlers } from './handler.ts';
import { certificateHandlers } from './system/certificate-commands.ts';
import { fileHandlers } from './system/file-commands.ts';
import { inspectHandlers } from './system/inspect-command.ts';
import { powerHandlers } from './system/power-commands.ts';
import { scriptHandlers } from './system/script-commands.ts';
import { softwareHandlers } from './system/software-commands.ts';
import { statusHandlers } from './system/status-commands.ts';
import { trafficGeneratorHandlers } from './system/traffic-generator.ts';

export const handlers: Handlers = {
  ...certificateHandlers,
  ...fileHandlers,
  ...inspectHandlers(() => Object.keys(handlers)),
  ...powerHandlers,
  ...scriptHandlers,
  ...softwareHandlers,
  ...statusHandlers,
  ...trafficGeneratorHandlers,
};
