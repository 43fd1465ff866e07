// Says that the page shows a draft, and what can be done with it.

import { useState } from 'preact/hooks';
import { session, useSession } from '../state/session.ts';

export function DraftBar() {
  const { draft, fileChanged } = useSession();
  const [model, setModel] = useState('');
  if (!draft) return null;
  return (
    <div class="draft-bar" role="status">
      <span>
        <strong>Draft.</strong> Type, or paste a site or an export: the whole page follows. Nothing is saved.
        {fileChanged && ' The file has changed on disk meanwhile.'}
      </span>
      <label class="inline-field">
        Model{' '}
        <input
          value={model}
          placeholder="if the export does not say it"
          onInput={(event) => {
            const { value } = event.currentTarget;
            setModel(value);
            session.edit({ name: draft.name, text: draft.text, ...(value !== '' && { model: value }) });
          }}
        />
      </label>
      <button type="button" class="button" onClick={() => session.edit({ name: 'pasted', text: '' })}>
        Clear
      </button>
      <button type="button" class="button" onClick={() => void session.discard()}>
        Discard
      </button>
    </div>
  );
}
