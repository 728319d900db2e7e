// Submits answers until the server has them: offline they wait, and are sent automatically when the
// network is back.

import { CallError } from '../../shared/base/client.ts';
import type { PhotoCount } from '../sync/photos/hand-in.types.ts';
import { backoff, type Clock, type Random } from '../../shared/base/ports.ts';

type Refusal = 'link' | 'twice' | 'large' | 'person' | 'answers';
export type SendState =
  /** `photos`: the answers were accepted, and their photos follow. */
  | { readonly kind: 'sending'; readonly photos?: PhotoCount }
  /** `isOffline`: the network was not available at all. */
  | { readonly kind: 'waiting'; readonly isOffline: boolean; readonly photos?: PhotoCount }
  | { readonly kind: 'refused'; readonly why: Refusal }
  | { readonly kind: 'sent' };

export interface Sending<Order> {
  send(order: Order): void;
  /** „Nochmal senden“, and whenever the network seems to be back. */
  again(): void;
  stop(): void;
}
export interface SendingDeps<Order> {
  /** Retries the same submission as often as needed. */
  calls: { handIn(order: Order, onPhotos: (count: PhotoCount) => void): Promise<void> };
  clock: Pick<Clock, 'after'>;
  random: Random;
  isOnline: () => boolean;
  onState: (state: SendState) => void;
}

/** Minimum delay between attempts, increasing each time. */
const LEAST_MS = 4_000;

/** Refusal that no retry will change; `null`: try again. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return null;
  switch (error.code) {
    case 'link_invalid':
    case 'not_found':
      return 'link';
    case 'conflict':
      return 'twice';
    case 'too_large':
      return 'large';
    case 'birthdate_invalid':
    case 'confirm_needed':
      return 'person';
    case 'validation':
      return Object.keys(error.fields ?? {}).some((field) => field.startsWith('person'))
        ? 'person'
        : 'answers';
    case 'bad_request':
    case 'state_conflict':
    case 'unsupported_media':
      return 'answers';
    default:
      return null;
  }
}

export function createSending<Order>({
  calls,
  clock,
  random,
  isOnline,
  onState,
}: SendingDeps<Order>): Sending<Order> {
  let order: Order | null = null,
    isBusy = false,
    attempt = 0,
    photos: PhotoCount | undefined,
    stopTimer: (() => void) | null = null;
  const cancel = (): void => {
    stopTimer?.();
    stopTimer = null;
  };
  const run = (): void => {
    cancel();
    const now = order;
    if (!now || isBusy) return;
    isBusy = true;
    onState({ kind: 'sending', ...(photos && { photos }) });
    const onPhotos = (count: PhotoCount): void => {
      if (order !== now) return;
      photos = count;
      attempt = 0;
      onState({ kind: 'sending', photos });
    };
    calls.handIn(now, onPhotos).then(
      () => {
        isBusy = false;
        if (order !== now) return;
        order = null;
        onState({ kind: 'sent' });
      },
      (error: unknown) => {
        isBusy = false;
        if (order !== now) return;
        const why = refusalOf(error);
        if (why) {
          order = null;
          onState({ kind: 'refused', why });
          return;
        }
        attempt += 1;
        onState({ kind: 'waiting', isOffline: !isOnline(), ...(photos && { photos }) });
        const wish =
          error instanceof CallError && error.retryAfter !== undefined
            ? error.retryAfter * 1000
            : 0;
        stopTimer = clock.after(Math.max(wish, LEAST_MS + backoff(attempt, random)), run);
      },
    );
  };
  return {
    send(next) {
      order = next;
      attempt = 0;
      photos = undefined;
      run();
    },
    again: run,
    stop() {
      order = null;
      cancel();
    },
  };
}
