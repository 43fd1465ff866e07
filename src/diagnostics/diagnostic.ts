// A diagnostic is a product: what happens, where, why, with which evidence, and how to mend it. Data only; renderers
// are apart.

import type { Location, Span } from '../source/location.ts';

export type Severity = 'error' | 'warning' | 'note';

/** Best to worst. Every statement about a chip carries one. */
export const grades = ['measured', 'documented', 'reported', 'inferred'] as const;
export type Grade = (typeof grades)[number];

/** For the tables of `profiles/`, where a word that is none is our mistake. */
export function gradeNamed(word: string | undefined): Grade {
  const grade = grades.find((each) => each === word);
  if (!grade) throw new Error(`profiles/ has a statement of the grade ${word}`);
  return grade;
}

export interface Evidence {
  readonly grade: Grade;
  readonly claim: string;
  /** A key of `profiles/sources.yaml`, possibly followed by `#section`. */
  readonly citation: string;
}

export interface Label {
  readonly at: Location;
  readonly text: string;
}

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

export interface Fix {
  /** One imperative sentence or command. */
  readonly title: string;
  /** `safe` keeps forwarding as it is; `review` changes it; `manual` is for a person to work out. */
  readonly applicability: 'safe' | 'review' | 'manual';
  readonly edits: readonly TextEdit[];
  /** RouterOS commands that mend it on the device, in order. */
  readonly commands?: readonly string[];
  /** In their place, commands that do not mend it as they stand: the title says what else it takes. */
  readonly steps?: readonly string[];
}

export interface Diagnostic {
  /** `<group>/<id>`: a rule's code, or one of `codes.ts`. */
  readonly code: string;
  /** Codes of further rules that name the same cause. */
  readonly also?: readonly string[];
  readonly severity: Severity;
  /** One line without a full stop: the consequence for the reader's traffic first. */
  readonly what: string;
  readonly primary: Label;
  readonly related: readonly Label[];
  readonly why: string;
  readonly evidence: readonly Evidence[];
  readonly fix?: Fix;
  /** Traffic passes a policy that is meant for it, or what becomes of it is undefined. */
  readonly isUnpredictable?: boolean;
  /** Name of the site's device that it is about. */
  readonly device?: string;
  /** Further places of which the same could be said, and is not: see `alike.ts`. */
  readonly more?: number;
}

/** What is wrong: one thing, several, or nothing. */
export type Found = Diagnostic | readonly Diagnostic[];

/** What every stage returns: user mistakes never throw, and a value may be partial. */
export interface Staged<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** The codes that it stands for: its own, and those that it explains. */
export function codesOf({ code, also = [] }: Diagnostic): readonly string[] {
  return [code, ...also];
}

export function worstGrade(evidence: readonly Evidence[]): Grade | undefined {
  return evidence.map(({ grade }) => grade).sort((a, b) => grades.indexOf(b) - grades.indexOf(a))[0];
}

/** Worst first. */
export const severities: readonly Severity[] = ['error', 'warning', 'note'];

export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(threshold);
}

export function isError({ severity }: Pick<Diagnostic, 'severity'>): boolean {
  return severity === 'error';
}

/** True when any diagnostic is as severe as the threshold. */
export function hasAtLeast(diagnostics: readonly Diagnostic[], threshold: Severity): boolean {
  return diagnostics.some(({ severity }) => isAtLeast(severity, threshold));
}
