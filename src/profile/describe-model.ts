// A model that somebody describes beside their configuration, by its chip and its ports, because rosc ships no profile
// of it. It is checked as profile files are.

import type { Staged } from '../diagnostics/diagnostic.ts';
import { checkProfiles } from './check.ts';
import type { NodePath, Places } from './document.ts';
import type { ModelProfile, Profiles } from './profiles.ts';
import type { Medium } from './target.ts';

export interface ModelDescription {
  /** Its name; a shipped model of the same name is replaced. */
  readonly model: string;
  /** A chip that `profiles` describe; absent = the CPU has all ports. */
  readonly chip?: string;
  /** Runs of ports in front-panel order: `{ ports: 'ether1..24', mbps: 1000 }`. */
  readonly ports: readonly {
    readonly ports: string;
    readonly mbps: number | readonly number[];
    readonly medium?: Medium;
    /** The port hangs on the CPU in spite of the chip. */
    readonly onCpu?: boolean;
  }[];
}

/** The source that the wiring of described models is cited from. */
const ownWord = 'site';

/** `profiles` and the model. Its wiring is the describer's word, graded `reported`. */
export function describeModel(profiles: Profiles, description: ModelDescription, at: Places): Staged<Profiles> {
  const { model, chip } = description;
  const value: ModelProfile = {
    model,
    names: [],
    switches: chip === undefined ? {} : { switch1: chip },
    ports: description.ports.map(({ ports, mbps, medium = 'unknown', onCpu = false }) => {
      const hangsOnCpu = onCpu || medium === 'wifi' || chip === undefined;
      return { ports, mbps, medium, switch: hangsOnCpu ? 'cpu' : 'switch1', grade: 'reported', cite: ownWord } as const;
    }),
    facts: {},
  };
  const all: Profiles = {
    chips: profiles.chips,
    models: new Map([...profiles.models, [model, value]]),
    sources: new Map([...profiles.sources, [ownWord, { title: 'The description in the site itself' }]]),
  };
  // A profile file names the chip under `switches`; the describer wrote it under `chip`.
  const own = (path: NodePath): NodePath => (path[0] === 'switches' ? ['chip'] : path);
  const places: Places = { of: (path) => at.of(own(path)), ofKey: (path) => at.ofKey(own(path)) };
  const diagnostics = checkProfiles([{ kind: 'model', at: places, value }], { all, base: profiles, isComplete: true });
  return { value: all, diagnostics };
}
