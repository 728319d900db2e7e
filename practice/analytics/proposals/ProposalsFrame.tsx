// Frame of the proposal pages: one heading; the line of pages above shows how many marked proposals
// wait to be entered.

import './proposals.css';
import './work/work-list.css';
import './tables.css';
import './rules/rule-book.css';
import './screens.css';
import type { ReactNode } from 'react';
import { useNotePageCounts } from '../../ui/lists/page-counts.ts';
import { Page } from '../../ui/Page.tsx';

/** @param toEnter number of marked proposals, where known */
export function BillingFrame({
  title,
  toEnter,
  actions,
  children,
}: {
  title: string;
  toEnter?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useNotePageCounts({ '/abrechnung/nachtragen': toEnter });
  return (
    <Page title={title} actions={actions}>
      {children}
    </Page>
  );
}
