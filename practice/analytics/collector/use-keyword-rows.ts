// The patterns of the keyword page while they are edited: rows being typed, suggestions, the live
// preview of what they decide, saved together with undo.

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StandardGroup } from '../../../shared/analytics/deliveries/appointment-types.ts';
import type {
  KeywordEffect,
  KeywordMapping,
} from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import {
  patternProblem,
  searchable,
  type KeywordPattern,
} from '../../../shared/analytics/deliveries/keywords.ts';
import { call, TIMEOUT } from '../../api.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say, sayWithUndo } from '../../ui/toast.tsx';
import { useDataTexts } from './collector-texts.ts';

const KEY = 'stichworte',
  WAIT_MS = 300;

/** A pattern that may lack its group. */
export interface TypedPattern {
  readonly muster: string;
  readonly gruppe: StandardGroup | null;
}
/** A row being typed; incomplete without a group. */
export interface KeywordRow extends TypedPattern {
  readonly key: number;
}

const patternsOf = (rows: readonly TypedPattern[]): KeywordPattern[] =>
  rows.flatMap(({ muster, gruppe }) =>
    gruppe === null ? [] : [{ muster: muster.trim(), gruppe }],
  );
const isSame = (a: readonly KeywordPattern[], b: readonly KeywordPattern[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
const put = (items: KeywordPattern[], previous: KeywordPattern[]): Promise<unknown> =>
  call('/api/settings/pattermapi/stichworte', {
    method: 'PUT',
    json: { items, vorher: previous },
    answer: 'none',
    timeout: TIMEOUT,
  });

/** Preview of the patterns of some rows, debounced; `isOfThese` once it belongs to these rows. */
function useKeywordEffect(items: readonly KeywordPattern[], offered: readonly string[]) {
  const wanted = JSON.stringify({ items, angebote: offered }),
    [asked] = useDebouncedValue(wanted, WAIT_MS);
  const effect = useQuery({
    queryKey: [KEY, 'wirkung', asked],
    queryFn: () =>
      call<KeywordEffect>('/api/settings/pattermapi/vorschau', {
        method: 'POST',
        json: JSON.parse(asked) as object,
        timeout: TIMEOUT,
      }),
    placeholderData: keepPreviousData,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  return { effect, isOfThese: asked === wanted && !effect.isPlaceholderData };
}

function useKeywordList() {
  return useQuery({
    queryKey: [KEY],
    queryFn: async () =>
      (
        await call<{ stichworte: KeywordMapping[] }>('/api/settings/pattermapi', {
          timeout: TIMEOUT,
        })
      ).stichworte,
  });
}

/**
 * Holds the rows of the keyword page with everything that changes, checks, saves and tries them.
 */
export function useKeywordRows() {
  const t = useDataTexts(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit(),
    list = useKeywordList();
  const stored = patternsOf((list.data ?? []).filter((one) => !one.istVorschlag)),
    [typed, setTyped] = useState<readonly KeywordRow[] | null>(null),
    next = useRef(1000),
    focused = useRef<number | null>(null);
  const rows: readonly KeywordRow[] = typed ?? stored.map((one, key) => ({ key, ...one })),
    wrong = patternProblem(rows),
    isComplete = rows.every((row, at) => row.gruppe !== null && wrong[at] === null);
  const usable = rows.filter((row, at) => row.gruppe !== null && wrong[at] === null),
    known = new Set(rows.map((row) => searchable(row.muster)));
  const offers = (list.data ?? []).filter(
      (one) => one.istVorschlag && !known.has(searchable(one.muster)),
    ),
    now = patternsOf(rows),
    isChanged = typed !== null && !(isComplete && isSame(now, stored));
  const { effect, isOfThese } = useKeywordEffect(
    patternsOf(usable),
    offers.map((one) => one.muster),
  );
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries();
    setTyped(null);
  };
  return {
    list,
    rows,
    wrong,
    usable,
    offers,
    effect,
    isOfThese,
    isChanged,
    isComplete,
    isBusy,
    failed,
    /** Adds rows at the end. @param isFocused whether the first of them gets the focus */
    add(more: readonly TypedPattern[], isFocused = false): void {
      const made = more.map((one) => ({ ...one, key: ++next.current }));
      if (isFocused) focused.current = made[0]?.key ?? null;
      setTyped([...rows, ...made]);
    },
    change(key: number, set: Partial<TypedPattern>): void {
      setTyped(rows.map((row) => (row.key === key ? { ...row, ...set } : row)));
    },
    move(at: number, by: -1 | 1): void {
      const moved = [...rows],
        [row] = moved.splice(at, 1);
      if (row) {
        moved.splice(at + by, 0, row);
        setTyped(moved);
      }
    },
    remove(key: number): void {
      setTyped(rows.filter((one) => one.key !== key));
    },
    /** Focuses the field of the row that was just added. */
    focusAdded(field: HTMLInputElement | null, key: number): void {
      if (field && focused.current === key) {
        focused.current = null;
        field.focus();
      }
    },
    discard(): void {
      clear();
      void fresh();
    },
    save: (): Promise<boolean> =>
      run(async () => {
        await put(now, stored);
        // Reports count differently from here on.
        await fresh();
        sayWithUndo(t('words.saved'), async () => {
          await put(stored, now);
          await fresh();
        });
      }),
    /** Asks the server for suggestions. */
    find: (): Promise<unknown> =>
      run(async () => {
        const { stichworte: found } = await call<{ stichworte: KeywordMapping[] }>(
          '/api/settings/init/pattermapi',
          { method: 'POST', timeout: TIMEOUT },
        );
        queries.setQueryData([KEY], found);
        const many = found.filter((one) => one.istVorschlag).length;
        say(many === 0 ? t('types.foundNone') : t('words.found', { n: many }));
      }),
  };
}
export type KeywordRows = ReturnType<typeof useKeywordRows>;
