// Tells a dialog of the browser that the user closed from a failure. Apart from the passkeys, so
// that their package is not loaded with every page.

/** Returns true when the user closed the browser's dialog: nothing to report. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
