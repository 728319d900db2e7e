// A draft that another user saved meanwhile: what one side changed is joined and named; where both
// changed the same place, the user chooses. Always mounted in an editor; shows nothing otherwise.

import './clash.css';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { v7 as uuidv7 } from 'uuid';
import { CallError } from '../../../../shared/base/client.ts';
import { ErrorNotice } from '../../ErrorNotice.tsx';
import { Notice } from '../../Notice.tsx';
import { Loading } from '../../Page.tsx';
import { useLanguage } from '../../texts.ts';
import { say, sayError } from '../../toast.tsx';
import { isSameDraft, mergeDrafts, type Merged, type Shape } from '../merge/merge-drafts.ts';
import type { Side } from '../merge/merge-trees.ts';
import { useSubmit } from '../use-submit.ts';
import { useClashTexts } from './clash-texts.ts';
import { clashWords, type ClashWords, type Describe } from './clash-words.ts';
import { Clash } from './Clash.tsx';
import { TakenList } from './TakenList.tsx';
import { savedWords, useWho, type SavedBy } from './who.ts';

/** A draft as another user saved it. */
export interface Stored<T> extends SavedBy {
  readonly rev: number;
  readonly value: T;
  /** Nothing can be saved to it any more: it was published meanwhile. */
  readonly isOver: boolean;
}
/** A save that met another state (`Saving.met`). */
export interface Met<T> {
  readonly base: T | undefined;
  /** States that were sent from here without an answer: one of them may be stored. */
  readonly unsure: readonly T[];
  /** The revision that the save named. */
  readonly rev: number;
  readonly error: unknown;
}
interface Props<T> {
  id: string;
  mine: T;
  met: Met<T> | null;
  shape: Shape<T>;
  describe: Describe;
  /** Reads the state of the other. @throws CallError 404 where the draft was discarded */
  load: () => Promise<Stored<T>>;
  /** Makes the own state a draft with a new id. @returns its key */
  copy?: (id: string, mine: T) => Promise<string>;
  /** Where there is one draft only: builds a state that holds both sides of each contradiction. */
  both?: (merged: Merged<T>) => T;
  /**
   * Goes on from the state of the other, and saves `next` over it.
   * @param each joins an earlier step of the own draft with that state
   */
  onJoin: (stored: Stored<T>, next: T, each: (step: T) => T) => void;
  /** Reads lists and versions again; the draft has ended. Absent where none can end. */
  onEnded?: () => void;
  /** Opens the copy where the draft has ended. */
  onOpen?: (key: string) => void;
}

interface Joined {
  readonly by: SavedBy;
  readonly taken: ClashWords['taken'];
}

export function DraftClash<T>(props: Props<T>) {
  const [joined, setJoined] = useState<Joined | null>(null);
  if (props.met) return <Meeting {...props} met={props.met} onJoined={(next) => setJoined(next)} />;
  return joined && <JoinedNotice joined={joined} onClose={() => setJoined(null)} />;
}

/** Says that both states were joined; it has the focus after a choice. */
function JoinedNotice({ joined: { by, taken }, onClose }: { joined: Joined; onClose: () => void }) {
  const t = useClashTexts(),
    language = useLanguage(),
    who = useWho(by);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button of the choice is gone.
    if (document.activeElement === document.body) card.current?.focus();
  }, []);
  return (
    <div ref={card} tabIndex={-1}>
      <Notice tone="info" role="status">
        <strong>{savedWords(t, by, who, language)}</strong> {t('joined')}
        <TakenList taken={taken} who={who} />
        <div className="p-clash-close">
          <Button variant="default" size="xs" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

const NONE: ReadonlyMap<string, Side> = new Map();

/** Joins two states once, and each earlier step of the own one with the other. */
function joinerOf<T>(shape: Shape<T>, base: T | undefined, other: T) {
  const mergeOf = (mine: T): Merged<T> => mergeDrafts(shape, { base, mine, other });
  return {
    mergeOf,
    /** Earlier steps in their order; equal neighbours become one and the same. */
    eachOf: (next: T): ((step: T) => T) => {
      let last: T | undefined;
      return (step) => {
        const joined = mergeOf(step).value(NONE),
          same = [last, next].find((one) => one !== undefined && isSameDraft(shape, one, joined));
        last = same ?? joined;
        return last;
      };
    },
  };
}

function useStored<T>({ id, met, load, mine }: Props<T> & { met: Met<T> }) {
  return useQuery({
    queryKey: ['clash', id, met.rev],
    queryFn: async (): Promise<{ stored: Stored<T>; isGone: boolean }> => {
      try {
        return { stored: await load(), isGone: false };
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 404) throw error;
        const value = met.base ?? mine;
        return {
          stored: { rev: met.rev, value, isOver: true, byName: null, at: null },
          isGone: true,
        };
      }
    },
    gcTime: 0,
    staleTime: Infinity,
  });
}

