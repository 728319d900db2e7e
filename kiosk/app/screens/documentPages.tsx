// Pages of one document, each connected to machine and answers.

import { lazy, Suspense, type ReactNode } from 'react';
import { DocumentReader } from '../../documents/DocumentReader.tsx';
import { LanguageStop } from '../../documents/LanguageStop.tsx';
import type { Original } from '../../documents/OriginalPdf.tsx';
import { Declarations } from '../../consent/Declarations.tsx';
import { DeclineQuestion } from '../../consent/DeclineQuestion.tsx';
import { PaperAcknowledgement } from '../../consent/PaperAcknowledgement.tsx';
import { withAnswer } from '../../consent/answers.ts';
import { Summary } from '../../task/Summary.tsx';
import { isBillingPaper } from '../../../shared/papers/consent.ts';
import { withoutStale, type readingLanguage } from '../../../shared/papers/read-in.ts';
import { canBeParted } from '../../../shared/papers/signers.ts';
import { softHyphens } from '../../ui/hyphens.ts';
import {
  isCancelAsked,
  isHelpOpen,
  isIdleWarned,
  screenOf,
  type Snapshot,
} from '../../session/screen.ts';
import type { OpenTask } from '../effects/answers.ts';
import { signedBy } from '../body.ts';
import type { Tablet } from '../tablet.ts';

const SignatureStep = lazy(() =>
  import('../../signature/SignatureStep.tsx').then((m) => ({ default: m.SignatureStep })),
);

const AnswersSummary = lazy(() =>
  import('../../documents/AnswersSummary.tsx').then((m) => ({ default: m.AnswersSummary })),
);

/** Props of every page of a document. */
interface DocumentPage {
  readonly tablet: Tablet;
  readonly snapshot: Snapshot;
  readonly header: ReactNode;
  readonly answers: OpenTask;
  /** Language of the shown text; undefined where none of the available ones is understood. */
  readonly read: ReturnType<typeof readingLanguage>;
  readonly original: Original | undefined;
  readonly openOriginal: () => void;
  /** Dialog with the text, opened from summary and signature. */
  readonly readAgain: ReactNode;
  readonly onReadAgain: () => void;
}

const keyOf = ({ answers: { body } }: DocumentPage): string => `${body.taskId}:${body.taskRev}`;
const languageOf = ({ read }: DocumentPage) => read ?? 'de';
const paperOf = (page: DocumentPage): { title: string; version: number } => {
  const { data } = page.answers;
  return {
    title: data.title[languageOf(page)] ?? data.title.de,
    version: data.template.version,
  };
};
const isBilling = ({ answers: { data } }: DocumentPage): boolean => isBillingPaper(data.fields);
const next =
  ({ tablet }: DocumentPage) =>
  (): void =>
    tablet.actor.send({ type: 'NEXT' });
const back =
  ({ tablet }: DocumentPage) =>
  (): void =>
    tablet.actor.send({ type: 'BACK' });

function stopPage({ tablet, snapshot, header, answers: { data, draft } }: DocumentPage): ReactNode {
  const { actor, parts } = tablet;
  return (
    <LanguageStop
      header={header}
      language={snapshot.context.comfort.language}
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

function declarationsPage(page: DocumentPage): ReactNode {
  const { tablet, header, answers } = page,
    { actor, parts } = tablet,
    { data, draft } = answers;
  return (
    <Declarations
      key={keyOf(page)}
      header={header}
      declarations={data.declarations}
      language={languageOf(page)}
      isBilling={isBilling(page)}
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
      onDone={next(page)}
      onDecide={(choice) => actor.send({ type: 'READ', choice })}
      onBack={back(page)}
    />
  );
}

function summaryPage(page: DocumentPage): ReactNode {
  const { header, answers, readAgain, onReadAgain } = page,
    { body, data, draft } = answers,
    language = languageOf(page);
  return (
    <>
      <Summary
        header={header}
        document={paperOf(page)}
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
        onChange={back(page)}
        onShowDocument={onReadAgain}
        onNext={next(page)}
        onBack={back(page)}
      />
      {readAgain}
    </>
  );
}

/** „Das haben Sie angegeben“, before the signature of a form's answers. */
function answersPage(page: DocumentPage): ReactNode {
  const { tablet, snapshot, header, answers } = page,
    { actor, parts } = tablet,
    { data, draft } = answers;
  return (
    <Suspense fallback={null}>
      <AnswersSummary
        key={keyOf(page)}
        header={header}
        data={data}
        language={languageOf(page)}
        reading={withoutStale(draft.reading, snapshot.context.comfort.language)}
        fontScale={snapshot.context.comfort.textScale}
        isPaused={isHelpOpen(snapshot) || isCancelAsked(snapshot) || isIdleWarned(snapshot)}
        onReading={(reading) => parts.answers.change({ reading })}
        onSign={next(page)}
        onWithout={() => actor.send({ type: 'READ', choice: 'declined' })}
        onBack={back(page)}
      />
    </Suspense>
  );
}

function signingPage(page: DocumentPage): ReactNode {
  const { tablet, snapshot, header, answers, readAgain, onReadAgain } = page,
    { actor, parts } = tablet,
    { body, data, draft } = answers,
    c = snapshot.context;
  const who = signedBy(body, c.signer, { how: 'typed', name: '' });
  return (
    <Suspense fallback={null}>
      <SignatureStep
        key={`${keyOf(page)}:${who.role}`}
        header={header}
        signer={{
          role: who.role,
          name: who.name,
          ...(who.capacity !== undefined && { capacity: who.capacity }),
        }}
        position={c.signer + 1}
        count={Math.max(1, body.signers.length)}
        document={paperOf(page)}
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
          back(page)();
        }}
        onShowDocument={onReadAgain}
      />
      {readAgain}
    </Suspense>
  );
}

function readingPage(page: DocumentPage): ReactNode {
  const { tablet, snapshot, header, answers, original, openOriginal } = page,
    { actor, parts } = tablet,
    { data, draft } = answers,
    c = snapshot.context;
  return (
    <DocumentReader
      key={keyOf(page)}
      header={header}
      data={data}
      language={languageOf(page)}
      reading={withoutStale(draft.reading, c.comfort.language)}
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

/** Returns the page of the document that the machine shows. */
export function documentPage(page: DocumentPage): ReactNode {
  const { snapshot, header, answers, read } = page;
  // A refusal does not require an understood text.
  if (read === undefined && screenOf(snapshot) !== 'declining') return stopPage(page);
  switch (screenOf(snapshot)) {
    case 'declining':
      return (
        <DeclineQuestion
          header={header}
          isBilling={isBilling(page)}
          onConfirm={next(page)}
          onBack={back(page)}
        />
      );
    case 'paper':
      return (
        <PaperAcknowledgement
          header={header}
          requirement={answers.data.formRequirement}
          language={languageOf(page)}
          onDone={next(page)}
          onBack={back(page)}
        />
      );
    case 'declarations':
      return declarationsPage(page);
    case 'summary':
      return answers.data.template.kind === 'questionnaire' ? answersPage(page) : summaryPage(page);
    case 'signing':
      return signingPage(page);
    default:
      return readingPage(page);
  }
}
