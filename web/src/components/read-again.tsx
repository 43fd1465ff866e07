// The button that has the devices read anew, and how far that is: a device on a slow line takes its time.

import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { useSession } from '../state/session.ts';
import { plural } from '../units.ts';

interface ReadAgainProps {
  readonly view: ViewJson;
  readonly label: string;
  readonly isLoading: boolean;
  readonly onClick: () => void;
}

export function ReadAgain({ view, label, isLoading, onClick }: ReadAgainProps) {
  return (
    <>
      <span class="faint" role="status">
        {isLoading && <ReadingProgress view={view} />}
      </span>
      <button type="button" class="button" disabled={isLoading} onClick={onClick}>
        {label}
      </button>
    </>
  );
}

/** `Reading core (2 of 5): 40 menus` */
function ReadingProgress({ view }: Pick<ReadAgainProps, 'view'>) {
  const { reading } = useSession();
  const names = view.devices.filter(({ live }) => live !== undefined).map(({ name }) => name);
  const place = reading ? names.indexOf(reading.device) + 1 : 0;
  if (!reading || place === 0) return <>Reading…</>;
  return (
    <>
      Reading {reading.device}
      {names.length > 1 && ` (${place} of ${names.length})`}: {plural(reading.menus, 'menu')}…
    </>
  );
}
