// A document of a share signed on the person's own phone: read, declared, signed, then sent until
// the practice has it. No React.

import type { Clock, Random } from '../../../shared/base/ports.ts';
import type { ShareSaid, ShareSignature } from '../../../shared/exchange/share.schema.ts';
import type { ReadIn, Reading } from '../../../shared/papers/reading.ts';
import type { Ink, Mark } from '../../../shared/papers/signature.ts';
import { withAnswer } from '../../consent/answers.ts';
import type { Cabinet } from '../../home/cabinet.ts';
import { createSending, type SendState } from '../../home/sending.ts';
import { createStore, type Store } from '../../home/store.ts';
import type { ShareCalls } from '../../sync/share-calls.ts';
import type { OpenItem } from '../openItem.ts';
import { meant } from '../refusal.ts';
import {
  begunOf,
  createOrderStore,
  saidOf,
  signatureOf,
  signRowOf,
  type Order,
  type OrderStore,
} from './order.ts';
import {
  firstSignState,
  screenAfterTalk,
  screenBefore,
  type SignContent,
  type SignScreen,
  type SignState,
} from './signState.ts';

export interface SignItem extends OpenItem {
  readonly kind: 'sign';
  readonly content: SignContent;
  /** Whether a begun or unsent signature outlives the page. */
  readonly isLasting: boolean;
  get(): SignState;
  subscribe(listener: () => void): () => void;
  read(reading: Reading): void;
  /** Shown before a text that is missing in the chosen language. */
  readInstead(how: Omit<ReadIn, 'at'>): void;
  /** A question is sent to the practice at once, in the language that was read. */
  decide(choice: 'none' | 'question' | 'declined', language: string): void;
  decline(language: string): void;
  /** Whether the practice has talked with the signer. */
  talked(isSo: boolean, language: string): void;
  declare(id: string, value: boolean): void;
  toSigning(): void;
  ink(ink: Ink): void;
  sign(mark: Mark, language: string): Promise<void>;
  /** Goes one screen back; false where the list comes next. */
  back(): boolean;
}
export interface SignItemDeps {
  calls: Pick<ShareCalls, 'sign' | 'say'>;
  cabinet: Cabinet | null;
  subtle: SubtleCrypto | undefined;
  clock: Clock;
  random: Random;
  isOnline: () => boolean;
  appVersion: string;
  device: () => Pick<ShareSignature['device'], 'userAgent' | 'screen'>;
  onOver: () => void;
}

/**
 * Whether a submission can be deleted from this device: the server has it, has another one, or will
 * never accept it. "The link is over" settles nothing: another share's session or a restored server
 * responds the same, and the signature may still be needed.
 */
const isSettled = (state: SendState): boolean =>
  state.kind === 'sent' || (state.kind === 'refused' && state.why !== 'link');

interface Delivery {
  /** Stored first, then sent: nothing is lost on the way. */
  keepAndSend(order: Order): Promise<void>;
  send(order: Order): void;
  again(): void;
}

/** Creates the delivery of a document's order. */
function createDelivery(
  { id }: SignContent,
  { get, put }: Store<SignState>,
  disk: OrderStore,
  deps: SignItemDeps,
): Delivery {
  const { calls, clock, random, isOnline, onOver } = deps;
  const sending = createSending<Order>({
    calls: {
      async handIn(order) {
        try {
          if ('outcome' in order) await calls.say(id, order);
          else put({ waitsFor: await calls.sign(id, order) });
        } catch (error) {
          throw meant(error, onOver);
        }
      },
    },
    clock,
    random,
    isOnline,
    onState(next) {
      put({
        sending: next,
        ...(next.kind === 'sent' && { screen: get().said ?? 'signed', ink: null }),
      });
      if (isSettled(next)) disk.drop();
    },
  });
  const send = (order: Order): void => {
    const said = 'outcome' in order ? order.outcome : null;
    put({ screen: 'sending', sending: { kind: 'sending' }, said });
    sending.send(order);
  };
  return {
    async keepAndSend(order) {
      await disk.keep(order).catch(() => undefined);
      send(order);
    },
    send,
    again: () => sending.again(),
  };
}

