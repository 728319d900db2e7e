// Takeover on a device: everything is sent before a code is requested; a phone becomes a guest;
// afterwards all its data is deleted.

import { CallError } from '../../../shared/base/client.ts';
import { sleep } from '../../../shared/base/ports.ts';
import type { TakeoverSender } from '../../../shared/exchange/takeover.schema.ts';
import { TAKEOVER_MS, type TakeoverCode } from '../../../shared/exchange/takeover.ts';
import { createAttachments } from '../../outbox/attachments.ts';
import { ACTIVE_TASK } from '../../outbox/activeTask.ts';
import { ensureSync } from '../../outbox/db.ts';
import { ensureDeviceKeys, publicJwks } from '../../outbox/device-keys.ts';
import {
  acceptTakeover,
  askSender,
  closeOffer,
  endGuest,
  findHost,
  giveBack,
  hasMore,
  offerTakeover,
  type Host,
} from '../../sync/takeover.ts';
import type { Offer } from '../../takeover/useOffer.ts';
import type { TakeoverProblem } from '../../takeover/TakeoverPage.tsx';
import { createParts, type Parts } from '../parts.ts';
import { browserClock, browserRandom } from '../ports.ts';
import type { Tablet } from '../tablet.ts';

/** The part of a tablet that a takeover works with. */
export type Sender = Pick<Tablet, 'parts' | 'wake'>;
const SEND_MS = 10_000,
  LOOK_MS = 150;
/** Mappe that left this device by its own code; the page that ends its run shows where it went. */
let handedOver: string | null = null;
export const wasHandedOver = (mappeId: string | null): boolean =>
  mappeId !== null && mappeId === handedOver;

/**
 * Waits until everything typed or signed here is on the server. False: the server could not be
 * reached in time.
 */
export async function sendEverything(tablet: Sender): Promise<boolean> {
  const { parts } = tablet,
    open = parts.answers.get(),
    until = parts.clock.mono() + SEND_MS;
  if (open) await parts.drafts.seal(open.body.taskId);
  for (;;) {
    tablet.wake();
    const [unsent, { pending }] = await Promise.all([parts.drafts.unsent(), parts.outbox.health()]);
    if (unsent.length === 0 && pending === 0 && !parts.carried.isBehind()) return true;
    if (parts.clock.mono() >= until) return false;
    await sleep(parts.clock, LOOK_MS);
  }
}

const isOffline = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500;

/**
 * Requests a code for the running task.
 * @param language the phone's page opens in it
 */
export async function beginOffer(
  tablet: Sender,
  task: { taskId: string; mappeId: string },
  language: string,
): Promise<Offer | 'offline' | 'refused'> {
  if (!(await sendEverything(tablet))) return 'offline';
  handedOver = task.mappeId;
  try {
    const { url, expiresAt, serverTime } = await offerTakeover(tablet.parts.api.call, task.taskId);
    // After the hash the language never reaches a server.
    return {
      url: `${url}#${language}`,
      forMs: Math.min(TAKEOVER_MS, Math.max(0, expiresAt - serverTime)),
    };
  } catch (error) {
    return isOffline(error) ? 'offline' : 'refused';
  }
}
export async function withdrawOffer({ parts }: Sender): Promise<boolean> {
  try {
    await closeOffer(parts.api.call);
  } catch {
    return false;
  }
  handedOver = null;
  return true;
}
/** Returns the Mappe to its tablet of origin. */
export async function returnMappe(
  tablet: Sender,
  mappeId: string,
): Promise<'done' | 'offline' | 'refused'> {
  if (!(await sendEverything(tablet))) return 'offline';
  handedOver = mappeId;
  try {
    await giveBack(tablet.parts.api.call, tablet.parts.clock);
  } catch (error) {
    handedOver = null;
    return isOffline(error) ? 'offline' : 'refused';
  }
  return 'done';
}

/**
 * Takes over a Mappe on a practice tablet by the code on a phone. `refused`: the code has expired,
 * belongs to another practice, or this tablet is busy.
 */
export async function fetchMappe(
  { parts }: Sender,
  { r4chost, takeoverSecret }: TakeoverCode,
): Promise<'done' | 'refused' | 'offline'> {
  try {
    if ((await findHost(parts.bare, r4chost)).r4cUuid !== parts.auth.get().r4cUuid)
      return 'refused';
    await acceptTakeover(parts.api.call, parts.clock, {
      takeoverSecret,
      userAgent: navigator.userAgent.slice(0, 300),
    });
    return 'done';
  } catch (error) {
    return isOffline(error) ? 'offline' : 'refused';
  }
}

export type Taken = 'taken' | TakeoverProblem;

function problemOf(error: unknown): TakeoverProblem {
  if (!(error instanceof CallError)) return 'offline';
  if (error.code === 'takeover_over' || error.code === 'validation') return 'over';
  if (error.code === 'state_conflict' || error.code === 'of_age') return 'finished';
  if (error.code === 'https_required') return 'insecure';
  if (error.code === 'rate_limited') return 'rate';
  if (error.code === 'not_found') return 'wrong';
  return 'offline';
}

