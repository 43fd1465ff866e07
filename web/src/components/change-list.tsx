// Changes of a plan as a diff: by menu, then item, then property.

import { Fragment } from 'preact';
import { parseDeferred } from '../../../src/model/deferred.ts';
import { nameOf } from '../../../src/plan/change-name.ts';
import { foldNames } from '../../../src/source/fold-names.ts';
import type { ChangeJson } from '../../../src/web/api/device-schema.ts';

const signs: Readonly<Record<ChangeJson['action'], string>> = {
  add: '+',
  remove: '−',
  move: '↕',
  set: '~',
  unset: '~',
  enable: '~',
  disable: '~',
};

/** Menus with fewer changes than this are open from the start. */
const openMax = 12;

export function ChangeList({ changes }: { readonly changes: readonly ChangeJson[] }) {
  const menus = new Map<string, ChangeJson[]>();
  for (const change of changes) {
    const own = menus.get(change.menu);
    if (own) own.push(change);
    else menus.set(change.menu, [change]);
  }
  return (
    <div class="groups">
      {[...menus].map(([menu, own]) => (
        <details key={menu} class="group" open={own.length <= openMax}>
          <summary>
            <span class="mono">{menu}</span> <span class="faint">{own.length}</span>
          </summary>
          <ul class="changes">
            {own.map((change, index) => (
              <Change key={index} change={change} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function Change({ change }: { readonly change: ChangeJson }) {
  const { action, key, properties, because, origin, ownership } = change;
  const remarks = [
    origin?.split(/[\\/]/).at(-1),
    ownership === 'adopt' ? 'adopted: rosc did not make it' : because,
  ].filter((part) => part !== undefined && part !== '');
  return (
    <li class={`change change-${action}`}>
      <p>
        <span class="change-sign" title={action}>
          {signs[action]}
        </span>
        <strong class="mono">{key === '' ? 'settings' : nameOf(change)}</strong>
        <span class="faint">{remarks.join(' · ')}</span>
      </p>
      {action !== 'remove' && properties.length > 0 && (
        <dl class="properties">
          {properties.map(({ name, before, after, secret }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {secret ? (
                  <span class="faint">secret</span>
                ) : (
                  <>
                    {action !== 'add' && <del>{breakable(before)}</del>} <ins>{breakable(after)}</ins>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Names in ranges, as on the command line; a long list or comment breaks between its parts, not within an address. */
function breakable(value: string | undefined) {
  const folded = foldNames(shown(value).split(',')).join(',');
  const parts = folded.split(/(?<=,)|(?<=\/)(?=[^/]{4})/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function shown(value: string | undefined): string {
  if (value === undefined) return '(not set)';
  const deferred = parseDeferred(value);
  if (deferred) return deferred.kind === 'mac-of' ? '(from the device)' : '(a secret)';
  return value === '' ? '(empty)' : value;
}
