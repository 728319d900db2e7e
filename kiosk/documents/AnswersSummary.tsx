/** „Das haben Sie angegeben“: the answers as the document that is signed next. */
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentData } from '../../shared/desk/document.ts';
import type { Reading } from '../../shared/papers/reading.ts';
import { Button } from '../ui/Button.tsx';
import { isolated } from '../ui/isolated.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Sections } from './Sections.tsx';
import { useReading } from './useReading.ts';
import { useReadingEnd } from './useReadingEnd.ts';
import './reader.css';

export interface AnswersSummaryProps {
  readonly header: ReactNode;
  readonly data: DocumentData;
  readonly language: string;
  /** Evidence so far; read once. */
  readonly reading: Reading;
  readonly fontScale: number;
  readonly isPaused: boolean;
  readonly onReading: (reading: Reading) => void;
  readonly onSign: () => void;
  /** Submits the answers without a signature. */
  readonly onWithout: () => void;
  readonly onBack: () => void;
}

const headingId = (id: string): string => `summary-${id}`;

export function AnswersSummary(props: AnswersSummaryProps) {
  const { data, language } = props,
    { t, i18n } = useTranslation('task'),
    documents = useTranslation('documents').t;
  const text = useRef<HTMLDivElement>(null);
  const reading = useReading({
    text,
    from: props.reading,
    language,
    fontScale: props.fontScale,
    isPaused: props.isPaused,
    onReading: props.onReading,
    onSection: () => undefined,
  });
  const { end } = useReadingEnd(() => reading.reachEnd());
  const leave = (go: () => void) => (): void => {
    reading.flush();
    go();
  };
  const signer = data.signers[0];
  return (
    <Screen
      header={props.header}
      pageKey="answers"
      footer={
        <Footer
          back={
            <Button icon="back" onPress={leave(props.onBack)}>
              {t('back')}
            </Button>
          }
          primary={
            <Button kind="primary" grow icon="signature" onPress={leave(props.onSign)}>
              {t('summary.sign')}
            </Button>
          }
        />
      }
    >
      <Question
        reason={signer && t('answers.reason', { name: isolated(signer.name, i18n.language) })}
      >
        {t('answers.title')}
      </Question>
      {language !== 'de' && (
        <Notice kind="info" title={documents('binding')}>
          {data.reviews?.[language]?.by === 'machine' && documents('machine')}
        </Notice>
      )}
      <Sections
        list={text}
        data={data}
        language={language}
        withGerman={false}
        headingId={headingId}
        unclear={[]}
        onToggle={undefined}
      />
      <div ref={end} />
      <Button kind="quiet" onPress={leave(props.onWithout)}>
        {t('answers.without')}
      </Button>
    </Screen>
  );
}
