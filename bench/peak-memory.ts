// The most memory that a process of Node.js ever held: it is asked for just before it ends, as the last line of stderr.

const report = 'data:text/javascript,process.on("exit",()=>process.stderr.write("\\n"+process.resourceUsage().maxRSS))';

/** In front of the program. */
export const askingForPeak = ['--import', report] as const;

/** In MB; NaN where the process said nothing. */
export function peakMegabytes(stderr: string): number {
  return Number(stderr.split('\n').at(-1) || Number.NaN) / 1024;
}
