// Holds: people whose data is not deleted, why, and since when.

import { listName } from '../../../shared/desk/patient.ts';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { REASON_MAX } from '../../../shared/records/retention.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { useHolds, useRetentionActs } from './retention-calls.ts';

export function HoldsCard({
  PatientSearch,
}: {
  PatientSearch: ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
}) {
  const t = useRetentionTexts(),
    language = useLanguage(),
    query = useHolds(),
    acts = useRetentionActs(),
    asking = useWithStepUp();
  const [picked, setPicked] = useState<FoundPatient | null>(null);
  const lift = (id: string): void =>
    void asking
      .run(async () => {
        await acts.lift(id);
        say(t('holds.lifted'));
      })
      .catch(sayError);
  return (
    <section className="p-card p-stack" aria-labelledby="af-holds">
      <Title order={2} id="af-holds" className="af-h2">
        {t('holds.title')}
      </Title>
      <Text size="sm">{t('holds.what')}</Text>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <Empty>{t('holds.empty')}</Empty>}
      {query.data && query.data.items.length > 0 && (
        <ul className="af-rows">
          {query.data.items.map((one) => (
            <li key={one.id} className="af-row">
              <div>
                <Text>
                  <strong>{one.name}</strong>{' '}
                  <span className="p-muted p-tabular">
                    *{dayText(one.geburtsdatum, language)} · {one.patid}
                  </span>
                </Text>
                <Text size="sm">{one.reason}</Text>
                <Text size="sm" className="p-muted">
                  {t('holds.since', { at: showDay(one.setAt, language), by: one.setByName })}
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                aria-label={t('holds.liftOne', { name: one.name })}
                onClick={() => lift(one.id)}
              >
                {t('holds.lift')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {picked === null ? (
        <div className="af-search">
          <PatientSearch label={t('holds.new')} onPick={setPicked} />
        </div>
      ) : (
        <NewHold key={picked.patid} patient={picked} onDone={() => setPicked(null)} />
      )}
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('holds.liftWhy')}
        actionLabel={t('holds.lift')}
      />
    </section>
  );
}

function NewHold({ patient, onDone }: { patient: FoundPatient; onDone: () => void }) {
  const language = useLanguage();
  const t = useRetentionTexts(),
    acts = useRetentionActs(),
    { isBusy, failed, run, clear } = useSubmit(),
    [reason, setReason] = useState(''),
    [isShort, setShort] = useState(false),
    [id] = useState(() => uuidv7());
  const submit = (): void => {
    clear();
    if (reason.trim().length < 3) {
      setShort(true);
      return;
    }
    void run(async () => {
      await acts.hold({ id, patid: patient.patid, reason: reason.trim() });
      say(t('holds.set'));
      onDone();
    });
  };
  return (
    <form
      noValidate
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Text>
        <strong>{listName(patient)}</strong>{' '}
        <span className="p-muted p-tabular">
          *{dayText(patient.geburtsdatum, language)} · {patient.patid}
        </span>
      </Text>
      <TextInput
        label={t('holds.reason')}
        description={t('holds.reasonHint')}
        maxLength={REASON_MAX}
        value={reason}
        error={isShort ? t('holds.reasonMissing') : undefined}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setShort(false);
        }}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button
          type="submit"
          loading={isBusy}
          leftSection={<IconLock size={16} stroke={1.75} aria-hidden />}
        >
          {t('holds.go')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
