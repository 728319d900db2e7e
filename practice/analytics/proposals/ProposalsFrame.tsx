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

/**
 * @param toEnter number of marked proposals, where known
 * @param refused error of the call that the page lives from
 */
export function BillingFrame({
  title,
  toEnter,
  actions,
  refused,
  children,
}: {
  title: string;
  toEnter?: number | undefined;
  actions?: ReactNode;
  refused?: unknown;
  children: ReactNode;
}) {
  useNotePageCounts({ '/abrechnung/nachtragen': toEnter });
  return (
    <Page title={title} actions={actions} refused={refused}>
      {children}
    </Page>
  );
}
