import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledSources } from './test/support/compiled-sources.ts';

/** They count what functions of the program do, in processes where nothing ran before that. */
const counted = ['test/house/growth*.test.ts'];

/** Ends a test that hangs, however busy the machine is. No test waits for it, and none is there to be quick. */
const hangMs = 900_000;

/**
 * Files that wait for processes come first, while lint and types take the cores (`scripts/gate.mjs`), then those that
 * take longest: one that begins last keeps one core busy while the others have nothing to do.
 */
const longest = [
  ...['killed', 'page', 'templates', 'kernel', 'simulate', 'differential', 'own-result', 'items', 'differing'],
  ...['commands', 'rules', 'rollout', 'upgrade', 'traffic', 'growth'],
];

/**
 * A worker ends when the next file is another project's, and the program is loaded and optimised anew: projects come one
 * after the other. The one with short files is last, so that workers end together.
 */
const projects = ['counted', 'together'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = (name: string) => files.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`));
    const first = longest.flatMap(named);
    const sorted = [...first, ...(await super.sort(files.filter((file) => !first.includes(file))))];
    const turn = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.sort((a, b) => turn(a) - turn(b));
  }
}

/**
 * Files ask for other things of the same functions: what V8 optimises for one it throws away for the next. Where it waits
 * for more calls, and puts less of others into each function, there is less to do again. Later versions of Node.js know
 * no such budget.
 */
const optimising = ['--interrupt-budget=800000', '--max-inlined-bytecode-size-cumulative=300'];
/** What files that share a process leave behind is looked through when 2 GB are full, not each time that it has grown. */
const seldomCollecting = ['--initial-old-space-size=2000'];
const unhurried = process.versions.node.startsWith('20.') ? [...optimising, ...seldomCollecting] : [];

/**
 * What a test makes is garbage at once, or stays until its file ends: with more room, fewer collections copy what stays.
 * And what runs once or twice, as much of the program does here, runs faster compiled than interpreted.
 */
const shortLived = ['--max-semi-space-size=128', '--min-semi-space-size=64', '--always-sparkplug'];

/** Watching reads the sources as they change. */
const compiled = process.argv.includes('run') ? [await compiledSources()] : [];

/** Hours of work, by `pnpm fuzz:long` and `pnpm judge:long` alone. */
const long = {
  extends: true as const,
  test: { name: 'long', include: ['test/long/**/*.long.ts'], testTimeout: 7_200_000 },
};

export default defineConfig({
  test: {
    testTimeout: hangMs,
    hookTimeout: hangMs,
    // A golden file that is not there is a failure; `-u` writes it.
    update: 'none',
    // What one project has compiled the others take, and the next run what has not changed since.
    experimental: { fsModuleCache: true },
    globalSetup: 'test/support/run-folder.ts',
    setupFiles: ['test/support/fixed-seed.ts', 'test/support/nothing-spins.ts'],
    execArgv: [...shortLived, ...unhurried],
    sequence: { sequencer: LongestFirst },
    // How many workers stands in scripts/gate.mjs: `maxWorkers` here would win over the command line. Left to itself, vitest
    // keeps one of two cores free.
    projects: [
      {
        extends: true,
        plugins: compiled,
        // Loading the program takes longer than most files take to test it, so that files share a process.
        test: { name: 'together', include: ['test/**/*.test.ts'], exclude: counted, isolate: false },
      },
      { extends: true, plugins: compiled, test: { name: 'counted', include: counted, isolate: false } },
      ...(process.env.ROSC_LONG === undefined ? [] : [long]),
    ],
  },
});
