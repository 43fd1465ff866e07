import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // Left to itself, vitest keeps one of two cores free.
    maxWorkers: '100%',
  },
});
