// Settings of scratch ports that questions change: what they were, so that sweep and undo set them back.

import type { Wanted } from '../apply/wanted.ts';
import { type Config, itemsOf, propertyValue } from '../model/config.ts';
import { defaultArgument } from '../plan/compare.ts';
import type { Scratch } from './asking.ts';
import { fillIn } from './placeholders.ts';
import type { Question } from './question.ts';

/** What a port is set to before a question sets it otherwise. */
export interface PortSetting {
  readonly wanted: Wanted;
  readonly property: string;
  /** Undefined = nothing. */
  readonly value: string | undefined;
}

export function portSettings(questions: readonly Question[], scratch: Scratch, prior: Config): readonly PortSetting[] {
  const steps = questions.flatMap((question) => Object.values(question.steps));
  const settings = steps.flatMap((step): readonly PortSetting[] => {
    if (!('setPort' in step)) return [];
    const { setPort: menu, property } = step;
    const name = fillIn(step.port, { scratch });
    const item = itemsOf(prior, menu).find((each) => propertyValue(each, 'name') === name);
    if (item?.id === undefined) return [];
    const value = propertyValue(item, property) ?? defaultArgument(menu, property);
    return [{ wanted: { menu, match: { name }, found: [item.id] }, property, value }];
  });
  const keyOf = ({ wanted, property }: PortSetting) => `${wanted.menu} ${wanted.match.name} ${property}`;
  return [...new Map(settings.map((each) => [keyOf(each), each])).values()];
}