/**
 * Returns the practice that shows a code, before anything is taken over; null if it cannot be
 * found.
 */
export async function senderOf({
  r4chost,
  takeoverSecret,
}: TakeoverCode): Promise<TakeoverSender | null> {
  const { parts } = open();
  try {
    return await askSender(parts.bare, await findHost(parts.bare, r4chost), takeoverSecret);
  } catch {
    return null;
  } finally {
    parts.db.close();
  }
}

/**
 * Takes over the Mappe of a code to this device: a phone becomes a guest, a known device keeps its
 * name.
 * @param language of a phone's pages before and after the run
 */
export async function takeOver(code: TakeoverCode, language: string): Promise<Taken> {
  if (!globalThis.isSecureContext) return 'insecure';
  const first = open();
  try {
    return await takeBy(first, code, language);
  } catch (error) {
    return problemOf(error);
  } finally {
    first.parts.db.close();
  }
}

interface Opened {
  parts: Parts;
  isRevoked(): boolean;
}
function open(): Opened {
  let isRevoked = false;
  const nothing = (): void => undefined;
  const parts = createParts(browserClock, browserRandom, {
    onRevoked: () => {
      isRevoked = true;
    },
    onUnknown: nothing,
    onTrouble: nothing,
    onSaved: nothing,
    onQueued: nothing,
    offset: () => 0,
  });
  return { parts, isRevoked: () => isRevoked };
}

async function takeBy(
  { parts, isRevoked }: Opened,
  { r4chost, takeoverSecret }: TakeoverCode,
  language: string,
): Promise<Taken> {
  const host = await findHost(parts.bare, r4chost),
    input = { takeoverSecret, userAgent: navigator.userAgent.slice(0, 300) };
  await ensureSync(parts.db, browserRandom.hex128);
  const own = await parts.device.load();
  if (own && !own.isRevoked) {
    if (parts.auth.get().r4cUuid !== host.r4cUuid) return 'busy';
    try {
      const { config } = await acceptTakeover(parts.api.call, browserClock, input);
      await parts.inbox.setConfig(config);
      if (own.isGuest) await parts.device.change({ language });
      return 'taken';
    } catch (error) {
      if (!own.isGuest || !isRevoked()) throw error;
    }
  } else if (own && !own.isGuest) return 'busy';
  // Leftovers of an earlier run are obsolete: the server has ended it.
  if (own) {
    await parts.drafts.shredAll();
    await parts.outbox.rotate();
  }
  return becomeGuest(parts, host, input, language);
}

async function becomeGuest(
  parts: Parts,
  host: Host,
  input: { takeoverSecret: string; userAgent: string },
  language: string,
): Promise<Taken> {
  parts.auth.set({
    r4chost: host.baseUrl || host.r4chost,
    r4cUuid: host.r4cUuid,
    cid: null,
    authToken: null,
  });
  // Created and stored before sending: the same phone may retry when the response is lost.
  const keys = await publicJwks(await ensureDeviceKeys(parts.db));
  const { tabletId, cid, config, leaseUntil, serverTime } = await acceptTakeover(
    parts.bare,
    browserClock,
    { ...input, keys },
  );
  parts.auth.set({ cid });
  await parts.inbox.setConfig(config);
  await parts.inbox.extendLease(leaseUntil, serverTime);
  await parts.device.save({
    tabletId,
    cid,
    tabletToken: '',
    exceptions: [],
    registeredAt: browserClock.now(),
    isReady: true,
    isRevoked: false,
    isGuest: true,
    language,
  });
  return 'taken';
}

/**
 * Ends the phone once the server has everything and nothing more for it. False: not yet.
 * @throws CallError
 */
export async function tryEnd({ parts, wake }: Sender): Promise<boolean> {
  wake();
  const [{ pending }, unsent, photos, { cursor }] = await Promise.all([
    parts.outbox.health(),
    parts.drafts.unsent(),
    createAttachments(parts).unsent(),
    parts.inbox.cursor(),
  ]);
  if (
    pending > 0 ||
    unsent.length > 0 ||
    photos.length > 0 ||
    parts.carried.isBehind() ||
    (await hasMore(parts.api.call, cursor))
  )
    return false;
  // New rows may not have reached the machine yet.
  if ((await parts.inbox.read()).length > 0) return false;
  await endGuest(parts.api.call);
  return true;
}

/** Deletes everything of this phone's run: keys, tasks, sent data, the app's cache. */
export async function forgetAll(tablet: Tablet): Promise<void> {
  tablet.stop();
  await tablet.parts.db.delete({ disableAutoOpen: true });
  if ('serviceWorker' in navigator)
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  // Last: a pending call may have stored another token.
  tablet.parts.auth.clear();
  try {
    localStorage.removeItem(ACTIVE_TASK);
  } catch {
    /* nothing was stored */
  }
}
