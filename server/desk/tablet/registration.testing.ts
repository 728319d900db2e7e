/** Test helpers for registration: create a code, register with it, confirm, prove the key. */
import type { Gate } from '../../../shared/desk/tablet.ts';
import { appendFeed, tabletSide } from '../sync/feed.ts';
import { START, type World } from '../sync/testing.ts';
import { listBoardMappen } from '../task/list-mappen.ts';
import { mappeOfTaskAt } from '../task/store.ts';
import { releaseTablet } from '../task/place-mappe.ts';
import { createCode } from './create-code.ts';
import { createChallenge, tokenText } from './issue-token.ts';
import {
  confirmRegistration,
  requestRegistration,
  type RegistrationStarted,
} from './register-tablet.ts';

export const ALL_OK: Gate = { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' };

/** State of one test. */
interface At {
  world: World;
  keys: CryptoKeyPair;
  signKey: JsonWebKey;
  tokens: string[];
}

/** Returns steps of the current world. */
export function registrationOf(at: () => At) {
  const links = {
    feed: appendFeed,
    release: (w: Parameters<typeof releaseTablet>[0], id: string) =>
      releaseTablet(w, tabletSide, id),
    dropTokens: (_w: unknown, id: string) => {
      at().tokens.splice(0, at().tokens.length, ...at().tokens.filter((t) => t !== id));
      return Promise.resolve();
    },
    installation: () => at().world.installation,
    giveToken: (_w: unknown, i: { tabletId: string }) => {
      at().tokens.push(i.tabletId);
      return Promise.resolve({ authToken: 'ses_x', expiresAt: START + 900_000 });
    },
    mappeAt: mappeOfTaskAt,
    boardMappen: listBoardMappen,
    expected: () => Promise.resolve([]),
    rooms: () => Promise.resolve([]),
    arrivals: () => Promise.resolve([]),
    version: '1',
  };
  const ask = (registrationCode: string, gate = ALL_OK, r4c = 'r4c') =>
    at().world.write((w) =>
      requestRegistration(w, r4c, {
        registrationCode,
        signKey: at().signKey,
        sealKey: at().signKey,
        gate,
        userAgent: 'Chrome',
      }),
    );
  const makeCode = (isOpen = false) =>
    at().world.write((w) => createCode(w, { r4cUuid: 'r4c', isOpen }));
  const confirm = (p: RegistrationStarted, change: object = {}) =>
    at().world.write((w) =>
      confirmRegistration(w, links, p.pendingId, {
        number: p.number,
        name: 'Tablet 2',
        posture: 'wall',
        exceptions: [],
        ...change,
      }),
    );
  async function registered(): Promise<string> {
    return (await confirm(await ask((await makeCode()).code))).tabletId;
  }
  async function proof(tabletId: string) {
    const { nonce } = await at().world.write((w) => createChallenge(w, tabletId));
    const bytes = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      at().keys.privateKey,
      new TextEncoder().encode(tokenText(tabletId, nonce)),
    );
    return { tabletId, nonce, signature: Buffer.from(bytes).toString('base64url') };
  }
  return { links, ask, makeCode, confirm, registered, proof };
}
