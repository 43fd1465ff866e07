// Syntax tree of the subset of RouterOS script that the simulated device runs. Source: manual,
// management-tools/scripting.

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** A bare word of an expression: typed by its spelling; in `where` the name of a property. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'string'; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'substitution'; readonly body: Block }
  | { readonly kind: 'array'; readonly members: readonly Expression[]; readonly hasNames: boolean }
  | { readonly kind: 'block'; readonly body: Block }
  | { readonly kind: 'unary'; readonly operator: '!' | '-' | '~' | '>'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

export type BinaryOperator =
  | '||'
  | '&&'
  | '='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | '~'
  | 'in'
  | '.'
  | ','
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '|'
  | '^'
  | '&'
  | '<<'
  | '>>'
  | '<%%'
  | '->';

export interface Argument {
  /** Absent for positional ones. */
  readonly name?: string;
  /** Absent for a bare flag such as `detail` and for cleared properties (`!name`). */
  readonly value?: Expression;
  readonly cleared?: true;
}

export interface CommandNode {
  readonly kind: 'command';
  /** `/ip/address` with verb `add`; a language command such as `:if` has menu `:`. */
  readonly menu: string;
  readonly verb: string;
  readonly args: readonly Argument[];
  readonly where?: Expression;
  readonly line: number;
  /** What the device does not know: only running it is an error. RouterOS writes the message into its parsed form. */
  readonly unknown?: string;
}

export type Block = readonly CommandNode[];
