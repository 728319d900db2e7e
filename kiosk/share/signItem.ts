// A document of a share signed on the person's own phone: read, declared, signed, then sent until
// the practice has it. No React.

import { mayBeSignedByFinger } from '../../shared/desk/document.ts';
import type {
  ShareItemContent,
  ShareSaid,
  ShareSignature,
} from '../../shared/exchange/share.schema.ts';
import type { Clock, Random } from '../../shared/base/ports.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { withoutStale } from '../../shared/papers/read-in.ts';
import type { ReadIn, Reading } from '../../shared/papers/reading.ts';
import type { DeclarationAnswer, Ink, Mark } from '../../shared/papers/signature.ts';
import { emptyReading } from '../documents/reading.ts';
import { withAnswer } from '../consent/answers.ts';
import { newKey, seal, unseal, type Cabinet } from '../home/cabinet.ts';
import { createSending, type SendState } from '../home/sending.ts';
import type { ShareCalls } from '../sync/share-calls.ts';
import type { OpenItem } from './openItem.ts';
import { meant } from './refusal.ts';

export type SignContent = Extract<ShareItemContent, { kind: 'sign' }>;
/**
 * `talk`: § 630e BGB requires an oral explanation first, and at home nobody can confirm it for the
 * dentist; `paper`: the law requires paper; `question` and `declined` are real outcomes: nothing is
 * signed.
 */
export type SignScreen =
  | 'reading'
  | 'talk'
  | 'declining'
  | 'declarations'
  | 'signing'
  | 'sending'
  | 'signed'
  | 'question'
  | 'declined'
  | 'paper';
