/** Page after a render error: one way on. */
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Footer, Question, Screen } from '../Screen.tsx';

export interface CrashPageProps {
  readonly title: string;
  /** The next step. */
  readonly reason?: string;
  /** Label of the button. */
  readonly again: string;
  readonly onAgain: () => void;
  /** What is safe. */
  readonly children?: ReactNode;
}

export function CrashPage({ title, reason, again, onAgain, children }: CrashPageProps) {
  return (
    <Screen
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={onAgain}>
              {again}
            </Button>
          }
        />
      }
    >
      <Question reason={reason}>{title}</Question>
      {children}
    </Screen>
  );
}
