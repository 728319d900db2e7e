// Erasure request: data the law keeps and until when, data deleted at once, obstacles, and the
// letter to the person.

import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { PersonRights } from '../../../shared/records/retention.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { download } from '../../ui/pdf.ts';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { usePersonActs } from './retention-calls.ts';
import { Modal } from '../../ui/Modal.tsx';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export function EraseCard({ one }: { one: PersonRights }) {
  const t = useRetentionTexts(),
    language = useLanguage(),
    [isOpen, setOpen] = useState(false),
    { way, stops } = one.demand,
    erasedAt = one.restriction?.erasedAt ?? null;
  return (
    <section className="p-card p-stack" aria-labelledby="af-erase">
      <Title order={2} id="af-erase" className="af-h2">
        {t('erase.title')}
      </Title>
      {erasedAt !== null && (
        <>
          <Notice tone="ok">{t('erase.met', { at: showDay(erasedAt, language) })}</Notice>
          <Group>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              onClick={() =>
                void download(
                  `/retention/people/${numberInPath(one.patid)}/letter`,
                  t('erase.letterFile'),
                ).catch(sayError)
              }
            >
              {t('erase.letter')}
            </Button>
          </Group>
        </>
      )}
      {way === 'whole' ? (
        <Text size="sm" className="af-lead">
          {t('erase.whole')}
        </Text>
      ) : (
        <>
          <KeptParts kept={one.kept} />
          {one.rest.length > 0 ? (
            <>
              <Text size="sm" fw={600}>
                {t('erase.goes')}
              </Text>
              <ul className="af-rows">
                {one.rest.map((row) => (
                  <li key={row.thing} className="af-row">
                    <Text size="sm">
                      {t(`rest.${row.thing}`)}: <span className="p-tabular">{row.count}</span>
                    </Text>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <Text size="sm">{t('erase.nothing')}</Text>
          )}
          {erasedAt === null && (
            <Text size="sm" className="af-lead">
              {t('erase.rest')}
            </Text>
          )}
        </>
      )}
      {stops
        .filter((stop) => stop !== 'done')
        .map((stop) => (
          <Notice key={stop} tone="warn">
            {stop === 'open' && one.openPapers > 0
              ? t('shut.open', { count: one.openPapers })
              : t(`stop.${stop}`)}
          </Notice>
        ))}
      {stops.length === 0 && (
        <Group>
          <Button
            color="bad"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t(`erase.go.${way}`)}
          </Button>
        </Group>
      )}
      <EraseDialog
        key={isOpen ? 'open' : 'closed'}
        isOpen={isOpen}
        one={one}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}

function EraseDialog({
  isOpen,
  one,
  onClose,
}: {
  isOpen: boolean;
  one: PersonRights;
  onClose: () => void;
}) {
  const t = useRetentionTexts(),
    acts = usePersonActs(one.patid),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit(),
    [id] = useState(() => uuidv7()),
    { way } = one.demand;
  const submit = (): void =>
    void run(() =>
      asking.run(async () => {
        await acts.erase(id);
        say(t(way === 'whole' ? 'erase.released' : 'erase.done'));
        onClose();
      }),
    );
  return (
    <>
      <Modal opened={isOpen} onClose={onClose} title={`${t('erase.title')}: ${one.name}`}>
        <div className="p-stack">
          <Text size="sm">{t(`erase.sure.${way}`)}</Text>
          {failed !== null && <ErrorNotice error={failed} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button color="bad" loading={isBusy} onClick={submit}>
              {t(`erase.go.${way}`).replace(/ …$/, '')}
            </Button>
          </Group>
        </div>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        actionLabel={t(`erase.go.${way}`).replace(/ …$/, '')}
      />
    </>
  );
}

/** Data that the law requires to keep, and until when. */
function KeptParts({ kept }: { kept: PersonRights['kept'] }) {
  const t = useRetentionTexts();
  const language = useLanguage();
  return (
    <>
      <Text size="sm" fw={600}>
        {t('erase.keeps')}
      </Text>
      <ul className="af-rows">
        {kept.map((row) => (
          <li key={row.thing} className="af-row">
            <Text size="sm">
              {t(`kept.${row.thing}`)}: <span className="p-tabular">{row.count}</span>
            </Text>
            <Text size="sm" className="p-muted p-tabular">
              {t('erase.until', {
                until: showDay(`${row.until}T12:00:00Z`, language),
                law: row.law,
              })}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
