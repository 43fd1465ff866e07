// The formats for machines: SARIF as code scanning takes it, workflow annotations, markdown for a pull request.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { main } from '../../src/cli.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const site = 'fixtures/sites/rig-broken/site.yaml';
const text = readFileSync(join(projectRoot, site), 'utf8');

const region = z.strictObject({
  startLine: z.int().min(1),
  startColumn: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
});
const physicalLocation = z.strictObject({ artifactLocation: z.strictObject({ uri: z.string() }), region });
const message = z.strictObject({ text: z.string().min(1) });

/** What SARIF 2.1.0 asks for and GitHub code scanning reads; nothing else may be in the file. */
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.literal('rosc'),
          semanticVersion: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string().regex(/^[\w-]+$/),
              shortDescription: message,
              fullDescription: message,
              help: message,
            }),
          ),
        }),
      }),
      columnKind: z.literal('utf16CodeUnits'),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['error', 'warning', 'note']),
          message,
          locations: z.array(z.strictObject({ physicalLocation })).length(1),
          relatedLocations: z.array(z.strictObject({ id: z.int().min(0), physicalLocation, message })).optional(),
          fixes: z.array(z.looseObject({ description: message })).optional(),
          partialFingerprints: z.strictObject({ 'roscCause/v1': z.string().regex(/^[0-9a-f]{16}$/) }),
          properties: z.strictObject({ also: z.array(z.string()) }).optional(),
        }),
      ),
    }),
  ]),
});

async function check(format: string, content = text): Promise<string> {
  const io = memoryIo({ stdin: content });
  expect(await main(['check', '-', '--format', format], io)).toBe(1);
  return io.out();
}

describe('SARIF', () => {
  test('has the shape that code scanning accepts', async () => {
    const log = sarif.parse(JSON.parse(await check('sarif')));
    const [run] = log.runs;
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run.results.map(({ level }) => level)).toContain('error');
  });

  test('gives a finding the same fingerprint when lines move', async () => {
    const fingerprints = async (content: string) => {
      const [run] = sarif.parse(JSON.parse(await check('sarif', content))).runs;
      return run.results.map(({ ruleId, partialFingerprints }) => [ruleId, partialFingerprints]);
    };
    expect(await fingerprints(`# one more line\n${text}`)).toEqual(await fingerprints(text));
  });
});

test('workflow annotations are one line each, at the place', async () => {
  const lines = (await check('github')).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines)
    expect(line).toMatch(/^::(error|warning) file=%?[^,]*,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,title=/);
  expect(lines.some((line) => line.includes('line=22'))).toBe(true);
});

test.each(['github', 'markdown'])('%s shows what would turn or end a line by its escape', async (format) => {
  const hostile = await check(format, `${text}"turned\u202eround\u2029::error::": 1\n`);
  expect(hostile).toContain('turned\\x202eround\\x2029');
  expect(hostile).not.toMatch(/[\u202e\u2029]/);
});

test('markdown shows the flows and each problem, and nothing of the input can break out of it', async () => {
  expect(await check('markdown')).toContain('| backups | hardware | cpu (slow) |');
  const hostile = await check('markdown', text.replace('backups-by-left', 'a</td><script>x'));
  const outsideOfCode = hostile.replace(/^(```+)\n[\s\S]*?\n\1$/gm, '').replace(/`[^`\n]*`/g, '');
  expect(hostile).toContain('<script>');
  expect(outsideOfCode).not.toContain('<script>');
});
