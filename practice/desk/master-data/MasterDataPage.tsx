// Master data: a person's record and their deviating entries; without a person everyone with open
// changes, and the list for the practice software.

import './master-data.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { FIELD_NAMES } from '../../../shared/desk/master-fields.ts';
import type { PatientChanges } from '../../../shared/desk/master-data.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { Everybody } from './Everybody.tsx';
import { OpenChanges } from './OpenChanges.tsx';
import { useMasterDataTexts, valueText } from './master-data-texts.ts';
import { TakenChanges } from './TakenChanges.tsx';
import { useChangesOf } from './use-changes.ts';
import { useFieldNames } from '../../ui/wording/field-names.ts';

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
