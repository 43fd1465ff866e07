import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/long/**/*.long.ts'], testTimeout: 7_200_000 },
});
