// The open changes of several people side by side, old next to new, accepted with one press. Name
// and birth date define the identity: they stay open for a look at the single person.

import { Button, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { dayText } from '../../../shared/base/dates.ts';
import type { OpenChangesEntry, PatientChanges } from '../../../shared/desk/master-data.schema.ts';
import { isIdentity } from '../../../shared/desk/master-data.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useFieldNames } from '../../ui/wording/field-names.ts';
import { useMasterDataTexts, valueText } from './master-data-texts.ts';
import { changesOf, refreshChanges, takeChanges } from './use-changes.ts';

/** Changes that may be accepted without a look at the single person. */
const plain = ({ open }: PatientChanges): PatientChanges['open'] =>
  open.filter(({ field }) => !isIdentity(field));

export function ChosenChanges({
  people,
  onClose,
  onDone,
}: {
  people: readonly OpenChangesEntry[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useMasterDataTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    { isBusy, failed, run } = useSubmit();
  const read = useQueries({ queries: people.map(({ patid }) => changesOf(patid)) }),
    found = read.flatMap(({ data }) => data ?? []),
    unread = read.find(({ isError }) => isError),
    isWhole = found.length === people.length,
    n = found.reduce((sum, one) => sum + plain(one).length, 0),
    left = found.reduce((sum, one) => sum + one.open.length, 0) - n;
  const take = (): void =>
    void run(async () => {
      try {
        for (const one of found)
          if (plain(one).length > 0) await takeChanges(one.patid, plain(one));
      } finally {
        // Those before a failure are accepted.
        await refreshChanges(queries);
      }
      say(t('many.done', { n }));
      onDone();
    });
  return (
    <Modal opened onClose={onClose} title={t('many.title')} size={720}>
      <div className="p-stack">
        {unread && <ErrorNotice error={unread.error} onRetry={() => void unread.refetch()} />}
        {!isWhole && !unread && <Loading />}
        {found.map((one) => (
          <OfPerson key={one.patid} one={one} />
        ))}
        {left > 0 && <Text size="sm">{t('many.left', { n: left })}</Text>}
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button loading={isBusy} disabled={!isWhole || n === 0} onClick={take}>
            {t('many.take', { n })}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

function OfPerson({ one }: { one: PatientChanges }) {
  const t = useMasterDataTexts(),
    nameOf = useFieldNames(),
    language = useLanguage();
  return (
    <section aria-label={one.name}>
      <Text className="sd-who">
        <strong>{one.name}</strong>{' '}
        <span className="p-tabular p-muted">*{dayText(one.geburtsdatum, language)}</span>
      </Text>
      <ul className="sd-list">
        {plain(one).map(({ id, field, before, after }) => (
          <li key={id} className="sd-change">
            <div className="sd-what">
              <span className="sd-field">{nameOf(field)}</span>
              <span className="sd-values">
                <del data-empty={before === ''}>{valueText(t, field, before, language)}</del>
                <IconArrowRight
                  size={16}
                  stroke={1.75}
                  aria-label={t('becomes')}
                  className="sd-arrow"
                />
                <ins data-empty={after === ''}>{valueText(t, field, after, language)}</ins>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
