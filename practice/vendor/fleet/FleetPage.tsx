// Health of all practices for the vendor's staff: those that need attention come first.

import './fleet.css';
import { SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconInfoCircle,
  IconSearch,
  type Icon,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { FleetLight } from '../../../shared/vendor/fleet.ts';
import { FLEET_VIEWS, type Fleet, type FleetItem } from '../../../shared/vendor/fleet.schema.ts';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { HeldList } from '../../ui/lists/HeldList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useFleet, useTrust } from './fleet-calls.ts';
import { useFleetTexts } from './fleet-texts.ts';
import { FleetFacts } from './FleetFacts.tsx';

const SHOWN: Readonly<Record<FleetLight, { tone: Tone; icon: Icon }>> = {
  bad: { tone: 'bad', icon: IconAlertTriangle },
  warn: { tone: 'warn', icon: IconInfoCircle },
  ok: { tone: 'ok', icon: IconCircleCheck },
};
const SEARCH_MS = 200;

/** What all practices of the server share: version and backup. */
function ServerCard({ fleet: { server, checkedAt, lights } }: { fleet: Fleet }) {
  const t = useFleetTexts(),
    language = useLanguage(),
    at = (ms: number | null): string => (ms === null ? t('never') : showInstant(ms, language));
  const warning = !server.hasTarget
    ? 'server.noTarget'
    : server.lastBackupFailed
      ? 'server.failed'
      : server.backupAt === null || checkedAt - server.backupAt > DAY_MS
        ? 'server.old'
        : null;
  return (
    <section className="p-card p-stack" aria-labelledby="fl-server">
      <Title order={2} id="fl-server">
        {t('server')}
      </Title>
      {warning !== null && <Notice tone="bad">{t(warning)}</Notice>}
      <dl className="fl-facts">
        <div>
          <dt>{t('server.version')}</dt>
          <dd>{server.version}</dd>
        </div>
        <div>
          <dt>{t('server.backup')}</dt>
          <dd>{at(server.backupAt)}</dd>
        </div>
        <div>
          <dt>{t('server.drill')}</dt>
          <dd>{at(server.drillAt)}</dd>
        </div>
        {server.update && (
          <div>
            <dt>{t('server.update')}</dt>
            <dd>
              {server.update.isNow
                ? t('server.update.now', { to: showInstant(server.update.to, language) })
                : t('server.update.at', {
                    from: showInstant(server.update.from, language),
                    to: showInstant(server.update.to, language),
                  })}
              {server.update.against > 0 && (
                <>
                  {' '}
                  ·{' '}
                  {t('server.update.against', {
                    count: server.update.against,
                    all: lights.bad + lights.warn + lights.ok,
                  })}
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Certificates and lists that the server rests on. */
function TrustSection() {
  const t = useFleetTexts(),
    trust = useTrust();
  if (trust.isError)
    return <ErrorNotice error={trust.error} onRetry={() => void trust.refetch()} />;
  return (
    <section className="p-card p-stack" aria-labelledby="fl-trust">
      <Title order={2} id="fl-trust">
        {t('trust')}
      </Title>
      <Text>{t('trust.text')}</Text>
      {trust.data?.items.length === 0 && <Text>{t('trust.none')}</Text>}
      {trust.data && <HeldList items={trust.data.items} />}
    </section>
  );
}

function Row({ one, isOpen, onToggle }: { one: FleetItem; isOpen: boolean; onToggle: () => void }) {
  const t = useFleetTexts(),
    language = useLanguage(),
    id = useId(),
    { light, reasons, facts } = one;
  const words = reasons.map((reason) => t(`reason.${reason}`)).join(', '),
    sign = `${t('sign')}: ${facts.signAt === null ? t('never') : showInstant(facts.signAt, language)}`;
  return (
    <li>
      <button
        type="button"
        className="fl-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <IconChevronRight size={18} aria-hidden />
        <span className="fl-name">{one.name}</span>
        <StateWord {...SHOWN[light]}>{t(`light.${light}`)}</StateWord>
        <span className="fl-line">
          {light === 'ok'
            ? sign
            : `${words} · ${t('since', { at: showInstant(one.since, language) })}`}
        </span>
      </button>
      {isOpen && (
        <div id={id}>
          <FleetFacts one={one} />
        </div>
      )}
    </li>
  );
}

/**
 * Returns the practices of all pages. A practice whose light changed between two pages is on both,
 * and is shown once.
 */
function rowsOf(pages: readonly Fleet[]): FleetItem[] {
  const rows = new Map<string, FleetItem>();
  for (const { items } of pages)
    for (const one of items) rows.set(one.cid, rows.get(one.cid) ?? one);
  return [...rows.values()];
}

function List({ items }: { items: readonly FleetItem[] }) {
  const t = useFleetTexts(),
    { values, set } = useQueryParams(['zeile']);
  return (
    <section className="p-card" aria-label={t('title')}>
      <ul className="fl-rows">
        {items.map((one) => (
          <Row
            key={one.cid}
            one={one}
            isOpen={values.zeile === one.cid}
            onToggle={() => set('zeile', values.zeile === one.cid ? '' : one.cid)}
          />
        ))}
      </ul>
    </section>
  );
}

export function FleetPage() {
  const t = useFleetTexts(),
    language = useLanguage(),
    { values, set } = useQueryParams(['sicht']),
    view = FLEET_VIEWS.find((one) => one === values.sicht) ?? 'needs',
    [wanted, setWanted] = useState(''),
    [q] = useDebouncedValue(wanted.trim(), SEARCH_MS),
    fleet = useFleet(view, q),
    [first] = fleet.data?.pages ?? [],
    items = rowsOf(fleet.data?.pages ?? []);
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <div className="fl-tools">
          <SegmentedControl
            aria-label={t('view')}
            value={view}
            data={FLEET_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={(value) => set('sicht', value === 'needs' ? '' : value)}
          />
          <TextInput
            className="fl-find p-noprint"
            type="search"
            maxLength={80}
            aria-label={t('find')}
            placeholder={t('find')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        </div>
        {first && (
          <Text size="sm" c="dimmed" role="status">
            {t('lights', { ...first.lights })} ·{' '}
            {t('checked', { at: showInstant(first.checkedAt, language) })}
          </Text>
        )}
        <PagedList
          list={fleet}
          isEmpty={items.length === 0}
          empty={t(q === '' ? `none.${view}` : 'noMatch')}
        >
          <List items={items} />
        </PagedList>
        {first && <ServerCard fleet={first} />}
        {first && <TrustSection />}
      </div>
    </Page>
  );
}
