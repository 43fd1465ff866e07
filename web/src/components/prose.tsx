// Text of rosc's with its backticks as code.

export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(/(`[^`]+`)/)
        .map((part) =>
          part.length > 2 && part.startsWith('`') && part.endsWith('`') ? <code>{part.slice(1, -1)}</code> : part,
        )}
    </>
  );
}
