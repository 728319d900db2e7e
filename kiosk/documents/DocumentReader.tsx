/**
 * Document reader: sections with a "not understood" mark, contents, the original on demand, and the
 * decision at the end.
 */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isBillingPaper } from '../../shared/papers/consent.ts';
import { berlinDay, dayText } from '../../shared/base/dates.ts';
import type { DocumentData, Review } from '../../shared/desk/document.ts';
import type { Reading } from '../../shared/papers/reading.ts';
import { Button } from '../ui/Button.tsx';
import { isolated } from '../ui/isolated.ts';
import { Notice } from '../ui/Notice.tsx';
import { SavedTick } from '../ui/SavedTick.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Contents } from './Contents.tsx';
import { wordsOf } from './DocumentText.tsx';
import { OriginalPdf, type Original } from './OriginalPdf.tsx';
import { ReadingEnd, type ReadingChoice } from './ReadingEnd.tsx';
import { readOn } from '../ui/readOn.tsx';
import { Sections } from './Sections.tsx';
import { useReading } from './useReading.ts';
import { useReadingEnd } from './useReadingEnd.ts';
import './reader.css';

export interface DocumentReaderProps {
  readonly header: ReactNode;
  readonly data: DocumentData;
  /** Language on the screen; German is shown next to it when the document has both. */
  readonly language: string;
  /** Evidence so far (`emptyReading` for a new document); read once. */
  readonly reading: Reading;
  /** Text size in percent, for the evidence. */
  readonly fontScale: number;
  /** 0-based section to open at after a reload. */
  readonly startAt?: number;
  /** A dialog or cover is over the text: no reading time counts. */
  readonly isPaused?: boolean;
  readonly isSaved: boolean;
  /** Called every two seconds, after each action and when the page is left. */
  readonly onReading: (reading: Reading) => void;
  /** 0-based topmost section on the screen, and the number of sections. */
  readonly onPage?: (page: number, of: number) => void;
  /** End of a document that requires a decision. */
  readonly onDecide: (choice: ReadingChoice) => void;
  /** End of a notice, which is shown and never signed. */
  readonly onDone: () => void;
  readonly onBack?: () => void;
  /** Bytes of the original PDF; requested by `onOpenOriginal`. */
  readonly original?: Original;
  readonly onOpenOriginal?: () => void;
}

export function DocumentReader(props: DocumentReaderProps) {
  const { data, language } = props;
  const { t } = useTranslation('documents');
  const text = useRef<HTMLDivElement>(null);
  const ids = useId(),
    headingId = (id: string): string => `${ids}-${id}`;
  const [withGerman, setWithGerman] = useState(true);
  const [unclear, setUnclear] = useState<readonly string[]>(props.reading.unclear);
  const [isPdfOpen, setPdfOpen] = useState(false);
  const isForeign = language !== 'de' && data.available.includes(language);

  const reading = useReading({
    text,
    from: props.reading,
    language,
    fontScale: props.fontScale,
    isPaused: (props.isPaused ?? false) || isPdfOpen,
    onReading: props.onReading,
    onSection: (index) => props.onPage?.(index, data.sections.length),
  });
  useStartAt(text, props.startAt ?? 0);
  const { end, foot, isAtEnd } = useReadingEnd(() => reading.reachEnd());

  const toggle = (id: string) => {
    const next = unclear.includes(id) ? unclear.filter((one) => one !== id) : [...unclear, id];
    setUnclear(next);
    reading.setUnclear(next);
  };
  const openPdf = () => {
    setPdfOpen(true);
    reading.openPdf();
    props.onOpenOriginal?.();
  };
  const leave = (go: () => void) => {
    reading.flush();
    go();
  };
  const isNotice = data.template.kind === 'notice';
  return (
    <Screen
      header={props.header}
      layout={isForeign && withGerman ? 'wide' : 'column'}
      footer={
        <ReaderFooter
          isAtEnd={isAtEnd}
          isNotice={isNotice}
          isSaved={props.isSaved}
          onBack={props.onBack && (() => leave(() => props.onBack?.()))}
          onDone={() => leave(props.onDone)}
        />
      }
    >
      <ReaderHead
        data={data}
        language={language}
        withGerman={isForeign ? withGerman : undefined}
        onGerman={setWithGerman}
      />
      <Contents
        sections={data.sections}
        language={language}
        headingId={headingId}
        beside={
          props.onOpenOriginal && (
            <Button icon="document" onPress={openPdf}>
              {t('pdf.open')}
            </Button>
          )
        }
      />
      <Sections
        list={text}
        data={data}
        language={language}
        withGerman={isForeign && withGerman}
        headingId={headingId}
        unclear={unclear}
        onToggle={isNotice ? undefined : toggle}
      />
      <div>
        <div ref={end} />
        <ReadingEnd
          isNotice={isNotice}
          isBilling={isBillingPaper(data.fields)}
          by={props.reading.instead?.by}
          unclear={unclear.length}
          onDecide={(choice) => leave(() => props.onDecide(choice))}
        />
        <div ref={foot} />
      </div>
      {isPdfOpen && (
        <OriginalPdf
          original={props.original ?? { state: 'loading' }}
          onClose={() => setPdfOpen(false)}
        />
      )}
    </Screen>
  );
}

