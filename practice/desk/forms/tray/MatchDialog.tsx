// Assigns answers to a record: the person's entries, candidate records with the reason, a search, a
// new record, or discarding.

import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Unmatched } from '../../../../shared/forms/task/home.schema.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { whyStopped } from '../../../../shared/forms/answers/stopped.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { AssignForm } from './AssignForm.tsx';
import { DiscardForm } from './DiscardForm.tsx';
import { NewRecordForm } from './NewRecordForm.tsx';
import { useParts } from './parts.ts';
import { PersonWritten } from './PersonWritten.tsx';
import { getUnmatched, TRAY_KEY } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

interface Props {
  id: string | null;
  onClose: () => void;
  onDone: (id: string, text: string) => void;
}

export function MatchDialog({ id, onClose, onDone }: Props) {
  const t = useTrayTexts();
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('match.title')} size={960}>
      {id !== null && <Loaded key={id} id={id} onDone={(text) => onDone(id, text)} />}
    </Modal>
  );
}

function Loaded({ id, onDone }: { id: string; onDone: (text: string) => void }) {
  const query = useQuery({
    queryKey: [...TRAY_KEY, id],
    queryFn: () => getUnmatched(id),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (query.isPending) return <Loading />;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Match one={query.data} onDone={onDone} />;
}

type Way = 'assign' | 'record' | 'discard';
function Match({ one, onDone }: { one: Unmatched; onDone: (text: string) => void }) {
  const t = useTrayTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle(),
    { AnswersOf } = useParts(),
    [way, setWay] = useState<Way>('assign'),
    [isOpen, setOpen] = useState(false);
  const facts = [
    paperTitle(one.form, one.title),
    one.language === 'de' ? '' : languageName(one.language, language),
    t(one.origin === 'home' ? 'fact.home' : 'fact.tablet', {
      at: showInstant(one.answeredAt, language),
      name: one.tabletName ?? t('origin.tablet'),
    }),
    one.label ?? '',
  ].filter((part) => part !== '');
  const why = one.response ? whyStopped(one.response) : undefined;
  return (
    <div className="p-stack">
      <div>
        <Text className="z-who">
          <PersonWritten one={one} />
        </Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      {one.state !== 'open' && <Notice tone="info">{t('match.gone')}</Notice>}
      {one.response?.status === 'stopped' && (
        <Notice tone="warn">
          <Text size="sm" fw={600}>
            {t('match.stopped')}
          </Text>
          {why && <Text size="sm">{t(`match.why.${why}`)}</Text>}
          <Text size="sm">{t('match.stoppedDo')}</Text>
        </Notice>
      )}
      {one.invited && one.state === 'open' && (
        <Notice tone="warn">{t('match.invited', { name: one.invited.name })}</Notice>
      )}
      {one.state === 'open' && way === 'assign' && (
        <AssignForm one={one} onDone={onDone} others={<OtherWays onChoose={setWay} />} />
      )}
      {one.state === 'open' && way === 'record' && (
        <NewRecordForm one={one} onDone={onDone} onBack={() => setWay('assign')} />
      )}
      {one.state === 'open' && way === 'discard' && (
        <DiscardForm ids={[one.id]} onDone={onDone} onBack={() => setWay('assign')} />
      )}
      {one.response && (
        <details className="z-answers" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('match.answers')}</summary>
          {isOpen && (
            <AnswersOf
              questionnaire={one.questionnaire}
              response={one.response}
              language={one.language}
            />
          )}
        </details>
      )}
    </div>
  );
}

function OtherWays({ onChoose }: { onChoose: (way: Way) => void }) {
  const t = useTrayTexts();
  return (
    <Group gap={8}>
      <Button variant="default" onClick={() => onChoose('record')}>
        {t('record.open')}
      </Button>
      <Button variant="default" onClick={() => onChoose('discard')}>
        {t('discard.open')}
      </Button>
    </Group>
  );
}
