// How names of boxes and pins of keys are written.

const PIN = /^[0-9a-f]{64}$/,
  NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Checks for a pin: SHA-256 of a public key as 64 small hex digits. */
export const isPin = (text: string): boolean => PIN.test(text);

/** Checks for the name of a host in small letters, with at least one dot. */
export const isHostName = (text: string): boolean => NAME.test(text);
