/** Shared context of the steps of a visit: state, the draft on the disk, and sending it. */

import { createStore, type Store } from '../store.ts';
import type { HomeDraft, Kept } from '../draft.ts';
import type { Keeper } from '../keeper.ts';
import { createSending, type Sending, type SendState } from '../sending.ts';
import type { HomeAnswers } from '../../../shared/forms/task/home.schema.ts';
import { firstVisitState, type VisitDeps, type VisitState } from './visitState.ts';

export interface VisitCore extends Store<VisitState> {
  readonly keeper: Keeper;
  readonly sending: Sending<HomeAnswers>;
  readonly flags: {
    /**
     * Whether the user is known to be the person: false after the page was idle while answers were
     * being sent.
     */
    isSure: boolean;
    /** The questions were opened: everything is stored from here on. */
    isBegun: boolean;
  };
  /** Changes the draft; stored from the first page of the form on. */
  edit(change: Partial<HomeDraft>, isKept?: boolean): void;
  /** Shows a draft read from the disk. */
  opened(kept: Kept): void;
  /** Asks for the birth date; decrypted data leaves memory. */
  cover(): void;
  /** Sends the submitted answers of the draft. */
  send(): void;
}

/** Creates the core of a visit. */
export function createVisitCore({
  calls,
  clock,
  random,
  keeperOf,
  isOnline,
  browser,
}: VisitDeps): VisitCore {
  const keeper = keeperOf({
    onSaved: () => put({ isSaved: true, hasTrouble: false }),
    onTrouble: () => put({ hasTrouble: true, isSaved: false }),
    onElsewhere: () => {
      sending.stop();
      put({ screen: 'elsewhere', draft: null, copy: null });
    },
  });
  const store = createStore(firstVisitState(browser, keeper.isLasting));
  const { get, put } = store;
  const flags = { isSure: true, isBegun: false };
  const onState = (next: SendState): void => {
    put({ sending: next });
    if (next.kind !== 'sent') return;
    // The server has the answers: nothing remains on this device.
    put({ screen: 'sent', draft: null });
    keeper.remove().catch(() => undefined);
  };
  const sending = createSending<HomeAnswers>({ calls, clock, random, isOnline, onState });
  return {
    ...store,
    keeper,
    sending,
    flags,
    edit(change, isKept = true) {
      const { draft: before } = get();
      if (!before) return;
      const draft = { ...before, ...change };
      put({ draft, ...(isKept && { isSaved: false }) });
      if (isKept) keeper.save(draft);
    },
    opened({ draft, form }) {
      flags.isBegun = true;
      put({
        draft,
        form,
        language: draft.language,
        textScale: draft.textScale,
        isPlain: draft.isPlain,
        isSaved: true,
      });
    },
    cover() {
      put({ screen: 'lock' });
      const letGo = (): void => {
        const { screen, hasTrouble } = get();
        if (keeper.isLasting && screen === 'lock' && !hasTrouble) put({ draft: null, form: null });
      };
      keeper.flush().then(letGo, () => undefined);
    },
    send() {
      const { draft } = get();
      if (!draft?.handed) return;
      put({ screen: 'handing', sending: { kind: 'sending' } });
      sending.send(draft.handed.answers);
    },
  };
}
