// The program's version, with the commit that it was built from when the build knew it.

declare const ROSC_VERSION: string | undefined;
declare const ROSC_COMMIT: string | undefined;

/** `0.1.0 (1a2b3c4)`; `development` when run from source. */
export function versionText(): string {
  if (typeof ROSC_VERSION !== 'string') return 'development';
  return typeof ROSC_COMMIT === 'string' && ROSC_COMMIT !== '' ? `${ROSC_VERSION} (${ROSC_COMMIT})` : ROSC_VERSION;
}
