// The rule book: every rule in plain words with its source, its certainty and its results in this
// practice; rules can be switched on and off, custom ones included.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { Link } from 'react-router';
import type { OwnRule } from '../../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleRow } from '../../../../shared/analytics/billing/rules.schema.ts';
import { AGAIN_MS, whileReading } from '../../../report-kit/use-report.ts';
import { useSession } from '../../../session.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Empty } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useQueryParams, type QueryParams } from '../../../ui/use-query-params.ts';
import { BillingFrame } from '../ProposalsFrame.tsx';
import { getOwnRules, getLabels, getRules, KEY } from '../proposals-calls.ts';
import { useBillingTexts, type BillingKey } from '../proposals-texts.ts';
import { askAgain, Evaluating, Waiting } from '../Progress.tsx';
import { RuleCard } from './RuleCard.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { say } from '../words.ts';
import { useDrawn } from '../../../ui/lists/use-drawn.ts';
import { Filters } from '../../../ui/lists/Filters.tsx';

const RULE_FILTERS = ['q', 'gruppe', 'zeige'] as const;
const SHOWN = ['', 'an', 'aus', 'oft', 'eigen'] as const;
const fits = (one: RuleRow, shown: string): boolean =>
  shown === 'an'
    ? one.istAn
    : shown === 'aus'
      ? !one.istAn
      : shown === 'oft'
        ? one.istAnzubieten && one.istAn
        : shown === 'eigen'
          ? one.istEigen
          : true;
/** Returns rules that contain every search word, in the order of the book. Pure. */
export function findRules(
  items: readonly RuleRow[],
  typed: string,
  language: string,
): readonly RuleRow[] {
  const words = typed
    .toLocaleLowerCase('de')
    .split(/\s+/)
    .filter((one) => one !== '');
  return items.filter(({ regel }) => {
    const text =
      `${regel.id} ${say(regel.titel, language)} ${say(regel.grund, language)} ${regel.position?.nr ?? ''} ${regel.quelle}`.toLocaleLowerCase(
        'de',
      );
    return words.every((one) => text.includes(one));
  });
}

export function RulesPage() {
  const t = useBillingTexts(),
    language = useLanguage(),
    { user } = useSession(),
    params = useQueryParams(RULE_FILTERS),
    { values, set } = params,
    [typed, setTyped] = useState(values.q ?? ''),
    mayWrite = user?.role === 'owner' || user?.mayDesign === true;
  const book = useQuery({
      queryKey: [KEY, 'regeln'],
      queryFn: getRules,
      refetchInterval: ({ state }) => askAgain(state.data?.fortschritt),
      retry: whileReading,
      retryDelay: AGAIN_MS,
    }),
    own = useQuery({ queryKey: [KEY, 'eigene'], queryFn: getOwnRules }),
    labels = useQuery({ queryKey: [KEY, 'labels'], queryFn: getLabels });
  const all = book.data?.items ?? [],
    rowGroups = [...new Set(all.map(({ regel }) => regel.gruppe))],
    offered = all.filter((one) => one.istAnzubieten && one.istAn);
  const found = findRules(
    all.filter(
      (one) =>
        fits(one, values.zeige ?? '') &&
        (values.gruppe === undefined || one.regel.gruppe === values.gruppe),
    ),
    typed,
    language,
  );
  return (
    <BillingFrame
      title={t('regeln.titel')}
      actions={
        mayWrite ? (
          <Button
            component={Link}
            to="/abrechnung/regeln/neu"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          >
            {t('regeln.neu')}
          </Button>
        ) : undefined
      }
    >
      <p className="ab-lead p-muted">
        {t('regeln.wie')} <Link to="/abrechnung/regeln/grenzen">{t('grenzen.link')}</Link>
      </p>
      {book.isPending && !book.isError && <Waiting reason={book.failureReason} />}
      {book.isError && <ErrorNotice error={book.error} onRetry={() => void book.refetch()} />}
      {book.data && (
        <div className="p-stack">
          <Evaluating progress={book.data.fortschritt} />
          {offered.length > 0 && (
            <div className="p-notice" data-tone="warn">
              <p className="ab-offer-text">{t('regeln.angeboten', { count: offered.length })}</p>
              <Button size="xs" variant="default" onClick={() => set('zeige', 'oft')}>
                {t('regeln.zeigen')}
              </Button>
            </div>
          )}
          <SettingsCard
            key={book.data.einstellung.rev}
            settings={book.data.einstellung}
            mayWrite={mayWrite}
          />
          {(own.data ?? []).length > 0 && <OwnRules items={own.data ?? []} mayWrite={mayWrite} />}
          <RuleFilters
            typed={typed}
            onType={setTyped}
            params={params}
            rowGroups={rowGroups}
            counts={{ found: found.length, on: all.filter(({ istAn }) => istAn).length }}
          />
          {found.length === 0 && (
            <div className="p-card">
              <Empty>{t('leer.filter')}</Empty>
            </div>
          )}
          <Cards found={found} mayWrite={mayWrite} labels={labels.data} />
        </div>
      )}
    </BillingFrame>
  );
}

