// Pages of one document: reading, refusing, paper, declarations, review, signature; answers are
// stored in the draft, choices go to the machine.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionText } from '../../documents/DocumentText.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { readingLanguage } from '../../../shared/papers/read-in.ts';
import type { OpenTask } from '../effects/answers.ts';
import type { ScreenProps } from '../screenProps.ts';
import { documentPage } from './documentPages.tsx';
import { useOriginal } from './useOriginal.ts';

/** Remounted for each document (its key is task and revision). */
export interface DocumentScreensProps extends ScreenProps {
  readonly header: ReactNode;
  readonly answers: OpenTask;
  /** An earlier draft was unreadable (F2): shown once. */
  readonly lostNotice: string | null;
  readonly onLostSeen: () => void;
}

export function DocumentScreens(props: DocumentScreensProps) {
  const { tablet, snapshot, header, answers } = props;
  const { t } = useTranslation('app');
  const { body, data, draft } = answers;
  const [original, openOriginal] = useOriginal(
    tablet.parts.api.call,
    body.presentedPdfSha256,
    body.taskId,
  );
  const [isReadingAgain, setReadingAgain] = useState(false);
  const read = readingLanguage(data.available, snapshot.context.comfort.language, draft.reading),
    language = read ?? 'de';
  const readAgain = (
    <Modal
      open={isReadingAgain}
      title={t('readAgain')}
      onEscape={() => setReadingAgain(false)}
      actions={
        <Button kind="primary" onPress={() => setReadingAgain(false)}>
          {t('close')}
        </Button>
      }
    >
      {data.sections.map((s) => (
        <SectionText
          key={s.id}
          section={s}
          language={language}
          withGerman={false}
          headingId={`again-${s.id}`}
        />
      ))}
    </Modal>
  );
  const lost = props.lostNotice !== null && (
    <Modal
      alert
      open
      title={t('crash.title')}
      onEscape={props.onLostSeen}
      actions={
        <Button kind="primary" onPress={props.onLostSeen}>
          {t('crash.again')}
        </Button>
      }
    >
      <Notice kind="warn" title={props.lostNotice} />
    </Modal>
  );
  return (
    <>
      {documentPage({
        tablet,
        snapshot,
        header,
        answers,
        read,
        original,
        openOriginal,
        readAgain,
        onReadAgain: () => setReadingAgain(true),
      })}
      {lost}
    </>
  );
}
