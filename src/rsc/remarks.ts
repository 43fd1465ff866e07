// What a script says that rosc cannot follow, each kind collected into one diagnostic: no verdict rests on it silently.

import type { Diagnostic, Label, Severity } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import { isBlankedOut, isRemoved, listValues, type MenuPath } from '../model/config.ts';
import { isFlag, menus } from '../model/menus.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import { type SourceFile, span, type TextRange } from '../source/location.ts';
import { isSlip, nearestName } from '../source/near-name.ts';
import { wordSet } from '../source/word-set.ts';
import { isPossible } from './is-possible.ts';
import { type Argument, type Code, type Command, isScriptName, type Word } from './script.ts';

export interface RemarkOptions {
  /** Also say what is beyond rosc (unmodelled menus, scripts, unknown properties). Default true. */
  readonly notes?: boolean;
  /** Say nothing of menus and properties in no table: an analysis follows and says what depends on them. */
  readonly isAnalysed?: boolean;
}

interface Kind {
  readonly severity: Severity;
  /** One sentence about one place, and about several. */
  readonly what: (count: number) => string;
  readonly why: string;
  /** What to do, where it is one thing. */
  readonly fix?: string;
}

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

const kinds = {
  'rsc/unmodelled-menu': {
    severity: 'note',
    what: (n) =>
      `${plural(n, 'one menu is', 'menus are')} not modelled, and what ${n === 1 ? 'it does' : 'they do'} to forwarding is unknown`,
    why: 'Verdicts that depend on what is named there say `unknown`; others are not affected.',
  },
  'rsc/unknown-menu': {
    severity: 'error',
    what: (n) => `${plural(n, 'a menu is', 'menus are')} misspelt`,
    why: 'The device refuses a menu that it does not have, and of an import the rest of the file is never read.',
  },
  'rsc/unknown-property': {
    severity: 'warning',
    what: (n) => `${plural(n, 'a property name is', 'property names are')} unknown, but like a known one`,
    why: 'RouterOS refuses a line with a name that it does not know. Should this version know it after all, rosc does not.',
  },
  'rsc/code': {
    severity: 'note',
    what: (n) => `${plural(n, 'a script', 'scripts')} may change forwarding and ${n === 1 ? 'is' : 'are'} not analysed`,
    why: 'What script code does depends on the moment it runs. The verdicts hold for the configuration without it.',
  },
  'rsc/statement': {
    severity: 'warning',
    what: (n) => `${plural(n, 'a statement is', 'statements are')} script code and left out`,
    why: 'Only the device can run it. The verdicts hold for the configuration without what it adds or changes.',
  },
  'rsc/computed': {
    severity: 'warning',
    what: (n) => `${plural(n, 'a value is', 'values are')} computed by script code and left out`,
    why: 'Only the device can compute the value, so the analysis goes without it.',
  },
  'rsc/selector': {
    severity: 'warning',
    what: (n) => `${plural(n, 'a command chooses', 'commands choose')} items in a way that rosc does not evaluate`,
    why: 'The command is left out of the analysis.',
  },
  'rsc/no-match': {
    severity: 'warning',
    what: (n) => `${plural(n, 'a command changes', 'commands change')} nothing, because no such item exists here`,
    why: 'On the device such a command has no effect, or stops the import with an error.',
  },
  'rsc/neither-yes-nor-no': {
    severity: 'error',
    what: (n) =>
      `${plural(n, 'a value is', 'values are')} neither \`yes\` nor \`no\`, and a device takes nothing else there`,
    why: 'The device refuses the line, and an import ends there: what follows is never read.',
  },
  'rsc/impossible-value': {
    severity: 'error',
    what: (n) => `${plural(n, 'a value is', 'values are')} malformed or out of range`,
    why: 'The device refuses the line, and an import ends there: what follows is never read.',
  },
  'rsc/blanked-out': {
    severity: 'warning',
    what: (n) =>
      `${plural(n, 'a value is', 'values are')} blanked out, and what hangs on ${n === 1 ? 'it' : 'them'} is not judged`,
    why: 'Whoever showed the export has hidden the value. Rows that need it are without effect here, unlike on the device.',
    fix: 'read the export as the device wrote it: secrets are kept out of all that is shown',
  },
  'rsc/refused-row': {
    severity: 'warning',
    what: (n) =>
      `${plural(n, 'a row is', 'rows are')} left out, because a device does not take ${n === 1 ? 'it' : 'them'}`,
    why: 'A VLAN is in one row of its bridge, and an interface in one bridge; a further row fails, and stops an import.',
  },
  'rsc/several-exports': {
    severity: 'warning',
    what: () => 'the file has several exports, and of each menu the last one that prints it counts',
    why: 'An export prints all rows of its menus, so an earlier one is older, or of another device.',
    fix: 'keep one export in a file',
  },
  'rsc/dangling-reference': {
    severity: 'warning',
    what: (n) => `${plural(n, 'a value points', 'values point')} to something that was removed`,
    why: 'RouterOS prints an internal number such as `*2C` in place of a name that does not exist any more. A row that is about it stays without effect, and no verdict counts it.',
    fix: 'remove the row, or give it what it is to be about now',
  },
  'rsc/positional': {
    severity: 'warning',
    what: (n) =>
      `${plural(n, 'a value stands', 'values stand')} without a property name and ${n === 1 ? 'is' : 'are'} left out`,
    why: 'Which property an unnamed value means differs between menus and versions.',
  },
} as const satisfies Record<string, Kind>;

