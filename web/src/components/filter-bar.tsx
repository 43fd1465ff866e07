// What the page is filtered to, and the way out of it.

import { useEffect } from 'preact/hooks';
import { useFilter } from '../state/filter.ts';

export function FilterBar() {
  const { touch, text, toggle } = useFilter();
  useEffect(() => {
    if (touch === undefined) return;
    const leave = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      if (event.key === 'Escape' && !isTyping && !document.querySelector('dialog[open]')) toggle(touch);
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [touch]);
  if (touch === undefined) return null;
  return (
    <div class="filter-bar" role="status">
      Only what touches <strong>{text}</strong>
      <button type="button" class="button button-quiet" onClick={() => toggle(touch)}>
        Show everything <kbd>Esc</kbd>
      </button>
    </div>
  );
}
