// Assigns the answers of an opened submission to a person: search, see what goes where, confirm; a
// differing name or birth date asks once more (V2, V3).

import { Button, Text } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { OpenedParked, ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { doubtsIn } from '../../ui/saving/doubts.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { assignParked } from './parked-calls.ts';
import { useParkedTexts } from './parked-texts.ts';

/** Search component of another area. */
export type Search = ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
type Answers = NonNullable<OpenedParked['answers']>;
interface Props {
  item: Pick<ParkedItem, 'id'>;
  answers: Answers;
  lacksPhoto: boolean;
  PatientSearch: Search;
  onDone: (said: string) => void;
}

/** The question takes over the focus of the removed button. */
const focused = (button: HTMLButtonElement | null): void => button?.focus();

export function AssignAnswers({ item, answers, lacksPhoto, PatientSearch, onDone }: Props) {
  const t = useParkedTexts(),
    { isBusy, failed, run, clear } = useSubmit();
  const [chosen, setChosen] = useState<FoundPatient | null>(null),
    [doubts, setDoubts] = useState<string[]>([]);
  const choose = (person: FoundPatient | null): void => {
    clear();
    setDoubts([]);
    setChosen(person);
  };
  const send = (person: FoundPatient, isConfirmed: boolean): Promise<boolean> =>
    run(async () => {
      try {
        await assignParked(item.id, person.patid, isConfirmed);
      } catch (error) {
        const asked = doubtsIn(error);
        if (!asked) throw error;
        setDoubts(asked);
        return;
      }
      onDone(t('assign.done', { name: person.name }));
    });
  return (
    <section className="p-stack zl-assign" aria-label={t('assign.title')}>
      <Text fw={600}>{t('assign.title')}</Text>
      <Meant answers={answers} />
      {chosen === null ? (
        <PatientSearch label={t('assign.search')} onPick={choose} />
      ) : (
        <>
          <Goal chosen={chosen} answers={answers} lacksPhoto={lacksPhoto} />
          {doubts.length > 0 && <Doubts doubts={doubts} answers={answers} chosen={chosen} />}
          {failed !== null && <ErrorNotice error={failed} isSave />}
          <div className="p-row">
            <Button
              key={doubts.length}
              ref={focused}
              loading={isBusy}
              onClick={() => void send(chosen, doubts.length > 0)}
            >
              {t(doubts.length > 0 ? 'assign.anyway' : 'assign.go', { name: chosen.name })}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => choose(null)}>
              {t('assign.other')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** What is assigned, and whom it was meant for. */
function Meant({ answers }: { answers: Answers }) {
  const t = useParkedTexts(),
    language = useLanguage(),
    { person } = answers;
  return (
    <div>
      <Text size="sm" className="p-tabular">
        {t('assign.what', {
          title: answers.title,
          at: showInstant(answers.answeredAt, language),
        })}
      </Text>
      <Text size="sm" className="p-tabular">
        {person
          ? t('assign.meant', {
              name: listName(person),
              born: t('born', { day: dayText(person.geburtsdatum, language) }),
            })
          : t('assign.meantUnknown')}
      </Text>
    </div>
  );
}

/** The chosen record, and what the assignment does. */
function Goal({
  chosen,
  answers,
  lacksPhoto,
}: Pick<Props, 'answers' | 'lacksPhoto'> & { chosen: FoundPatient }) {
  const t = useParkedTexts(),
    language = useLanguage();
  return (
    <Notice tone="info">
      <Text fw={600} className="p-tabular">
        {t('assign.to', {
          name: chosen.name,
          born: t('born', { day: dayText(chosen.geburtsdatum, language) }),
          patid: chosen.patid,
        })}
      </Text>
      <Text size="sm">{t('assign.effect')}</Text>
      {answers.isSigned && <Text size="sm">{t('assign.signed')}</Text>}
      {lacksPhoto && <Text size="sm">{t('assign.photoMissing')}</Text>}
    </Notice>
  );
}

function Doubts({
  doubts,
  answers: { person },
  chosen,
}: Pick<Props, 'answers'> & { doubts: readonly string[]; chosen: FoundPatient }) {
  const t = useParkedTexts(),
    language = useLanguage();
  if (!person) return null;
  return (
    <Notice tone="warn" role="alert">
      {doubts.includes('name_differs') && (
        <Text size="sm">{t('assign.V2', { meant: listName(person), record: chosen.name })}</Text>
      )}
      {doubts.includes('birth_differs') && (
        <Text size="sm">
          {t('assign.V3', {
            meant: dayText(person.geburtsdatum, language),
            record: dayText(chosen.geburtsdatum, language),
          })}
        </Text>
      )}
    </Notice>
  );
}
