// A question to a device, as data of `profiles/questions/`: what is sent, how the answer is read, and what follows from
// it. The words for all of that are closed, so that a question can be judged by reading it, and holds no code.

import * as z from 'zod';
import statements from '../../profiles/questions/statements.json' with { type: 'json' };
import { evidencedCodes } from '../evidence/evidence-of.ts';
import { chipFacts, type FactKey, modelFacts } from '../profile/fact.ts';
import { beyond } from './beyond.ts';
import { frame } from './frame.ts';

const text = z.string().min(1);
const number = z.number().nonnegative();
const menu = z.templateLiteral(['/', z.string()]);
const yes = z.literal(true);
const texts = z.record(z.string(), z.string());

function list<T extends z.ZodType>(item: T) {
  return z.array(item).readonly();
}

function keyOf<T extends object>(table: T) {
  return z.custom<keyof T & string>((value) => typeof value === 'string' && Object.hasOwn(table, value));
}

const factKey: z.ZodType<FactKey, FactKey> = keyOf({ ...chipFacts, ...modelFacts });

const settles = z.strictObject({
  facts: list(factKey).exactOptional(),
  /** Codes whose evidence it settles. */
  codes: list(z.enum(evidencedCodes)).exactOptional(),
  /** What rosc takes RouterOS to do where no manual says it: commands, scripts, jobs. */
  statements: list(keyOf(statements)).exactOptional(),
});

/** The answer counts although it is a refusal; otherwise a refusal leaves the question open. */
const mayRefuse = yes.exactOptional();

/** Menus in which every port has a row. */
const portMenu = z.enum(['/interface/ethernet/switch/port', '/interface/ethernet/switch/port-isolation']);

/**
 * In texts `{port}` is the first scratch port, `{switch}` its switch, `{near}` the scratch port that frames leave by and
 * `{far}` the one that they enter by, `{n}` the number of the row, `{host}` and `{gateway}` addresses of that number,
 * `{name}` what the names of this question's scripts and schedulers begin with, `{date}` and `{time}` the device's clock
 * in three seconds.
 */
const step = z.union([
  /** Rows; only of these properties, so that nothing else leaves the device. */
  z.strictObject({ print: menu, properties: list(text), query: list(text).exactOptional(), mayRefuse }),
  /** The same print so many times, as fast as rosc ever sends. */
  z.strictObject({ print: menu, properties: list(text), times: number }),
  z.strictObject({ monitor: menu, mayRefuse }),
  /** A row with the comment of the probe. */
  z.strictObject({ add: menu, set: texts, mayRefuse }),
  /** So many rows, as fast as rosc ever sends. */
  z.strictObject({ add: menu, set: texts, times: number }),
  /**
   * Rows until one is refused or finds no place, but no more than half as many again as the chip should take. Those
   * that find none are flagged as invalid, or missing among what the driver counts.
   */
  z.strictObject({ fill: menu, set: texts, size: factKey, counts: list(text).exactOptional() }),
  /** Of a scratch port: it is set back after the question. */
  z.strictObject({ setPort: portMenu, port: z.enum(['{near}', '{far}']), property: text, value: text }),
  /** Another command on rows of the probe; `of` = the step that added it. */
  z.strictObject({
    command: z.enum(['set', 'run']),
    menu,
    of: text.exactOptional(),
    arguments: texts,
    cleared: list(text).exactOptional(),
    mayRefuse,
  }),
  /** Starts a job that goes on by itself. */
  z.strictObject({ execute: text, mayRefuse }),
  /** What a script leaves in `$p`, run on the device. */
  z.strictObject({ script: text }),
  /** So many times this frame leaves by the one scratch port, and enters by the other; `backwards` = the other way. */
  z.strictObject({ send: frame, times: number, backwards: yes.exactOptional() }),
  /** The device restarts, and is waited for. */
  z.strictObject({ restart: yes }),
  /** The connection is closed and opened anew. */
  z.strictObject({ reconnect: yes }),
  z.strictObject({ waitMs: number }),
]);

export const steps = z.record(z.string(), step).readonly();

/** The answer that a condition is about. */
const of = text;