/** Screens on which something is begun and nothing is submitted. */
const BEGUN: ReadonlySet<SignScreen> = new Set(['reading', 'talk', 'declarations', 'signing']);

/** Stores what is begun, one write at a time; the newest state wins. */
function createBegunKeeper(
  content: SignContent,
  { get, put }: Store<SignState>,
  disk: OrderStore,
): { keep(): void; flush(): Promise<void> } {
  let running: Promise<void> | null = null,
    isStale = false;
  const write = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      const { ink } = get();
      const isKept = await disk.keepBegun(begunOf(content, get())).catch(() => false);
      // A tick means that this ink survives; a newer stroke is written in the next turn.
      if (get().ink === ink && get().isKept !== isKept) put({ isKept });
    }
    running = null;
  };
  return {
    keep() {
      if (!BEGUN.has(get().screen)) return;
      isStale = true;
      running ??= write();
    },
    flush: () => running ?? Promise.resolve(),
  };
}

/** Opens it at its start or where it was left, or sends a signature that has not arrived. */
export async function openSigning(
  content: SignContent,
  shareId: string,
  deps: SignItemDeps,
): Promise<SignItem> {
  const { cabinet, clock, random, isOnline, appVersion, device } = deps,
    rowId = await signRowOf(shareId, content.id);
  const store = createStore(firstSignState(content, clock.now())),
    disk = createOrderStore(rowId, deps),
    delivery = createDelivery(content, store, disk, deps),
    draft = createBegunKeeper(content, store, disk);
  const { get, put } = store;
  const partsIn = (language: string) => ({
    content,
    state: get(),
    language,
    id: random.id(),
    at: clock.now(),
  });
  const say = (outcome: ShareSaid['outcome'], language: string): void => {
    const said = saidOf(partsIn(language), outcome);
    put({ screen: 'sending', sending: { kind: 'sending' }, said: outcome });
    void delivery.keepAndSend(said);
  };
  const waiting = await disk.kept().catch(() => null);
  if (waiting) delivery.send(waiting);
  else if (get().screen === 'reading') {
    const begun = await disk.begun(content).catch(() => null);
    if (begun && BEGUN.has(begun.screen)) {
      const { document: _document, ...left } = begun;
      put({ ...left, isKept: true });
    }
  }
  let before = get();
  store.subscribe(() => {
    const now = get();
    const isChanged = now.screen !== before.screen || now.declarations !== before.declarations;
    before = now;
    if (isChanged) draft.keep();
  });
  return {
    kind: 'sign',
    content,
    isLasting: cabinet !== null,
    get,
    subscribe: store.subscribe,
    read: (reading) => store.note({ reading }),
    readInstead: (how) =>
      put({ reading: { ...get().reading, instead: { ...how, at: clock.now() } } }),
    decide(choice, language) {
      if (choice === 'none')
        put({ screen: content.document.template.talk ? 'talk' : screenAfterTalk(content) });
      else if (choice === 'declined') put({ screen: 'declining' });
      else say('question', language);
    },
    decline: (language) => say('declined', language),
    talked(isSo, language) {
      if (isSo) put({ screen: screenAfterTalk(content) });
      else say('question', language);
    },
    declare: (id, value) =>
      put({ declarations: withAnswer(get().declarations, id, value, clock.now()) }),
    toSigning: () => put({ screen: 'signing' }),
    ink: (ink) => {
      const isDrawn = ink.strokes.length > 0 || ink.clears > 0 || ink.undos > 0;
      store.note({ ink: isDrawn ? ink : null });
      if (get().isKept) put({ isKept: false });
      draft.keep();
    },
    async sign(mark, language) {
      const signature = signatureOf(partsIn(language), mark, {
        ...device(),
        standalone: false,
        online: isOnline(),
        clockOffsetMs: 0,
        appVersion,
      });
      put({ screen: 'sending', sending: { kind: 'sending' } });
      await delivery.keepAndSend(signature);
    },
    back() {
      const before = screenBefore(get().screen, content);
      if (before) put({ screen: before });
      return before !== undefined;
    },
    isHanded: () => get().screen === 'sending' && get().sending?.kind !== 'refused',
    again: delivery.again,
    cover: () => undefined,
    flush: draft.flush,
  };
}
