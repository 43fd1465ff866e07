// What becomes of a device's network when commands are run on it: by this, fixes are judged before they are offered.

import { buildNetwork } from '../../forwarding/build.ts';
import type { Config } from '../../model/config.ts';
import type { NetworkAfter } from '../../offload/reaudit.ts';
import type { Target } from '../../profile/target.ts';
import { evaluateScript } from '../../rsc/evaluate.ts';
import { parseRsc } from '../../rsc/parser.ts';

/** `config` has the rows that every device of the model has. */
export function networkAfter(
  config: Config,
  target: Target,
  neighbours?: Parameters<typeof buildNetwork>[2],
): NetworkAfter {
  return (commands) => {
    const script = parseRsc({ path: '', text: `${commands.join('\n')}\n` });
    const { value } = evaluateScript(script.value, config, { notes: false });
    return buildNetwork({ ...config, ...value }, target, neighbours);
  };
}