function Meeting<T>(props: Props<T> & { met: Met<T>; onJoined: (joined: Joined | null) => void }) {
  const { mine, met, shape, describe, onJoin, onJoined } = props,
    t = useClashTexts(),
    found = useStored(props),
    { isBusy, run } = useSubmit(),
    stored = found.data?.stored,
    isGone = found.data?.isGone === true,
    // Of a draft that ended both states are shown in full.
    joiner = stored && joinerOf(shape, stored.isOver ? undefined : met.base, stored.value),
    merged = joiner?.mergeOf(mine),
    words = merged && clashWords(merged, describe),
    isSettled = useRef(false);
  const goOn = (next: T): void => {
    if (!stored || !joiner || !merged || !words || isSettled.current) return;
    isSettled.current = true;
    const value = isSameDraft(shape, next, stored.value) ? stored.value : next;
    // The field in focus may show a part of the other under the same name: letters would go there.
    if (merged.isApart && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
    onJoined({ by: stored, taken: words.taken });
    onJoin(stored, value, joiner.eachOf(value));
  };
  const take = (choices: ReadonlyMap<string, Side>): void => {
    if (merged) goOn(merged.value(choices));
  };
  const isOwn =
      stored !== undefined && met.unsure.some((one) => isSameDraft(shape, one, stored.value)),
    isQuiet =
      stored !== undefined &&
      !stored.isOver &&
      stored.rev !== met.rev &&
      (isOwn || merged?.conflicts.length === 0);
  const joinQuietly = useEffectEvent(() => {
    if (!stored) return;
    if (!isOwn) return take(NONE);
    // The answer to an own save was lost: it was stored.
    isSettled.current = true;
    onJoin(stored, mine, (step) => step);
  });
  useEffect(() => {
    if (isQuiet) joinQuietly();
  }, [isQuiet]);
  const copyAs = (make: (id: string, mine: T) => Promise<string>): void =>
    void run(async () => {
      const key = await make(uuidv7(), mine);
      say(t('copied'));
      if (stored?.isOver === true) {
        props.onEnded?.();
        props.onOpen?.(key);
      } else if (stored && joiner) {
        isSettled.current = true;
        onJoined(null);
        onJoin(stored, stored.value, joiner.eachOf(stored.value));
      }
    }, sayError);
  if (found.isPending) return <Loading />;
  if (found.isError || !stored || !words)
    return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (isQuiet) return <Loading />;
  const { copy, both } = props,
    /** A part that was only removed here leaves nothing to copy. */
    hasOwn = merged?.conflicts.some((one) => one.mine !== undefined);
  // The server refused the save although nothing was changed.
  if (stored.rev === met.rev && !stored.isOver)
    return (
      <ErrorNotice error={met.error} isSave onRetry={() => onJoin(stored, mine, (step) => step)} />
    );
  return (
    <Clash
      by={stored}
      places={words.places}
      end={isGone ? 'gone' : stored.isOver ? 'over' : null}
      taken={words.taken}
      isBusy={isBusy}
      onTake={take}
      onOther={props.onEnded}
      onCopy={
        copy ? () => copyAs(copy) : both && merged && hasOwn ? () => goOn(both(merged)) : undefined
      }
    />
  );
}