type RemarkCode = keyof typeof kinds;

/** What an analysis says by itself, where something depends on it. */
const unmodelled: ReadonlySet<RemarkCode> = new Set<RemarkCode>(['rsc/unmodelled-menu', 'rsc/unknown-property']);

/** As far as they are written out, and as the API and scripts have them; empty takes a setting back. */
const isYesOrNo = /^(?:y(?:es?)?|no?|true|false|)$/;

/** What is an address of some kind, or stands in place of one. */
const hasSyntax = wordSet('address interface-address list mac prefix set');

/** Places kept for one kind; more are counted. */
const placesMax = 50;

/** Words in script code that say that it changes what forwards. */
const forwardingWords = new RegExp(
  [
    '^/import\\b',
    '\\b(?:interface|ip|ipv6|routing|queue|mpls|bridge|route|firewall|switch)\\b',
    '\\b(?:add|set|remove|enable|disable|move)\\b.*=',
  ].join('|'),
);

export class Remarks {
  readonly #file: SourceFile;
  readonly #places = new Map<RemarkCode, { labels: Label[]; count: number }>();
  readonly #said = new Set<string>();

  constructor(file: SourceFile) {
    this.#file = file;
  }

  code(at: Code): void {
    if (forwardingWords.test(this.#file.text.slice(at.start, at.end)))
      this.#add('rsc/statement', firstLine(this.#file, at), '');
  }

  command(command: Command): void {
    const { menu, verb, positional } = command;
    if (!menus.has(menu) && !this.#said.has(menu)) {
      this.#said.add(menu);
      const near = nearestName(menu, menus.keys());
      if (near && isSlip(menu, near))
        this.#add('rsc/unknown-menu', menuWords(this.#file, command), `did you mean \`${near}\`?`);
      else this.#add('rsc/unmodelled-menu', firstLine(this.#file, command), `\`${menu}\``);
    }
    const word = positional.find(({ text }) => !isFlag(menu, text));
    if (word && (verb === 'add' || verb === 'set')) this.#add('rsc/positional', word, `after \`${verb}\``);
  }

  /** A property with a value that is not code. */
  argument(menu: MenuPath, { name, nameStart, nameEnd }: Argument, value: Word): void {
    const menuTable = menus.get(menu);
    const spec = menuTable?.properties[name];
    if (menuTable && !spec && !this.#said.has(`${menu} ${name}`)) {
      this.#said.add(`${menu} ${name}`);
      const near = nearestName(name, Object.keys(menuTable.properties));
      if (near && isSlip(name, near))
        this.#add('rsc/unknown-property', { start: nameStart, end: nameEnd }, `did you mean \`${near}\`?`);
    }
    const { text } = value;
    if (spec && hasSyntax.has(spec.type) && isBlankedOut(text)) this.#add('rsc/blanked-out', value, '');
    else if (spec?.type === 'bool' && !isYesOrNo.test(text)) this.#add('rsc/neither-yes-nor-no', value, '');
    else if (spec && !isPossible(name, spec, text)) this.#add('rsc/impossible-value', value, '');
    if (text.includes('*') && name !== 'comment' && spec?.type !== 'script' && namesIn(text).some(isRemoved)) {
      this.#add('rsc/dangling-reference', value, '');
    }
    if (isScriptName(name) && forwardingWords.test(text)) this.#add('rsc/code', firstLine(this.#file, value), '');
  }

  computed(value: Word): void {
    this.#add('rsc/computed', value, '');
  }

  unevaluated(selector: TextRange): void {
    this.#add('rsc/selector', selector, '');
  }

  /** Said where it matters: many menus beside forwarding have rows by themselves that no export adds. */
  noMatch(menu: MenuPath, at: TextRange): void {
    if (isAnalysed(menu)) this.#add('rsc/no-match', at, '');
  }

  refusedRow(at: TextRange, why: string): void {
    this.#add('rsc/refused-row', at, why);
  }

  replaced(menu: MenuPath, at: TextRange): void {
    this.#add('rsc/several-exports', at, `its rows of \`${menu}\` count`);
  }

  diagnostics({ notes = true, isAnalysed = false }: RemarkOptions): readonly Diagnostic[] {
    const diagnostics: Diagnostic[] = [];
    for (const [code, { labels, count }] of this.#places) {
      const { severity, what, why, fix }: Kind = kinds[code];
      const [primary, ...related] = labels;
      if (!primary || (severity === 'note' && !notes) || (isAnalysed && unmodelled.has(code))) continue;
      const advice = fix === undefined ? {} : { fix: manualFix(fix) };
      diagnostics.push({ code, severity, what: what(count), primary, related, why, evidence: [], ...advice });
    }
    return diagnostics;
  }

  #add(code: RemarkCode, { start, end }: TextRange, text: string): void {
    const places = computeIfAbsent(this.#places, code, () => ({ labels: [], count: 0 }));
    places.count++;
    if (places.labels.length < placesMax) places.labels.push({ at: span(this.#file, start, end), text });
  }
}

function namesIn(text: string): readonly string[] {
  return listValues(text).map((member) => member.replace(/^!/, ''));
}

/** True when a rule or the forwarding model reads something of the menu. */
function isAnalysed(menu: MenuPath): boolean {
  return Object.values(menus.get(menu)?.properties ?? {}).some(({ offload }) => offload === 'analysed');
}

/** Where the script names the menu, in the line or in one above; the command where it does so in steps. */
function menuWords(file: SourceFile, command: Command): TextRange {
  const words = command.menu.slice(1).split('/').join('[ /]+');
  const found = [...file.text.slice(0, command.end).matchAll(new RegExp(`/${words}`, 'g'))].at(-1);
  return found ? { start: found.index, end: found.index + found[0].length } : firstLine(file, command);
}

/** Frames show one line, so a longer range is cut after its first. */
function firstLine({ text }: SourceFile, { start, end }: TextRange): TextRange {
  const feed = text.slice(start, Math.min(end, start + 200)).search(/[\r\n]/);
  return { start, end: feed < 0 ? Math.min(end, start + 200) : start + feed };
}
