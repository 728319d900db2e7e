/** Review page before signing: document, answers, signers. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signer } from '../../shared/desk/mappe.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './task.css';

export interface SummaryProps {
  readonly header: ReactNode;
  readonly document: { readonly title: string; readonly version: number };
  /** Declarations in the language on the screen, with their answers. */
  readonly answers: readonly {
    readonly id: string;
    readonly text: string;
    readonly value: boolean;
  }[];
  readonly signers: readonly Signer[];
  /** Goes back to the declarations. */
  readonly onChange: () => void;
  readonly onShowDocument?: () => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}

export function Summary(props: SummaryProps) {
  const { t } = useTranslation('task');
  return (
    <Screen
      header={props.header}
      footer={
        <Footer
          back={
            <Button icon="back" onPress={props.onBack}>
              {t('back')}
            </Button>
          }
          primary={
            <Button kind="primary" grow icon="signature" onPress={props.onNext}>
              {t('summary.sign')}
            </Button>
          }
        />
      }
    >
      <Question reason={t('summary.reason')}>{t('summary.title')}</Question>
      <section className="task-card">
        <h2>{t('summary.document')}</h2>
        <p>
          {props.document.title}, {t('summary.version', { version: props.document.version })}
        </p>
        {props.onShowDocument && (
          <Button kind="quiet" icon="document" onPress={props.onShowDocument}>
            {t('summary.read')}
          </Button>
        )}
      </section>
      {props.answers.length > 0 && (
        <section className="task-card">
          <h2>{t('summary.answers')}</h2>
          <dl className="task-answers">
            {props.answers.map((answer) => (
              <div key={answer.id}>
                <dt>{answer.text}</dt>
                <dd>
                  <Icon name={answer.value ? 'check' : 'close'} />
                  {answer.value ? t('summary.yes') : t('summary.no')}
                </dd>
              </div>
            ))}
          </dl>
          <Button onPress={props.onChange}>{t('summary.change')}</Button>
        </section>
      )}
      {props.signers.length > 0 && (
        <section className="task-card">
          <h2>{t('summary.signers')}</h2>
          <ul>
            {props.signers.map((signer) => (
              <li key={`${signer.role}-${signer.name}`}>
                <bdi>{signer.name}</bdi>
                {signer.capacity !== undefined && ` (${signer.capacity})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Screen>
  );
}
