// Master data: a person's record and their deviating entries; without a person everyone with open
// changes, and the list for the practice software.

import './master-data.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { FIELD_NAMES } from '../../../shared/desk/master-fields.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import type { PatientChanges } from '../../../shared/desk/master-data.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useListKeys } from '../../ui/lists/use-list-keys.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { OpenChanges } from './OpenChanges.tsx';
import { useMasterDataTexts, valueText } from './master-data-texts.ts';
import { TakenChanges } from './TakenChanges.tsx';
import { useChangesOf, useOpenChanges, useTakenChanges } from './use-changes.ts';
import { useFieldNames } from '../../ui/wording/field-names.ts';

/** Keys of other lists: people are not called, chosen or labelled here. */
const ABSENT = ['called', 'choose', 'span', 'label', 'export', 'filter', 'peek'] as const;
export function MasterDataPage() {
  const {
    values: { patid = '' },
  } = useQueryParams(['patid']);
  return patid === '' ? <Everybody /> : <OnePerson key={patid} patid={patid} />;
}

function OnePerson({ patid }: { patid: string }) {
  const language = useLanguage();
  const t = useMasterDataTexts(),
    query = useChangesOf(patid);
  const actions = (
    <Group gap={8} className="p-noprint">
      <Button
        variant="default"
        component={Link}
        to={`/anamnese?patid=${encodeURIComponent(patid)}`}
      >
        {t('record.answers')}
      </Button>
      <Button variant="default" component={Link} to="/stammdaten">
        {t('record.all')}
      </Button>
    </Group>
  );
  return (
    <Page title={t('title')} actions={actions}>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="p-stack sd-page">
          <Text className="sd-who">
            <strong>{query.data.name}</strong>{' '}
            <span className="p-tabular">*{dayText(query.data.geburtsdatum, language)}</span>
          </Text>
          <OpenChanges patid={query.data.patid} open={query.data.open} />
          {query.data.taken.length > 0 && (
            <section className="p-card p-stack" aria-labelledby="sd-taken">
              <Title order={2} id="sd-taken" className="sd-h2">
                {t('taken.one')}
              </Title>
              <TakenChanges
                patid={query.data.patid}
                name={query.data.name}
                changes={query.data.taken}
              />
            </section>
          )}
          <Record record={query.data.record} />
        </div>
      )}
    </Page>
  );
}

function Record({ record }: Pick<PatientChanges, 'record'>) {
  const language = useLanguage();
  const t = useMasterDataTexts();
  const nameOf = useFieldNames();
  return (
    <section className="p-card" aria-labelledby="sd-record">
      <Title order={2} id="sd-record" className="sd-h2">
        {t('record.title')}
      </Title>
      <dl className="sd-record">
        {FIELD_NAMES.map((field) => (
          <div key={field}>
            <dt>{nameOf(field)}</dt>
            <dd data-empty={record[field] === ''}>
              {record[field] === '' ? t('unknown') : valueText(t, field, record[field], language)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Everybody() {
  const t = useMasterDataTexts(),
    nameOf = useFieldNames(),
    language = useLanguage(),
    open = useOpenChanges(),
    taken = useTakenChanges(),
    root = useRef<HTMLDivElement>(null),
    keys = useListKeys(root, { without: ABSENT });
  return (
    <Page title={t('list.title')}>
      <div className="p-stack sd-page" ref={root}>
        {keys}
        <div className="p-noprint p-stack">
          <Text c="dimmed">{t('list.lead')}</Text>
          {open.isPending && <Loading />}
          {open.isError && <ErrorNotice error={open.error} onRetry={() => void open.refetch()} />}
          {open.data?.length === 0 && (
            <div className="p-card">
              <Empty>{t('list.empty')}</Empty>
            </div>
          )}
          {open.data && open.data.length > 0 && (
            <ul className="p-card sd-people" data-rows>
              {open.data.map((one) => (
                <li key={one.patid} className="sd-person" data-row tabIndex={-1}>
                  <span className="sd-who">
                    <Link data-whole to={`/patient/${numberInPath(one.patid)}`}>
                      <strong>{one.name}</strong>
                    </Link>{' '}
                    <span className="p-tabular p-muted">
                      *{dayText(one.geburtsdatum, language)}
                    </span>
                  </span>
                  <span className="sd-fields">
                    {one.fields.map((field) => nameOf(field)).join(', ')}
                  </span>
                  <span className="p-muted">
                    {t('list.since', { at: showInstant(one.since, language) })}
                  </span>
                  <Button
                    size="xs"
                    variant="default"
                    data-default
                    component={Link}
                    to={`/stammdaten?patid=${encodeURIComponent(one.patid)}`}
                    aria-label={t('list.openOf', { name: one.name })}
                  >
                    {t('list.open')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <section className="p-stack" aria-labelledby="sd-all-taken">
          <Group justify="space-between" gap={8}>
            <Title order={2} id="sd-all-taken" className="sd-h2">
              {t('taken.title')}
            </Title>
            {taken.data && taken.data.length > 0 && (
              <Button
                className="p-noprint"
                variant="default"
                leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
                onClick={() => window.print()}
              >
                {t('taken.print')}
              </Button>
            )}
          </Group>
          <Text c="dimmed">{t('taken.lead')}</Text>
          {taken.isPending && <Loading />}
          {taken.isError && (
            <ErrorNotice error={taken.error} onRetry={() => void taken.refetch()} />
          )}
          {taken.data?.length === 0 && (
            <div className="p-card">
              <Empty>{t('taken.empty')}</Empty>
            </div>
          )}
          {taken.data?.map((one) => (
            <section key={one.patid} className="p-card" aria-label={one.name}>
              <Text className="sd-who" mb={8}>
                <strong>{one.name}</strong>{' '}
                <span className="p-tabular p-muted">*{dayText(one.geburtsdatum, language)}</span>
              </Text>
              <TakenChanges {...one} />
            </section>
          ))}
        </section>
      </div>
    </Page>
  );
}
