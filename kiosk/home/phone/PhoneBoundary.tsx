/**
 * Catches render errors of the pages on private phones: input is outside of React, so that the
 * person goes on where it happened.
 */
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Footer, Question, Screen } from '../../ui/Screen.tsx';

/** After this many errors the page is loaded again. */
const RELOAD_AFTER = 3;

// React can catch render errors only in a class.
export class PhoneBoundary extends Component<
  { readonly children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };
  private count = 0;
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override componentDidCatch(): void {
    this.count += 1;
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
  const { t } = useTranslation('home');
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
      <Question>{t('crash.title')}</Question>
      <Notice kind="info" title={t('crash.safe')} />
    </Screen>
  );
}
