/**
 * One patient screen: header, scrolling middle with free margins at both sides, footer; two columns
 * where space allows.
 */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useBars } from './useBars.ts';
import { useFocusedFieldVisible } from './useVisualViewport.ts';
import './screen.css';

export interface ScreenProps {
  readonly children: ReactNode;
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  /** Question and reason: left column of `split`, above the children everywhere else. */
  readonly question?: ReactNode;
  /**
   * column ≤ 720 centred · split 5 + 7 columns in landscape at text ≤ 125 % · wide for the signing
   * field.
   */
  readonly layout?: 'column' | 'split' | 'wide';
  /**
   * Changes with the page: starts the 160 ms page turn, scrolls to the top and announces the new
   * heading.
   */
  readonly pageKey?: string;
}

export function Screen({
  children,
  header,
  footer,
  question,
  layout = 'column',
  pageKey = '',
}: ScreenProps) {
  const root = useRef<HTMLDivElement>(null);
  const bars = useBars(root);
  useFocusedFieldVisible();
  return (
    <div ref={root} className={`k-screen k-screen--${layout}`} data-bars={bars}>
      {header}
      <main className="k-main" id="main">
        <Page key={pageKey}>
          {question !== undefined && <div className="k-main__question">{question}</div>}
          <div className="k-main__answers">{children}</div>
        </Page>
      </main>
      {footer}
    </div>
  );
}

/** One page; its key remounts it, and a new page starts at its top with its heading. */
function Page({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    // An autofocused field keeps the focus; otherwise the heading gets it, so that screen readers
    // announce the page.
    if (page.current?.contains(document.activeElement)) return;
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="k-main__page" ref={page}>
      {children}
    </div>
  );
}

export interface FooterProps {
  /** `Zurück`, at the start. */
  readonly back?: ReactNode;
  /** The one primary button; pass it `grow`. */
  readonly primary?: ReactNode;
  /** Saved tick or another quiet text. */
  readonly note?: ReactNode;
}

export function Footer({ back, primary, note }: FooterProps) {
  return (
    <footer className="k-footer">
      <div className="k-footer__row">
        {back}
        {primary}
        {note !== undefined && <div className="k-footer__note">{note}</div>}
      </div>
    </footer>
  );
}

export interface QuestionProps {
  readonly children: ReactNode;
  /** Reason for asking, or examples. */
  readonly reason?: ReactNode;
  /** `vorlesen` or another control next to the heading. */
  readonly aside?: ReactNode;
  readonly hero?: boolean;
  readonly id?: string;
}

/** The screen's one heading with its reason. */
export function Question({ children, reason, aside, hero = false, id }: QuestionProps) {
  return (
    <div className="k-question">
      <div className="k-question__row">
        <h1 className={hero ? 'k-hero' : undefined} id={id} tabIndex={-1}>
          {children}
        </h1>
        {aside}
      </div>
      {reason !== undefined && <p className="k-question__reason">{reason}</p>}
    </div>
  );
}
