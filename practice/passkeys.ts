// Passkeys in this browser: availability, registration, authentication.

import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { callByLink, call, enterBy, stepUpBy, TIMEOUT } from './api.ts';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Checks whether passkeys can be used: they do not work on an IP address. */
export const hasPasskeys = (): boolean =>
  browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

const answerTo = async (
  path: string,
  json: unknown = {},
): Promise<Awaited<ReturnType<typeof startAuthentication>>> =>
  startAuthentication({
    optionsJSON: (await callByLink<{ options: AuthenticationOptions }>(path, json)).options,
  });

/** Signs in, or completes the second factor of a pending sign-in. */
export const enterByPasskey = async (longLogin: boolean): Promise<unknown> =>
  enterBy('/auth/login/passkey', {
    response: await answerTo('/auth/login/passkey/options'),
    longLogin,
  });
export const unlockByPasskey = async (sessionId: string): Promise<unknown> =>
  enterBy('/auth/unlock', {
    sessionId,
    passkey: await answerTo('/auth/passkeys/question', { sessionId }),
  });
export async function stepUpByPasskey(): Promise<void> {
  await stepUpBy({ passkey: (await answerTo('/auth/passkeys/question')) as never });
}
/** Creates a passkey. @returns recovery codes when this is the first factor */
export async function makePasskey(name: string): Promise<string[]> {
  const { options } = await call<{ options: RegistrationOptions }>('/auth/passkeys/options', {
    method: 'POST',
    timeout: TIMEOUT,
  });
  const response = await startRegistration({ optionsJSON: options });
  return (
    await call<{ recoveryCodes: string[] }>('/auth/passkeys', {
      json: { name, response },
      timeout: TIMEOUT,
    })
  ).recoveryCodes;
}
