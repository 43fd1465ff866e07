// How far the waves of a rollout have got, one file for each wave and shard, so that a run that was killed goes on
// where it was. The name of a rollout is the digest of what its fleet says: another text is another rollout.

import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Io } from '../../io/io.ts';
import { messageOf } from '../../source/message-of.ts';
import { digestOfTexts } from '../read/digest-of-texts.ts';
import { readRecord, stateFolder, writeRecord } from '../read/state-folder.ts';
import type { ScopeOptions } from './fleet-scope.ts';
import type { Fleet } from './read-fleet.ts';

const recordSchema = z.object({
  version: z.literal(1),
  fleet: z.string(),
  rollout: z.string(),
  wave: z.string(),
  /** Which part of the wave: the shard, and what else was picked. */
  part: z.string(),
  /** `begun`: a device was about to be changed. */
  state: z.enum(['begun', 'soaking', 'passed', 'failed']),
  begunAt: z.string(),
  soakUntil: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
  at: z.string(),
});
export type WaveRecord = z.infer<typeof recordSchema>;

type WaveChange = Pick<WaveRecord, 'state' | 'soakUntil' | 'reason'>;

export interface RolloutState {
  readonly rollout: string;
  /** Of this part of the wave. */
  read(wave: string): Promise<WaveRecord | undefined>;
  /** Why it could not be written down, where it could not: what was done to devices is done all the same. */
  note(wave: string, change: WaveChange): Promise<string | undefined>;
  /** Of every part of every wave. */
  all(): Promise<readonly WaveRecord[]>;
}

export function rolloutState(io: Io, fleet: Fleet, scope: ScopeOptions): RolloutState {
  // An upgrade is a rollout of its own.
  const { upgrade } = scope;
  const texts = upgrade === undefined ? fleet.texts : [...fleet.texts, `upgrade ${upgrade}`];
  const rollout = digestOfTexts(texts).slice(0, 12);
  const { fleet: name } = fleet.settings;
  const folder = resolve(io.cwd, stateFolder(io), 'rollouts', `${name}-${rollout}`);
  const part = partOf(scope);
  const fileOf = (wave: string) => join(folder, `${wave}${part === '' ? '' : `.${part}`}.json`);
  const read = (file: string) => readRecord(io, file, recordSchema);
  const write = async (wave: string, { state, soakUntil, reason }: WaveChange): Promise<void> => {
    const at = new Date(io.clock.now()).toISOString();
    const before = await read(fileOf(wave));
    const record: WaveRecord = {
      version: 1,
      fleet: name,
      rollout,
      wave,
      part,
      state,
      begunAt: before?.begunAt ?? at,
      ...(soakUntil !== undefined && { soakUntil }),
      ...(reason !== undefined && { reason }),
      at,
    };
    await writeRecord(io, fileOf(wave), record);
  };
  return {
    rollout,
    read: (wave) => read(fileOf(wave)),
    note: (wave, change) =>
      write(wave, change).then(
        () => undefined,
        (error: unknown) => `how far it got cannot be written down: ${messageOf(error)}`,
      ),
    async all() {
      const names = (await io.listFiles(folder)).filter((each) => each.endsWith('.json'));
      return (await Promise.all(names.map((each) => read(join(folder, each))))).flatMap((record) => record ?? []);
    },
  };
}

function partOf({ shard, device = [], select = [] }: ScopeOptions): string {
  const picked = [...device.map((each) => each.split('=')[0] ?? ''), ...select];
  return [
    ...(shard ? [`${shard.index}-of-${shard.count}`] : []),
    ...(picked.length > 0 ? [digestOfTexts(picked.sort()).slice(0, 8)] : []),
  ].join('.');
}
