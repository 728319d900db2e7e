// Pages of the translations: a form may have thousands of texts, and each field measures its height.

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Gap } from '../../../../ui/saving/next-missing.ts';
import { useDesignerTexts } from '../designer-texts.ts';
import type { Said } from '../edit.ts';

/** Texts that are drawn at once: all of a usual form. */
const PAGE = 250;

interface Given {
  /** Texts of the list, in their order. */
  readonly shown: readonly Said[];
  /** All texts of the form. */
  readonly texts: readonly Said[];
  /** The text to begin with. */
  readonly gap: Gap | null;
  readonly isMissing: (one: Said) => boolean;
  /** Leads to the next missing text that is drawn. */
  readonly goNext: () => void;
  readonly goToPlace: (key: string) => void;
}
interface Turning {
  readonly page: number;
  readonly count: number;
  readonly onTurn: (page: number) => void;
}

/** Returns the page with the text to begin with. */
function pageOfGap({ texts, gap, isMissing }: Given): number {
  if (gap === null) return 0;
  const own = texts.findIndex((one) => one.key.startsWith(gap.at) && isMissing(one)),
    at = own < 0 ? texts.findIndex((one) => one.key.startsWith(gap.at)) : own;
  return Math.floor(Math.max(0, at) / PAGE);
}

/** Holds the page of texts, and leads to the next missing one, which may be on another page. */
export function useTextPages(given: Given): {
  readonly onPage: readonly Said[];
  readonly goOn: () => void;
  /** Notes the text whose field has the focus. */
  readonly noteText: (key: string) => void;
  readonly turning: Turning;
} {
  const { shown, isMissing, goNext, goToPlace } = given;
  const [turned, onTurn] = useState(() => pageOfGap(given)),
    pages = Math.max(1, Math.ceil(shown.length / PAGE)),
    page = Math.min(turned, pages - 1),
    last = useRef('');
  const goOn = (): void => {
    if (pages === 1) return goNext();
    const from = shown.findIndex((one) => one.key === last.current),
      after = shown.findIndex((one, at) => at > from && isMissing(one)),
      found = after < 0 ? shown.findIndex(isMissing) : after,
      next = shown[found];
    if (!next) return;
    flushSync(() => onTurn(Math.floor(found / PAGE)));
    goToPlace(next.key);
  };
  return {
    onPage: shown.slice(page * PAGE, (page + 1) * PAGE),
    goOn,
    noteText: (key) => {
      last.current = key;
    },
    turning: { page, count: shown.length, onTurn },
  };
}

/** Turns the pages of texts; nothing where one page holds them all. */
export function TurnTexts({ page, count, onTurn }: Turning) {
  const t = useDesignerTexts();
  if (count <= PAGE) return null;
  return (
    <div className="p-row">
      <Button variant="default" disabled={page === 0} onClick={() => onTurn(page - 1)}>
        {t('language.before')}
      </Button>
      <span className="p-tabular">
        {t('language.page', {
          from: page * PAGE + 1,
          to: Math.min(count, (page + 1) * PAGE),
          of: count,
        })}
      </span>
      <Button
        variant="default"
        disabled={(page + 1) * PAGE >= count}
        onClick={() => onTurn(page + 1)}
      >
        {t('language.after')}
      </Button>
    </div>
  );
}
