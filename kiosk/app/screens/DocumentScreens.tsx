// Pages of one document: reading, refusing, paper, declarations, review, signature; answers are
// stored in the draft, choices go to the machine.

import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isBillingPaper } from '../../../shared/papers/consent.ts';
import { DocumentReader } from '../../documents/DocumentReader.tsx';
import { SectionText } from '../../documents/DocumentText.tsx';
import { LanguageStop } from '../../documents/LanguageStop.tsx';
import type { Original } from '../../documents/OriginalPdf.tsx';
import { Declarations } from '../../consent/Declarations.tsx';
import { DeclineQuestion } from '../../consent/DeclineQuestion.tsx';
import { PaperAcknowledgement } from '../../consent/PaperAcknowledgement.tsx';
import { withAnswer } from '../../consent/answers.ts';
import { Summary } from '../../task/Summary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { readingLanguage, withoutStale } from '../../../shared/papers/read-in.ts';
import { canBeParted } from '../../../shared/papers/signers.ts';
import { softHyphens } from '../../ui/hyphens.ts';
import { fetchBlob } from '../../sync/blob.ts';
import { isCancelAsked, isHelpOpen, isIdleWarned, screenOf } from '../../session/screen.ts';
import type { OpenTask } from '../effects/answers.ts';
import { signedBy } from '../body.ts';
import type { ScreenProps } from '../screenProps.ts';

const SignatureStep = lazy(() =>
  import('../../signature/SignatureStep.tsx').then((m) => ({ default: m.SignatureStep })),
);

/** Mounted anew for each document (its key is task and revision). */
export interface DocumentScreensProps extends ScreenProps {
  readonly header: ReactNode;
  readonly answers: OpenTask;
  /** An earlier draft was unreadable (F2): shown once. */
  readonly lostNotice: string | null;
  readonly onLostSeen: () => void;
}

