// Values shipped with Molar, each with its certainty, and the lists that the practice software
// delivered.

import { NativeSelect, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { dayText, momentText, isDay } from '../../../shared/base/dates.ts';
import {
  amountText,
  ownValueOn,
  subsidyKey,
  type PracticeValueKind,
} from '../../../shared/analytics/deliveries/practice-value.ts';
import { PVS_FIELDS } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  STATIC_LISTS,
  type FeeCatalogue,
  type StaticList,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useValueTexts } from './static-data-texts.ts';
import { useList } from './use-values.ts';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { useLanguage } from '../../ui/texts.ts';

type Mark = FeeCatalogue['punktwerte'][number]['zeichen'];
function MarkWord({ mark }: { mark: Mark }) {
  const t = useValueTexts();
  return (
    <StateWord
      tone={mark === 'confirmed' ? 'ok' : 'warn'}
      icon={mark === 'confirmed' ? IconCircleCheck : IconAlertTriangle}
    >
      {t(`mark.${mark}`)}
    </StateWord>
  );
}
const span = (from: string | null, to: string | null, language: string): string =>
  `${from === null ? '' : dayText(from, language)} –${to === null ? '' : ` ${dayText(to, language)}`}`;
const BONUSES = [60, 70, 75, 100] as const;

export function Delivered({ catalogue, art }: { catalogue: FeeCatalogue; art: PracticeValueKind }) {
  if (art === 'PUNKTWERT') return <PointValues catalogue={catalogue} />;
  if (art === 'FESTZUSCHUSS') return <Subsidies catalogue={catalogue} />;
  return <Prices catalogue={catalogue} />;
}

function PointValues({ catalogue }: { catalogue: FeeCatalogue }) {
  const t = useValueTexts(),
    language = useLanguage();
  return (
    <Table.ScrollContainer minWidth={640} type="native" className="p-long">
      <Table aria-label={t('delivered')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('area')}</Table.Th>
            <Table.Th ta="right">{t('value.point')}</Table.Th>
            <Table.Th>
              {t('from')} – {t('to')}
            </Table.Th>
            <Table.Th>{t('sure')}</Table.Th>
            <Table.Th>{t('source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {catalogue.punktwerte.map((one) => (
            <Table.Tr key={`${one.region} ${one.bereich}`}>
              <Table.Td>{t(`area.${one.bereich}`)}</Table.Td>
              <Table.Td ta="right" className="p-tabular sw-fix">
                {amountText(one.wert, 4)} €
              </Table.Td>
              <Table.Td className="p-tabular sw-fix">
                {span(one.gueltigVon, one.gueltigBis, language)}
              </Table.Td>
              <Table.Td>
                <MarkWord mark={one.zeichen} />
              </Table.Td>
              <Table.Td>{one.quelle}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Subsidies by finding and bonus; a value of the practice replaces the shipped one. */
function Subsidies({ catalogue }: { catalogue: FeeCatalogue }) {
  const t = useValueTexts();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('source')}: {catalogue.quellen.festzuschuss}
      </Text>
      <Table.ScrollContainer minWidth={720} type="native" className="p-long">
        <Table aria-label={t('delivered')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('finding')}</Table.Th>
              <Table.Th>{t('text')}</Table.Th>
              {BONUSES.map((one) => (
                <Table.Th key={one} ta="right">
                  {one} %
                </Table.Th>
              ))}
              <Table.Th>{t('sure')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {catalogue.festzuschuesse.map((one) => {
              const own = BONUSES.map((bonus) =>
                ownValueOn(
                  catalogue.werte,
                  'FESTZUSCHUSS',
                  subsidyKey(one.befund, bonus),
                  catalogue.tag,
                ),
              );
              return (
                <Table.Tr key={one.befund}>
                  <Table.Td className="p-tabular sw-fix">{one.befund}</Table.Td>
                  <Table.Td>{one.text}</Table.Td>
                  {BONUSES.map((bonus, at) => (
                    <Table.Td
                      key={bonus}
                      ta="right"
                      className="p-tabular sw-fix"
                      fw={own[at] ? 600 : undefined}
                      title={own[at] ? t('mark.own') : undefined}
                    >
                      {amountText(own[at]?.wert ?? one.betraege[bonus], 2)} €
                    </Table.Td>
                  ))}
                  <Table.Td>
                    {own.some(Boolean) ? t('mark.own') : <MarkWord mark={one.zeichen} />}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

/** Prices of the practice's own positions, as the practice software says them. */
function Prices({ catalogue }: { catalogue: FeeCatalogue }) {
  const t = useValueTexts();
  const prices = catalogue.positionen.filter((one) => one.istEigen);
  return prices.length === 0 ? (
    <Empty>{t('list.none')}</Empty>
  ) : (
    <Table aria-label={t('software')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('text')}</Table.Th>
          <Table.Th ta="right">{t('price')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {prices.map((one) => (
          <Table.Tr key={one.nr}>
            <Table.Td>
              {one.nr}
              {one.text === '' ? '' : ` · ${one.text}`}
            </Table.Td>
            <Table.Td ta="right" className="p-tabular sw-fix">
              {one.preis === null ? '–' : `${amountText(one.preis, 2)} €`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Meaning of a column, from the description of the files. */
const headOf = (list: StaticList, name: string): string =>
  PVS_FIELDS[list].find((one) => one.name === name)?.meaning ?? 'Nr.';
const shown = (cell: string | number | boolean | null, language: string): string =>
  typeof cell === 'boolean'
    ? cell
      ? '✓'
      : '–'
    : typeof cell === 'string' && isDay(cell)
      ? dayText(cell, language)
      : String(cell ?? '');
export function Lists() {
  const language = useLanguage();
  const t = useValueTexts(),
    [list, setList] = useState<StaticList>('behandler'),
    found = useList(list),
    items = found.data?.items ?? [],
    drawn = useDrawn(items);
  const columns = Object.keys(items[0] ?? {}).filter((name) =>
    items.some((one) => one[name] !== null),
  );
  return (
    <div className="p-stack">
      <NativeSelect
        label={t('list')}
        value={list}
        maw={320}
        onChange={(event) => {
          setList(STATIC_LISTS.find((one) => one === event.currentTarget.value) ?? 'behandler');
        }}
        data={STATIC_LISTS.map((one) => ({ value: one, label: t(`list.${one}`) }))}
      />
      {found.isPending && <Loading />}
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && items.length === 0 && <Empty>{t('list.none')}</Empty>}
      {items.length > 0 && (
        <>
          {found.data?.stand != null && (
            <Text size="sm" c="dimmed">
              {t('list.stand', { moment: momentText(found.data.stand, language) })}
            </Text>
          )}
          <Table.ScrollContainer minWidth={640} type="native" className="p-long">
            <Table aria-label={t(`list.${list}`)}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map((name) => (
                    <Table.Th key={name}>{headOf(list, name)}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {drawn.map((one) => (
                  <Table.Tr key={String(one.id)}>
                    {columns.map((name) => (
                      <Table.Td key={name}>{shown(one[name] ?? null, language)}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </div>
  );
}
