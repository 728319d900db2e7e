// Form for the HVM limit of a quarter: the areas counted, euros or points, the limit of each kind
// of insurer, tiers by their number, how cases are counted, exclusions.

import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { momentText } from '../../../shared/base/dates.ts';
import type { HvmModel } from '../../../shared/analytics/reports/hvm.schema.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { ModelFields, OverFields, Pots, Steps } from './HvmFields.tsx';
import { useReportsTexts } from './reports-texts.ts';
import { useLanguage } from '../../ui/texts.ts';
import { CASES, useHvmForm } from './use-hvm-form.ts';

const SERVICE_AREAS = ['KCH', 'PAR', 'KB', 'KFO'] as const;

export function HvmForm({ region }: { region: string }) {
  const language = useLanguage();
  const t = useReportsTexts(),
    list = useQuery({
      queryKey: ['hvm', region],
      queryFn: async () =>
        (await call<{ items: HvmModel[] }>(`/api/hvm/${region}/modell`, { timeout: TIMEOUT }))
          .items,
    });
  return (
    <section className="p-card be-notes p-noprint" aria-labelledby="be-hvm">
      <h2 id="be-hvm">{t('hvm.set')}</h2>
      <p className="p-muted be-note">{t('hvm.what')}</p>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.length > 0 && (
        <ul className="be-note-list">
          {list.data.map((one) => (
            <li key={`${one.jahr} ${one.quartal}`}>
              <span className="be-note-when">
                {one.quartal === 0 ? one.jahr : `Q${one.quartal} ${one.jahr}`}
              </span>
              <span>
                {t(`hvm.modell.${one.config.modell}`)}
                {one.config.quelle !== '' && ` · ${one.config.quelle}`}{' '}
                <span className="p-small p-muted">
                  {[one.wer, momentText(one.am, language)].filter((word) => word !== '').join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.data && <Form key={list.data.length} region={region} last={list.data[0]} />}
    </section>
  );
}

function Form({ region, last }: { region: string; last: HvmModel | undefined }) {
  const t = useReportsTexts(),
    words = useReportWords(),
    form = useHvmForm(region, last),
    { config, put, isRight, isBusy, failed, save } = form;
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) void save();
      }}
    >
      <ModelFields form={form} />
      <Checkbox.Group
        label={t('hvm.bereiche')}
        value={config.bereiche}
        onChange={(next) => put({ bereiche: SERVICE_AREAS.filter((one) => next.includes(one)) })}
      >
        <Group gap={16}>
          {SERVICE_AREAS.map((one) => (
            <Checkbox key={one} value={one} label={words.word(one)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Pots form={form} />
      <Steps form={form} />
      <Checkbox.Group
        label={t('hvm.faelle')}
        value={config.fallzaehlung}
        onChange={(next) => put({ fallzaehlung: CASES.filter((one) => next.includes(one)) })}
      >
        <div className="a-ticks">
          {CASES.map((one) => (
            <Checkbox key={one} value={one} label={t(`hvm.fall.${one}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={t('hvm.wohnort')}
        checked={config.nurWohnortKzv}
        onChange={(event) => put({ nurWohnortKzv: event.currentTarget.checked })}
      />
      <OverFields form={form} />
      <TextInput
        label={t('hvm.quelle')}
        maxLength={250}
        value={config.quelle}
        onChange={(event) => put({ quelle: event.currentTarget.value })}
      />
      {failed !== null && <ErrorNotice error={failed} />}
      <div>
        <Button type="submit" loading={isBusy} disabled={!isRight}>
          {t('hvm.save')}
        </Button>
      </div>
    </form>
  );
}
