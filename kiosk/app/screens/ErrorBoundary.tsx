// Catches render errors: machine and answers are outside of React, so the patient continues where
// it happened.

import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Footer, Question, Screen } from '../../ui/Screen.tsx';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Reported once per error: drafts are written, staff gets a code without personal data. */
  readonly onError: () => void;
}

/** After this many errors in a row the page is reloaded. */
const RELOAD_AFTER = 3;

// React can catch render errors only in a class.
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private count = 0;
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override componentDidCatch(): void {
    this.count += 1;
    this.props.onError();
  }
  private readonly again = (): void => {
    if (this.count >= RELOAD_AFTER) globalThis.location.reload();
    else this.setState({ hasFailed: false });
  };
  override render(): ReactNode {
    return this.state.hasFailed ? <Crash onAgain={this.again} /> : this.props.children;
  }
}

function Crash({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Screen
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={onAgain}>
              {t('crash.again')}
            </Button>
          }
        />
      }
    >
      <Question reason={t('crash.now')}>{t('crash.title')}</Question>
      <Notice kind="info" title={t('crash.safe')} />
    </Screen>
  );
}
