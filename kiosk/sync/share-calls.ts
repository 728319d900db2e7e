// Requests of the share's page: an HttpOnly cookie of this share keeps the session, the page itself
// stores no token.

import { HOST_PREFIX } from '../../shared/base/headers.ts';
import { CallError, createCall } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { HOME_BYTES } from '../../shared/forms/task/home.ts';
import type { HomeAnswers } from '../../shared/forms/task/home.schema.ts';
import { SHARE_HEADER } from '../../shared/exchange/share.ts';
import type {
  PortalLogin,
  PortalStatus,
  PortalStep,
  ShareAnswers,
  ShareContents,
  ShareItemContent,
  ShareSaid,
  ShareSignature,
} from '../../shared/exchange/share.schema.ts';
import { handIn } from './photos/hand-in.ts';
import type { PhotoCount, PhotoPiece } from './photos/hand-in.types.ts';
import { putPiece } from './home.ts';
import { done } from './ours.ts';
import { uploadMs } from './upload-time.ts';

export interface ShareCalls {
  /**
   * Contact data of the practice; the same for all callers. `undefined` where the link names none.
   */
  status(): Promise<PortalStatus['praxis'] | undefined>;
  /** Whether a new link can be requested here. */
  knowsPractice(): boolean;
  /** @throws CallError share_unknown, share_wrong, share_locked, validation, rate_limited */
  login(person: Omit<PortalLogin, 'shareId'>): Promise<PortalStep>;
  requestCode(): Promise<void>;
  /** @throws CallError share_code_wrong, share_locked, share_over */
  secondStep(code: string): Promise<PortalStep>;
  renew(): Promise<void>;
  /** @throws CallError link_invalid, validation */
  reset(secret: string, code: string): Promise<void>;
  lock(): Promise<void>;
  /** From here on: @throws CallError share_over when sign-in is required again. */
  list(): Promise<ShareContents>;
  read(itemId: string): Promise<ShareItemContent>;
  /** Returns the bytes of the PDF. */
  download(itemId: string): Promise<Uint8Array>;
  /** Submits answers, then their photos. Retries send the same answers with the same id. */
  fill(
    itemId: string,
    answers: Omit<HomeAnswers, 'person' | 'confirmed'>,
    onPhotos: (count: PhotoCount) => void,
  ): Promise<void>;
  /** Sends a piece of a photo of accepted answers. @throws CallError */
  putPhoto(piece: PhotoPiece): Promise<unknown>;
  /** @returns the missing signers of the same document */
  sign(itemId: string, signature: ShareSignature): Promise<readonly string[]>;
  /** Sends questions or a refusal instead of a signature. */
  say(itemId: string, said: ShareSaid): Promise<void>;
}

export interface ShareCallDeps {
  newId: () => string;
  version: string;
  shareId: string;
  /** Of the practice, where the link names it. */
  r4cUuid: string | undefined;
  clock: Pick<Clock, 'mono'>;
}

/** A slow phone on a slow line; photos and PDFs take longer. */
const CALL_MS = 20_000,
  FILE_MS = uploadMs(HOME_BYTES);
const NO_AUTH = { authToken: null, r4chost: null, r4cUuid: null, cid: null, shareId: null };

const cookieNamed = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const readCookie = (name: string): string | undefined =>
  cookieNamed(HOST_PREFIX + name) ?? cookieNamed(name);
/** Every request names its share: another tab may have the session of another one. */
const fetchFor =
  (shareId: string): typeof globalThis.fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(SHARE_HEADER, shareId);
    return globalThis.fetch(input, {
      ...init,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
    });
  };

/** A middlebox may respond with anything: only our server's receipt deletes answers. */
function ownReceipt(receipt: { id?: unknown }, id: string): void {
  if (receipt.id !== id) throw new CallError(0, 'network', 'No receipt.');
}

export function createShareCalls({
  newId,
  version,
  shareId,
  r4cUuid,
  clock,
}: ShareCallDeps): ShareCalls {
  const call = createCall({
    fetch: fetchFor(shareId),
    auth: () => NO_AUTH,
    version,
    newId,
    readCookie,
  });
  let practice = r4cUuid;
  const path = async (rest: string): Promise<string> => {
    // The page comes from the practice's host, and may contact no other one.
    practice ??= (
      await call<{ r4cUuid: string }>('/dispatcher/resolve', {
        json: { shareId },
        timeout: CALL_MS,
      })
    ).r4cUuid;
    return `/r4c/${encodeURIComponent(practice)}${rest}`;
  };
  const item = (verb: string, itemId: string): Promise<string> =>
    path(`/ssf/${verb}/${encodeURIComponent(itemId)}`);
  const putPhoto = async (piece: PhotoPiece): Promise<unknown> =>
    putPiece(call, await path(''), piece);
  const post = async <T>(rest: string, json: unknown): Promise<T> =>
    call<T>(await path(rest), { json, timeout: CALL_MS });
  return {
    status: async () =>
      practice === undefined
        ? undefined
        : (await call<PortalStatus>(await path('/papo/status'), { timeout: CALL_MS })).praxis,
    knowsPractice: () => practice !== undefined,
    login: (person) => post<PortalStep>('/papo/login', { shareId, ...person }),
    requestCode: () => done(post('/papo/requestCode', {})),
    secondStep: (code) => post<PortalStep>('/papo/secondStep', { code }),
    renew: () => done(post('/papo/renew', { shareId })),
    reset: (secret, code) => done(post('/papo/resetPassword', { shareId, secret, code })),
    lock: () => done(post('/papo/lock', {})),
    list: async () =>
      call<ShareContents>(await path('/ssf/list'), { timeout: CALL_MS, isNoCache: true }),
    read: async (itemId) =>
      call<ShareItemContent>(await item('read', itemId), { timeout: CALL_MS, isNoCache: true }),
    download: async (itemId) =>
      call<Uint8Array>(await item('download', itemId), { answer: 'bytes', timeout: FILE_MS }),
    fill: (itemId, answers, onPhotos) =>
      handIn<ShareAnswers>(answers, onPhotos, {
        putPhoto,
        clock,
        post: async (json) =>
          ownReceipt(
            await call<{ id?: unknown }>(await item('fill', itemId), { json, timeout: FILE_MS }),
            json.id,
          ),
      }),
    putPhoto,
    async sign(itemId, signature) {
      const receipt = await call<{ id?: unknown; waitsFor?: string[] }>(
        await item('sign', itemId),
        { json: signature, timeout: FILE_MS },
      );
      ownReceipt(receipt, signature.id);
      return receipt.waitsFor ?? [];
    },
    async say(itemId, said) {
      ownReceipt(
        await call<{ id?: unknown }>(await item('say', itemId), { json: said, timeout: FILE_MS }),
        said.id,
      );
    },
  };
}