export function DocumentScreens(props: DocumentScreensProps) {
  const { tablet, snapshot, header, answers } = props;
  const { actor, parts } = tablet;
  const { t } = useTranslation('app');
  const [original, setOriginal] = useState<Original | undefined>();
  const [isReadingAgain, setReadingAgain] = useState(false);
  const c = snapshot.context;
  const { body, data, draft } = answers;
  const chosen = c.comfort.language,
    read = readingLanguage(data.available, chosen, draft.reading),
    language = read ?? 'de';
  const title = data.title[language] ?? data.title.de;
  const paper = { title, version: data.template.version };
  const key = `${body.taskId}:${body.taskRev}`;
  const next = (): void => actor.send({ type: 'NEXT' });
  const back = (): void => actor.send({ type: 'BACK' });

  const isBilling = isBillingPaper(data.fields);
  const { taskId, presentedPdfSha256: sha256 } = body;
  const { call } = parts.api;
  useEffect(() => {
    let isOver = false;
    // Fetched while online: the original must also open offline a minute later. A failure is shown
    // on opening only.
    fetchBlob(call, sha256, taskId).then(
      (bytes) => !isOver && setOriginal({ state: 'ready', bytes, sha256 }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [call, sha256, taskId]);
  const openOriginal = (): void => {
    if (original?.state === 'ready') return;
    setOriginal({ state: 'loading' });
    fetchBlob(call, sha256, taskId).then(
      (bytes) => setOriginal({ state: 'ready', bytes, sha256 }),
      () => setOriginal((now) => (now?.state === 'ready' ? now : { state: 'failed' })),
    );
  };
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

  const page = (): ReactNode => {
    // A refusal does not require an understood text.
    if (read === undefined && screenOf(snapshot) !== 'declining') {
      return (
        <LanguageStop
          header={header}
          language={chosen}
          available={data.available}
          onAsk={() => actor.send({ type: 'HELP' })}
          onRead={(how) =>
            parts.answers.change({
              reading: { ...draft.reading, instead: { ...how, at: parts.clock.now() } },
            })
          }
        />
      );
    }
    switch (screenOf(snapshot)) {
      case 'declining':
        return (
          <DeclineQuestion header={header} isBilling={isBilling} onConfirm={next} onBack={back} />
        );
      case 'paper':
        return (
          <PaperAcknowledgement
            header={header}
            requirement={data.formRequirement}
            language={language}
            onDone={next}
            onBack={back}
          />
        );
      case 'declarations':
        return (
          <Declarations
            key={key}
            header={header}
            declarations={data.declarations}
            language={language}
            isBilling={isBilling}
            answers={draft.declarations}
            isSaved={answers.isSaved}
            onAnswer={(id, value) =>
              parts.answers.change({
                declarations: withAnswer(
                  parts.answers.get()?.draft.declarations ?? [],
                  id,
                  value,
                  parts.clock.now(),
                ),
              })
            }
            onDone={next}
            onDecide={(choice) => actor.send({ type: 'READ', choice })}
            onBack={back}
          />
        );
      case 'summary':
        return (
          <>
            <Summary
              header={header}
              document={paper}
              answers={data.declarations.flatMap((d) => {
                const given = draft.declarations.find((a) => a.id === d.id);
                return given
                  ? [
                      {
                        id: d.id,
                        text: softHyphens(
                          d.text[language] ?? d.text.de,
                          d.text[language] === undefined ? 'de' : language,
                        ),
                        value: given.value,
                      },
                    ]
                  : [];
              })}
              signers={body.signers}
              onChange={back}
              onShowDocument={() => setReadingAgain(true)}
              onNext={next}
              onBack={back}
            />
            {readAgain}
          </>
        );
      case 'signing': {
        const who = signedBy(body, c.signer, { how: 'typed', name: '' });
        return (
          <Suspense fallback={null}>
            <SignatureStep
              key={`${key}:${who.role}`}
              header={header}
              signer={{
                role: who.role,
                name: who.name,
                ...(who.capacity !== undefined && { capacity: who.capacity }),
              }}
              position={c.signer + 1}
              count={Math.max(1, body.signers.length)}
              document={paper}
              ink={draft.ink}
              isSaved={answers.isSaved}
              isBusy={false}
              onInk={(ink) =>
                parts.answers.change({
                  ink: ink.strokes.length > 0 || ink.clears > 0 || ink.undos > 0 ? ink : null,
                })
              }
              onSign={(mark) => {
                parts.answers.sign(c.signer, mark);
                actor.send({ type: 'PATIENT_SIGNED' });
              }}
              {...(body.signers.length > 1 &&
                canBeParted(data.signers) && {
                  onLater: () => {
                    parts.answers.later(c.signer);
                    actor.send({ type: 'SIGNS_LATER' });
                  },
                })}
              onBack={() => {
                if (c.signer > 0) parts.answers.unsign(c.signer - 1);
                back();
              }}
              onShowDocument={() => setReadingAgain(true)}
            />
            {readAgain}
          </Suspense>
        );
      }
      default:
        return (
          <DocumentReader
            key={key}
            header={header}
            data={data}
            language={language}
            reading={withoutStale(draft.reading, chosen)}
            fontScale={c.comfort.textScale}
            startAt={Math.max(0, c.page - 1)}
            isPaused={isHelpOpen(snapshot) || isCancelAsked(snapshot) || isIdleWarned(snapshot)}
            isSaved={answers.isSaved}
            onReading={(reading) => parts.answers.change({ reading })}
            onPage={(index) => {
              if (index + 1 !== actor.getSnapshot().context.page)
                actor.send({ type: 'PAGE', page: index + 1 });
            }}
            onDecide={(choice) => actor.send({ type: 'READ', choice })}
            onDone={() => actor.send({ type: 'READ', choice: 'none' })}
            {...(original && { original })}
            onOpenOriginal={openOriginal}
          />
        );
    }
  };
  return (
    <>
      {page()}
      {lost}
    </>
  );
}
