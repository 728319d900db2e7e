// The values that the practice entered itself: kind, amount, validity, author and time; removed
// with ten seconds of undo.

import { ActionIcon, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { dayText, momentText } from '../../../shared/base/dates.ts';
import {
  amountText,
  punktwertOf,
  subsidyOf,
  type PracticeValueKind,
} from '../../../shared/analytics/deliveries/practice-value.ts';
import type {
  FeeCatalogue,
  Praxiswert,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useValueTexts } from './static-data-texts.ts';
import { enterValue, removeValue } from './use-values.ts';
import { useLanguage } from '../../ui/texts.ts';

/** Describes the purpose of a value. */
function useWhat(catalogue: FeeCatalogue): (one: Pick<Praxiswert, 'art' | 'schluessel'>) => string {
  const t = useValueTexts(),
    shortOf = (region: string): string =>
      catalogue.regionen.find((one) => one.region === region)?.kurz ?? region;
  return (one) => {
    const point = one.art === 'PUNKTWERT' ? punktwertOf(one.schluessel) : undefined,
      subsidy = one.art === 'FESTZUSCHUSS' ? subsidyOf(one.schluessel) : undefined;
    if (point)
      return [
        t(`area.${point.area}`),
        point.region === null ? null : shortOf(point.region),
        point.kassenart,
      ]
        .filter(Boolean)
        .join(' · ');
    return subsidy
      ? `${t('finding')} ${subsidy.finding} · ${t(`bonus.${subsidy.bonus}`)}`
      : one.schluessel;
  };
}
export function OwnValues({
  catalogue,
  art,
  changed,
}: {
  catalogue: FeeCatalogue;
  art: PracticeValueKind;
  changed: () => Promise<void>;
}) {
  const language = useLanguage();
  const t = useValueTexts(),
    what = useWhat(catalogue),
    rows = catalogue.werte.filter((one) => one.art === art),
    places = art === 'PUNKTWERT' ? 4 : 2;
  if (rows.length === 0) return <Text c="dimmed">{t('own.none')}</Text>;
  const remove = async ({ changedBy: _by, changedAt: _at, ...one }: Praxiswert): Promise<void> => {
    try {
      await removeValue(one.id);
      await changed();
      sayWithUndo(t('removed', { what: what(one) }), async () => {
        await enterValue(one);
        await changed();
      });
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <Table.ScrollContainer minWidth={640} type="native" className="p-long">
      <Table aria-label={t('own')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('text')}</Table.Th>
            <Table.Th ta="right">{t('value')}</Table.Th>
            <Table.Th>{t('from')}</Table.Th>
            <Table.Th>{t('to')}</Table.Th>
            <Table.Th>{t('source')}</Table.Th>
            <Table.Th>{t('who')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>{what(one)}</Table.Td>
              <Table.Td ta="right" className="p-tabular sw-fix">
                {amountText(one.wert, places)} €
              </Table.Td>
              <Table.Td className="p-tabular sw-fix">{dayText(one.validFrom, language)}</Table.Td>
              <Table.Td className="p-tabular sw-fix">
                {one.validTo === null ? '–' : dayText(one.validTo, language)}
              </Table.Td>
              <Table.Td>{one.note === '' ? t('mark.own') : one.note}</Table.Td>
              <Table.Td>
                {[one.changedBy, momentText(one.changedAt, language)].filter(Boolean).join(', ')}
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={t('remove.of', { what: what(one) })}
                  title={t('remove')}
                  onClick={() => void remove(one)}
                >
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
