// A line of a file as it may be shown: without its secrets, in the same columns.

import { derivedPer } from './grouping.ts';
import { lineText, type SourceFile } from './location.ts';
import { redactText } from './redact-text.ts';

/** By its one-based number. A file may be one long line with a thousand remarks on it: each line is searched once. */
export const shownLine = derivedPer((file: SourceFile, line: number): string => redactText(lineText(file, line)));
