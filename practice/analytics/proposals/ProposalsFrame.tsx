// Frame of the proposal pages: one heading, and tabs with the number of waiting proposals on each.

import './proposals.css';
import './work/work-list.css';
import './tables.css';
import './rules/rule-book.css';
import './screens.css';
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Page } from '../../ui/Page.tsx';
import { useBillingTexts } from './proposals-texts.ts';

/** In the order of a day's work. */
const PAGES = [
  { to: '/abrechnung', word: 'seite.vorschlaege' },
  { to: '/abrechnung/hinweise', word: 'seite.hinweise' },
  { to: '/abrechnung/nachtragen', word: 'seite.nachtragen' },
  { to: '/abrechnung/abgelehnt', word: 'seite.abgelehnt' },
  { to: '/abrechnung/quartal', word: 'seite.quartal' },
  { to: '/abrechnung/kennzahlen', word: 'seite.kennzahlen' },
  { to: '/abrechnung/regeln', word: 'seite.regeln' },
] as const;
export type BillingPath = (typeof PAGES)[number]['to'];

/** @param counts number of waiting proposals per page, where known */
export function BillingFrame({
  title,
  counts = {},
  actions,
  children,
}: {
  title: string;
  counts?: Partial<Record<BillingPath, number | undefined>>;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useBillingTexts(),
    pages = useRef<HTMLElement>(null);
  // On a phone the row of pages scrolls; the current one may lie outside.
  useEffect(() => {
    const row = pages.current,
      current = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row && current) row.scrollLeft = current.offsetLeft - row.offsetLeft - 16;
  }, []);
  return (
    <Page title={title} actions={actions}>
      <nav ref={pages} className="ab-pages p-noprint" aria-label={t('seiten')}>
        {PAGES.map(({ to, word }) => {
          const count = counts[to];
          return (
            <Button
              key={to}
              component={NavLink}
              to={to}
              end={to === '/abrechnung'}
              variant="subtle"
              size="compact-md"
              className="ab-page"
            >
              {t(word)}
              {count !== undefined && count > 0 && <span className="ab-count">{count}</span>}
            </Button>
          );
        })}
      </nav>
      {children}
    </Page>
  );
}