function Cards({
  found,
  ...rest
}: { found: readonly ComponentProps<typeof RuleCard>['one'][] } & Omit<
  ComponentProps<typeof RuleCard>,
  'one'
>) {
  const drawn = useDrawn(found);
  return (
    <ul className="ab-rules" aria-busy={drawn.length < found.length}>
      {drawn.map((one) => (
        <li key={one.regel.id}>
          <RuleCard one={one} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function RuleFilters({
  typed,
  onType,
  params: { values, set },
  rowGroups,
  counts,
}: {
  typed: string;
  onType: (text: string) => void;
  params: QueryParams<(typeof RULE_FILTERS)[number]>;
  rowGroups: readonly string[];
  counts: { found: number; on: number };
}) {
  const t = useBillingTexts();
  return (
    <Filters className="ab-filter" aria-label={t('filter')}>
      <TextInput
        size="xs"
        className="ab-search"
        aria-label={t('regeln.suchen')}
        placeholder={t('regeln.suchen')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          set('q', event.currentTarget.value.trim());
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t('regeln.gruppe')}
        value={values.gruppe ?? ''}
        onChange={(event) => set('gruppe', event.currentTarget.value)}
        data={[
          { value: '', label: t('regeln.alleGruppen') },
          ...rowGroups.map((value) => ({
            value,
            label: t(`gruppe.${value}` as BillingKey),
          })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('regeln.welche')}
        value={values.zeige ?? ''}
        onChange={(event) => set('zeige', event.currentTarget.value)}
        data={SHOWN.map((value) => ({
          value,
          label: t(`zeige.${value === '' ? 'alle' : value}`),
        }))}
      />
      <span className="p-muted p-small" role="status">
        {t('regeln.zahl', { n: counts.found, an: counts.on })}
      </span>
    </Filters>
  );
}

function OwnRules({ items, mayWrite }: { items: readonly OwnRule[]; mayWrite: boolean }) {
  const t = useBillingTexts(),
    language = useLanguage();
  return (
    <section className="p-card ab-part" aria-labelledby="ab-own">
      <h2 id="ab-own" className="ab-h2">
        {t('regeln.eigene')}
      </h2>
      <ul className="ab-own">
        {items
          .filter(({ state }) => state !== 'ERSETZT')
          .map((one) => (
            <li key={`${one.regelId} ${one.version}`}>
              <Group justify="space-between" gap={8}>
                <span>
                  <strong>{say(one.eingabe.titel, language)}</strong>{' '}
                  <span className="p-muted">
                    {t('regeln.fassung', { n: one.version })} · {t(`eigene.${one.state}`)}
                  </span>
                </span>
                {mayWrite && (
                  <Button
                    component={Link}
                    size="compact-sm"
                    variant="default"
                    to={`/abrechnung/regeln/eigene/${encodeURIComponent(one.regelId)}`}
                  >
                    {t('regeln.bearbeiten')}
                  </Button>
                )}
              </Group>
            </li>
          ))}
      </ul>
    </section>
  );
}