const condition = z.union([
  z.strictObject({ of, is: z.enum(['done', 'refused']) }),
  /** The device's words of refusal hold these. */
  z.strictObject({ of, refusal: text }),
  z.strictObject({ of, category: z.enum(['given', 'missing']) }),
  z.strictObject({ of, rows: z.union([z.enum(['some', 'none']), number]) }),
  /** How many rows have the property, whatever its value. */
  z.strictObject({ of, property: text, on: z.enum(['every', 'some', 'none']) }),
  /** Rows that have the property have one of these values; there are such rows. */
  z.strictObject({ of, property: text, among: list(z.string()) }),
  /** The values in this property rise from row to row. */
  z.strictObject({ of, rising: text }),
  /** As numbers: the property of the first row is so much less than that of the first row of another step. */
  z.strictObject({ of, property: text, below: text, by: number }),
  /** The counter of the first row is so much higher than in another step. */
  z.strictObject({ of, counter: text, since: text, atLeast: number }),
  z.strictObject({ of, counter: text, since: text, atMost: number }),
  z.strictObject({ of, text: list(text) }),
  z.strictObject({ of, answered: number }),
  z.strictObject({ of, unanswered: z.literal('some') }),
  /** Ports as the factory names them: all of the model's and no other, or each on the switch that the profile says. */
  z.strictObject({ of, ports: z.enum(['named', 'wired']) }),
  /** Some row was refused or flagged. */
  z.strictObject({ of, filled: z.enum(['refused', 'flagged']) }),
]);

const measured = z.union([
  z.boolean(),
  /** Of the first row; `since` = how much more than in that step. */
  z.strictObject({ of, number: text, since: text.exactOptional() }),
  /** Of all rows. */
  z.strictObject({ of, largest: text }),
  /** Rows that were taken and not flagged. */
  z.strictObject({ of, taken: yes }),
]);

export const said = z.strictObject({
  /** One sentence without a full stop; `{l3.next-hops}` stands for a measured fact. */
  says: text,
  facts: z.partialRecord(factKey, measured).exactOptional(),
});

const conclusion = z.strictObject({ when: list(condition), ...said.shape });

/** What every question says of itself, whatever form it has. */
export const head = {
  /** Kebab-case. */
  id: text,
  /** One sentence with its question mark. */
  asks: text,
  /** For those who read or change it: what in rosc rests on it, or why it is open. */
  why: text.exactOptional(),
  settles,
  /** Menus that have to be without rows of others; otherwise the question stays open. */
  alone: list(menu).exactOptional(),
  /** What is done to scratch ports and with rows; one sentence without a full stop. Absent = nothing. */
  disturbs: text.exactOptional(),
  /** What else of the device notices it; absent = nothing. */
  beyond: keyOf(beyond).exactOptional(),
  /** What else has to be so; otherwise the question does not apply to the device. */
  where: z
    .strictObject({
      /** First RouterOS version. */
      since: text.exactOptional(),
      /** Of the chip: the fact is true, or a number above zero. */
      chip: factKey.exactOptional(),
      /** The number is no higher: a table that takes too long to fill is left alone. */
      most: number.exactOptional(),
    })
    .exactOptional(),
};

export const question = z.strictObject({
  ...head,
  /**
   * `reading`: nothing is changed. `rows`: rows that touch no port. `ports`: rows that name a scratch port. `cable`: a
   * cable between two scratch ports besides, and frames over it. `restart`: rows, and a restart of the device, by which
   * it undoes all rows: the last question.
   */
  needs: z.enum(['reading', 'rows', 'ports', 'cable', 'restart']),
  /** L3 offloading of this family has to be on, as it is on the device; otherwise the question stays open. */
  offload: z.literal([4, 6]).exactOptional(),
  /** At most, on a device that answers in 20 ms. */
  seconds: number,
  /** In this order; what comes later may depend on what came earlier. */
  steps,
  /** What leaves it open whatever else was answered: the first whose conditions all hold. */
  unclear: list(z.strictObject({ when: list(condition), reason: text })).exactOptional(),
  /** The first whose conditions all hold; none = open. */
  conclusions: list(conclusion),
});

export type Question = z.output<typeof question>;
export type Step = z.output<typeof step>;
export type Condition = z.output<typeof condition>;
export type Measured = z.output<typeof measured>;
export type Conclusion = z.output<typeof conclusion>;