export interface SignState {
  readonly screen: SignScreen;
  readonly reading: Reading;
  readonly declarations: readonly DeclarationAnswer[];
  readonly ink: Ink | null;
  readonly sending: SendState | null;
  /** The pending submission is not a signature but questions or a refusal. */
  readonly said: ShareSaid['outcome'] | null;
  /** After signing here: signers of the same document still missing. */
  readonly waitsFor: readonly string[];
}
export interface SignItem extends OpenItem {
  readonly kind: 'sign';
  readonly content: SignContent;
  /** Whether an unsent signature outlives the page. */
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

/** Hashed: a usable link cannot be read from the device. */
export const signRowOf = (shareId: string, itemId: string): Promise<string> =>
  sha256Hex(`portal|sign|${shareId}|${itemId}`);

type Order = ShareSignature | ShareSaid;

/**
 * Whether a submission can be deleted from this device: the server has it, has another one, or will
 * never accept it. "The link is over" settles nothing: another share's session or a restored server
 * responds the same, and the signature may still be needed.
 */
const isSettled = (state: SendState): boolean =>
  state.kind === 'sent' || (state.kind === 'refused' && state.why !== 'link');

/** Opens it at its start, or sends a signature that has not arrived. */
export async function openSigning(
  content: SignContent,
  shareId: string,
  deps: SignItemDeps,
): Promise<SignItem> {
  const { calls, cabinet, subtle, clock, random, isOnline, appVersion, device, onOver } = deps,
    rowId = await signRowOf(shareId, content.id);
  const { document: data } = content,
    afterTalk = data.declarations.length > 0 ? ('declarations' as const) : ('signing' as const),
    listeners = new Set<() => void>();
  let state: SignState = {
    screen: mayBeSignedByFinger(data.formRequirement).ok ? 'reading' : 'paper',
    reading: emptyReading(clock.now(), 100),
    declarations: [],
    ink: null,
    sending: null,
    said: null,
    waitsFor: [],
  };
  const put = (change: Partial<SignState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const keep = async (signature: Order): Promise<void> => {
    if (!cabinet || !subtle) return;
    const own = { id: rowId, draftId: signature.id },
      key = await newKey(subtle),
      draft = await seal(key, own, 'draft', signature);
    await cabinet.change(rowId, () => ({
      ...own,
      key,
      draft,
      savedAt: clock.now(),
      misses: 0,
      isHandedIn: true,
    }));
  };
  const kept = async (): Promise<Order | null> => {
    const row = await cabinet?.get(rowId);
    return row?.key ? ((await unseal(row, 'draft').catch(() => null)) as Order | null) : null;
  };
  const sending = createSending<Order>({
    calls: {
      async handIn(order) {
        try {
          if ('outcome' in order) await calls.say(content.id, order);
          else put({ waitsFor: await calls.sign(content.id, order) });
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
        ...(next.kind === 'sent' && { screen: state.said ?? 'signed', ink: null }),
      });
      if (isSettled(next)) cabinet?.change(rowId, () => undefined).catch(() => undefined);
    },
  });
  const send = (order: Order): void => {
    put({
      screen: 'sending',
      sending: { kind: 'sending' },
      said: 'outcome' in order ? order.outcome : null,
    });
    sending.send(order);
  };
  const say = (outcome: ShareSaid['outcome'], language: string): void => {
    const said: ShareSaid = {
      id: random.id(),
      taskId: content.taskId,
      outcome,
      dataSha256: content.dataSha256,
      reading: withoutStale(state.reading, language),
      declarations: [...state.declarations],
      language,
      at: clock.now(),
    };
    put({ screen: 'sending', sending: { kind: 'sending' }, said: outcome });
    void keep(said)
      .catch(() => undefined)
      .then(() => {
        send(said);
      });
  };

  const waiting = await kept().catch(() => null);
  if (waiting) send(waiting);
  return {
    kind: 'sign',
    content,
    isLasting: cabinet !== null,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    read: (reading) => {
      state = { ...state, reading };
    },
    readInstead: (how) =>
      put({ reading: { ...state.reading, instead: { ...how, at: clock.now() } } }),
    decide(choice, language) {
      if (choice === 'none') put({ screen: data.template.talk ? 'talk' : afterTalk });
      else if (choice === 'declined') put({ screen: 'declining' });
      else say('question', language);
    },
    decline: (language) => say('declined', language),
    talked(isSo, language) {
      if (isSo) put({ screen: afterTalk });
      else say('question', language);
    },
    declare: (id, value) =>
      put({ declarations: withAnswer(state.declarations, id, value, clock.now()) }),
    toSigning: () => put({ screen: 'signing' }),
    ink: (ink) => {
      state = {
        ...state,
        ink: ink.strokes.length > 0 || ink.clears > 0 || ink.undos > 0 ? ink : null,
      };
    },
    async sign(mark, language) {
      const { role, name, capacity } = content.signer;
      const signature: ShareSignature = {
        id: random.id(),
        taskId: content.taskId,
        dataSha256: content.dataSha256,
        presentedPdfSha256: content.presentedPdfSha256,
        language,
        signedAt: clock.now(),
        signers: [{ role, name, ...(capacity !== undefined && { capacity }), mark }],
        declarations: [...state.declarations],
        reading: withoutStale(state.reading, language),
        wantsPaperCopy: false,
        device: {
          ...device(),
          standalone: false,
          online: isOnline(),
          clockOffsetMs: 0,
          appVersion,
        },
      };
      put({ screen: 'sending', sending: { kind: 'sending' } });
      // Stored first, then sent: nothing is lost on the way.
      await keep(signature).catch(() => undefined);
      send(signature);
    },
    back() {
      const { screen } = state;
      if (screen === 'signing' && data.declarations.length > 0) {
        put({ screen: 'declarations' });
        return true;
      }
      if (
        screen === 'signing' ||
        screen === 'declarations' ||
        screen === 'declining' ||
        screen === 'talk'
      ) {
        put({ screen: 'reading' });
        return true;
      }
      return false;
    },
    isHanded: () => state.screen === 'sending' && state.sending?.kind !== 'refused',
    again: () => sending.again(),
    cover: () => undefined,
    flush: () => Promise.resolve(),
  };
}