/** Title, then what to know before reading: which language binds, and that a talk comes first. */
function ReaderHead({
  data,
  language,
  withGerman,
  onGerman,
}: Pick<DocumentReaderProps, 'data' | 'language'> & {
  /** Undefined where the text is shown in German alone. */
  readonly withGerman: boolean | undefined;
  readonly onGerman: (isShown: boolean) => void;
}) {
  const { t } = useTranslation('documents');
  return (
    <>
      <ReaderTitle data={data} language={language} />
      {withGerman !== undefined && (
        <BindingNotice
          review={data.reviews?.[language]}
          withGerman={withGerman}
          onToggle={() => onGerman(!withGerman)}
        />
      )}
      {data.template.talk && <Notice kind="info" title={t('talkFirst')} />}
    </>
  );
}

/** Title of the document, for whom, and its version. */
function ReaderTitle({ data, language }: Pick<DocumentReaderProps, 'data' | 'language'>) {
  const {
    t,
    i18n: { language: spoken },
  } = useTranslation('documents');
  return (
    <Question
      reason={
        <>
          {t('for', {
            name: isolated(data.patient.name, spoken),
            birth: dayText(data.patient.geburtsdatum, spoken),
          })}
          {' · '}
          {t('version', { version: data.template.version })}
        </>
      }
    >
      <span lang={data.title[language] === undefined ? 'de' : language}>
        {wordsOf(data.title, language)}
      </span>
    </Question>
  );
}

interface BindingNoticeProps {
  /** Undefined for a text that the practice wrote. */
  readonly review: Review | undefined;
  readonly withGerman: boolean;
  readonly onToggle: () => void;
}

/** The German text is binding; it can be shown next to the translation, whose review is named. */
function BindingNotice({ review, withGerman, onToggle }: BindingNoticeProps) {
  const {
    t,
    i18n: { language },
  } = useTranslation('documents');
  return (
    <Notice
      kind="info"
      title={t('binding')}
      action={
        <Button kind="secondary" pressed={withGerman} onPress={onToggle}>
          {withGerman ? t('hideGerman') : t('showGerman')}
        </Button>
      }
    >
      {review &&
        (review.by === 'machine'
          ? t('machine')
          : t('reviewed', {
              name: isolated(review.name, language),
              day: dayText(berlinDay(review.at), language),
            }))}
    </Notice>
  );
}

interface ReaderFooterProps {
  /** The last tile is visible. */
  readonly isAtEnd: boolean;
  readonly isNotice: boolean;
  readonly isSaved: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onDone: () => void;
}

function ReaderFooter({ isAtEnd, isNotice, isSaved, onBack, onDone }: ReaderFooterProps) {
  const { t } = useTranslation('documents');
  return (
    <Footer
      back={
        onBack && (
          <Button icon="back" onPress={onBack}>
            {t('back')}
          </Button>
        )
      }
      primary={
        isAtEnd ? (
          isNotice && (
            <Button kind="primary" grow onPress={onDone}>
              {t('next')}
            </Button>
          )
        ) : (
          <Button kind="primary" grow iconEnd="down" onPress={() => readOn()}>
            {t('read')}
          </Button>
        )
      }
      note={<SavedTick words={isSaved ? t('saved') : null} />}
    />
  );
}

/** Restores the scroll position from before a reload. */
function useStartAt(text: { readonly current: HTMLElement | null }, index: number): void {
  const start = useRef(index);
  useEffect(() => {
    if (start.current === 0) return;
    const sections = text.current?.querySelectorAll('[data-section]');
    sections?.[start.current]?.scrollIntoView({ block: 'start' });
  }, [text]);
}
