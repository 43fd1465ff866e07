// Names and comments of a file may hold characters that turn a line round, or that nobody sees: wherever the page shows
// text, such a character is shown by its escape. What is typed into a field stays as it is.

import { options } from 'preact';

const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Texts beside children. */
const shown = ['title', 'aria-label'] as const;

export function showWhatNobodySees(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    // A vnode without a type is a text, which its props are.
    const node = vnode as { readonly type: unknown; props: unknown };
    if (node.type === null && typeof node.props === 'string') node.props = visible(node.props);
    else if (typeof node.type === 'string') label(node.props as Record<string, unknown>);
    before?.(vnode);
  };
}

function label(props: Record<string, unknown>): void {
  for (const name of shown) {
    const text = props[name];
    if (typeof text === 'string') props[name] = visible(text);
  }
}

function visible(text: string): string {
  return text.replace(unseen, (character) => `\\x${character.codePointAt(0)?.toString(16).padStart(2, '0')}`);
}
