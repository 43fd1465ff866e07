// The file with its findings marked, and, for a draft, as an editor with the same marks below what is typed. Only the lines
// in sight are in the document, so that an export of 100,000 lines scrolls like a short one.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Mark, type Marks, markedTextsOf } from './source-marks.ts';
import { paintLine } from './syntax.tsx';

interface SourcePaneProps {
  readonly file: { readonly path: string; readonly text: string };
  readonly kind: 'site' | 'export';
  readonly marks: Marks;
  readonly selected: number | undefined;
  onSelect(finding: number): void;
  /** Present while the text may be edited. */
  onEdit?(text: string): void;
}

const lineHeight = 20;
/** Lines kept ready above and below what is in sight. */
const spare = 40;

export function SourcePane({ file, kind, marks, selected, onSelect, onEdit }: SourcePaneProps) {
  const lines = useMemo(() => linesOf(file.text, onEdit !== undefined), [file.text, onEdit === undefined]);
  const columns = useMemo(() => lines.reduce((most, line) => Math.max(most, line.length), 0), [lines]);
  const scroller = useRef<HTMLDivElement>(null);
  const range = useVisibleLines(scroller, lines.length);
  useEffect(() => scrollToFinding(scroller.current, marks, selected), [selected]);
  const digits = String(lines.length).length;
  return (
    <section class="source" aria-label={`Source ${file.path}`}>
      <header class="source-head">
        <h2 class="mono">{file.path.split(/[\\/]/).at(-1)}</h2>
        <span class="faint">{onEdit ? 'a draft: nothing is saved' : `${lines.length} lines`}</span>
      </header>
      {/* A scrolling region has to be reachable by keyboard. */}
      <section aria-label="Text of the file" class="source-scroll" ref={scroller} tabIndex={onEdit ? -1 : 0}>
        <div
          class="source-text"
          style={{
            height: `${lines.length * lineHeight}px`,
            '--digits': `${digits}ch`,
            '--columns': `${columns + 2}ch`,
          }}
        >
          {lines.slice(range.from, range.to).map((text, offset) => {
            const line = range.from + offset + 1;
            return (
              <SourceLine
                key={line}
                line={line}
                text={text}
                kind={kind}
                marks={marks.get(line) ?? []}
                selected={selected}
                onSelect={onSelect}
              />
            );
          })}
          {onEdit && (
            <textarea
              class="source-input"
              spellcheck={false}
              autocapitalize="off"
              autocomplete="off"
              wrap="off"
              aria-label="Draft"
              value={file.text}
              onInput={(event) => onEdit(event.currentTarget.value)}
            />
          )}
        </div>
      </section>
    </section>
  );
}

/** The line break at the end of a file begins no line, except for whoever types there. */
function linesOf(text: string, isEdited: boolean): readonly string[] {
  const lines = text.split(/\r?\n/);
  return !isEdited && lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

interface SourceLineProps {
  readonly line: number;
  readonly text: string;
  readonly kind: 'site' | 'export';
  readonly marks: readonly Mark[];
  readonly selected: number | undefined;
  onSelect(finding: number): void;
}

function SourceLine({ line, text, kind, marks, selected, onSelect }: SourceLineProps) {
  const [worst] = [...marks].sort((a, b) => rank(a) - rank(b));
  const own = marks.filter(({ finding }) => finding === selected);
  const isSelected = own.length > 0;
  const remarks = [...new Set(own.map(({ label }) => label).filter((label) => label !== ''))];
  return (
    <div
      class={`line ${isSelected ? 'is-selected' : ''}`}
      style={{ transform: `translateY(${(line - 1) * lineHeight}px)` }}
    >
      <span class={`line-number ${worst ? `s-${worst.severity}` : ''}`}>{line}</span>
      <span class="line-text">
        {markedTextsOf(text, marks).map((part, index) => {
          const [mark] = part.marks;
          const parts = paintLine(part.text, kind, text);
          if (!mark) return <span key={index}>{parts}</span>;
          const isOwn = part.marks.some(({ finding }) => finding === selected);
          return (
            <button
              key={index}
              type="button"
              tabIndex={-1}
              class={`mark m-${mark.severity} ${mark.isPrimary ? '' : 'is-related'} ${isOwn ? 'is-selected' : ''}`}
              title={part.marks.map((each) => each.text).join('\n\n')}
              onClick={() => onSelect(mark.finding)}
            >
              {parts}
            </button>
          );
        })}
        {remarks.length > 0 && (
          <span class={`line-remark ${worst ? `s-${worst.severity}` : ''}`} aria-hidden="true">
            {remarks.join('; ')}
          </span>
        )}
      </span>
    </div>
  );
}

function rank({ severity }: Mark): number {
  return { error: 0, warning: 1, note: 2 }[severity];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The lines in sight and some more, from zero, kept up to date. */
function useVisibleLines(scroller: { readonly current: HTMLDivElement | null }, count: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: Math.min(count, 120) });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / lineHeight) - spare);
      const to = Math.min(count, Math.ceil((element.scrollTop + element.clientHeight) / lineHeight) + spare);
      setRange((known) => (known.from === from && known.to === to ? known : { from, to }));
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      element.removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [count]);
  return range;
}

function scrollToFinding(scroller: HTMLElement | null, marks: Marks, selected: number | undefined): void {
  const line = [...marks].find(([, own]) => own.some((mark) => mark.finding === selected && mark.isPrimary))?.[0];
  if (!scroller || line === undefined) return;
  const top = (line - 1) * lineHeight;
  const isInSight =
    top >= scroller.scrollTop + lineHeight && top < scroller.scrollTop + scroller.clientHeight - 2 * lineHeight;
  if (!isInSight) scroller.scrollTop = Math.max(0, top - scroller.clientHeight / 3);
}
