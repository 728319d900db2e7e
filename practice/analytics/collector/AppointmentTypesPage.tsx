// Appointment types of the practice and the groups that key figures know: suggestions by their
// names, changed by hand, saved together.

import './data.css';
import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconArrowLeft, IconBulb, IconTags } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import type { StandardGroup } from '../../../shared/analytics/deliveries/appointment-types.ts';
import type { AppointmentTypeMapping } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useDataTexts } from './collector-texts.ts';

const KEY = 'terminarten';
type Answer = { items: AppointmentTypeMapping[] };
/** Saved state before any change here. */
const saidOf = (one: AppointmentTypeMapping): StandardGroup | null => one.eigene;
const proposed = (one: AppointmentTypeMapping): StandardGroup | null =>
  one.eigene === null && one.geliefert === null ? one.vorschlag : null;
const isOpen = (one: AppointmentTypeMapping): boolean =>
  saidOf(one) === null && one.geliefert === null;
type Show = 'all' | 'open';

/** Holds the types of the practice with the choices that are not saved yet. */
function useAppointmentTypes() {
  const t = useDataTexts(),
    queries = useQueryClient(),
    list = useQuery({
      queryKey: [KEY],
      queryFn: async () =>
        (await call<Answer>('/api/settings/pattermapi', { timeout: TIMEOUT })).items,
    });
  const [chosen, setChosen] = useState<ReadonlyMap<string, StandardGroup | null>>(new Map()),
    { isBusy, failed, run } = useSubmit();
  const items = list.data ?? [],
    now = (one: AppointmentTypeMapping): StandardGroup | null =>
      chosen.has(one.id) ? (chosen.get(one.id) ?? null) : saidOf(one);
  const changed = items.filter((one) => chosen.has(one.id) && chosen.get(one.id) !== saidOf(one)),
    offered = items.filter((one) => proposed(one) !== null && now(one) === null);
  return {
    list,
    items,
    now,
    changed,
    offered,
    isBusy,
    failed,
    choose(id: string, group: StandardGroup | null): void {
      setChosen(new Map(chosen).set(id, group));
    },
    /** Chooses every suggestion for a type that is still open. */
    takeOffered(): void {
      setChosen(new Map([...chosen, ...offered.map((one) => [one.id, proposed(one)] as const)]));
    },
    find: (): Promise<unknown> =>
      run(async () => {
        const { items: found } = await call<Answer>('/api/settings/init/pattermapi', {
            method: 'POST',
            timeout: TIMEOUT,
          }),
          n = found.filter((one) => proposed(one) !== null).length;
        queries.setQueryData([KEY], found);
        say(n === 0 ? t('types.foundNone') : t('types.found', { n }));
      }),
    save: (): Promise<boolean> =>
      run(async () => {
        await call('/api/settings/pattermapi', {
          method: 'PUT',
          json: { items: changed.map(({ id }) => ({ id, gruppe: chosen.get(id) ?? null })) },
          answer: 'none',
          timeout: TIMEOUT,
        });
        // Reports count differently from here on.
        await queries.invalidateQueries();
        setChosen(new Map());
        say(t('types.saved'));
      }),
  };
}
type AppointmentTypes = ReturnType<typeof useAppointmentTypes>;

export function AppointmentTypesPage() {
  const t = useDataTexts(),
    types = useAppointmentTypes(),
    { list, items, changed, failed } = types,
    [show, setShow] = useState<Show>('all');
  useUnsaved(changed.length > 0, types.save);
  return (
    <Page
      title={t('types.title')}
      actions={
        <Group gap={8}>
          <Button
            component={Link}
            to="/daten/stichworte"
            variant="default"
            leftSection={<IconTags size={16} stroke={1.75} aria-hidden />}
          >
            {t('words.title')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to="/daten"
            leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          >
            {t('types.back')}
          </Button>
        </Group>
      }
    >
      <div className="p-stack dt-page">
        <Text c="dimmed">
          {t('types.lead')} {t('words.none')}
        </Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && items.length === 0 && (
          <p className="p-card dt-none-word">{t('types.none')}</p>
        )}
        {items.length > 0 && (
          <>
            <Toolbar types={types} show={show} onShow={setShow} />
            {failed !== null && <ErrorNotice error={failed} />}
            <ul className="dt-rows p-card" aria-label={t('types.list')}>
              {items
                .filter((one) => show === 'all' || isOpen(one))
                .map((one) => (
                  <Row
                    key={one.id}
                    one={one}
                    now={types.now(one)}
                    isChanged={changed.includes(one)}
                    choose={(group) => types.choose(one.id, group)}
                  />
                ))}
            </ul>
          </>
        )}
      </div>
    </Page>
  );
}

/** Filters the list; suggests, takes and saves groups. */
function Toolbar({
  types: { items, changed, offered, isBusy, find, save, takeOffered },
  show,
  onShow,
}: {
  types: AppointmentTypes;
  show: Show;
  onShow: (show: Show) => void;
}) {
  const t = useDataTexts();
  return (
    <div className="dt-bar">
      <SegmentedControl
        aria-label={t('types.show')}
        value={show}
        onChange={(value) => onShow(value === 'open' ? 'open' : 'all')}
        data={[
          { value: 'all', label: t('types.all') },
          { value: 'open', label: `${t('types.only')} (${items.filter(isOpen).length})` },
        ]}
      />
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<IconBulb size={16} stroke={1.75} aria-hidden />}
          loading={isBusy}
          onClick={() => void find()}
        >
          {t('types.find')}
        </Button>
        {offered.length > 0 && (
          <Button variant="light" onClick={takeOffered}>
            {t('types.take')}
          </Button>
        )}
        <Button loading={isBusy} disabled={changed.length === 0} onClick={() => void save()}>
          {t('types.save')}
        </Button>
      </Group>
    </div>
  );
}

function Row({
  one,
  now,
  isChanged,
  choose,
}: {
  one: AppointmentTypeMapping;
  now: StandardGroup | null;
  isChanged: boolean;
  choose: (group: StandardGroup | null) => void;
}) {
  const t = useDataTexts(),
    words = useReportWords(),
    language = useLanguage(),
    offer = now === null ? proposed(one) : null;
  const facts = [
    one.gruppenname,
    one.dauerMin === null ? '' : t('types.minutes', { n: one.dauerMin }),
    one.am === null ? '' : t('types.by', { wer: one.wer, am: showInstant(one.am, language) }),
  ].filter((word) => word !== '');
  return (
    <li className="dt-type">
      <div>
        <strong>{one.name}</strong>
        <p className="p-small p-muted dt-facts">{facts.join(' · ')}</p>
        {isChanged && <p className="p-small dt-refused dt-facts">{t('types.changed')}</p>}
      </div>
      <div>
        <NativeSelect
          aria-label={t('types.group', { name: one.name })}
          value={now ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            choose(STANDARD_GROUPS.find((group) => group === value) ?? null);
          }}
          data={[
            {
              value: '',
              label:
                one.geliefert === null
                  ? t('types.open')
                  : t('types.asDelivered', { name: words.word(one.geliefert) }),
            },
            ...STANDARD_GROUPS.map((value) => ({ value, label: words.word(value) })),
          ]}
        />
        {offer !== null && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconBulb size={14} stroke={1.75} aria-hidden />}
            aria-label={t('types.proposal.take', { name: words.word(offer) })}
            onClick={() => choose(offer)}
          >
            {t('types.proposal', { name: words.word(offer) })}
          </Button>
        )}
      </div>
    </li>
  );
}
