// The areas of a quarter with their open proposals, and the button that marks a billing as
// submitted.

import { Button, Checkbox, Group, Table } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Quarter } from '../../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { Sum } from '../../../../shared/analytics/billing/wire-values.schema.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { say, sayError } from '../../../ui/toast.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { handIn, KEY, takeBackHandIn } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { count, periodName } from '../words.ts';

type AreaOfQuarter = Quarter['bereiche'][number];
interface Filing {
  isBusy: boolean;
  give: () => void;
  back: (id: string) => void;
}

/** Returns a formatter of a number of proposals with their worth. */
function useAmount(): (sum: Sum) => string {
  const language = useLanguage(),
    worth = useWorth();
  return (sum) => (sum.anzahl === 0 ? '–' : `${count(sum.anzahl, language)} · ${worth.sum(sum)}`);
}

export function Areas({ data, kzv }: { data: Quarter; kzv: string }) {
  const t = useBillingTexts(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    [includesEarlier, setIncludesEarlier] = useState(false);
  const fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] });
  const give = (area: AreaOfQuarter['bereich'], period: string): void =>
    void run(async () => {
      await handIn({
        id: uuidv7(),
        kzv,
        bereich: area,
        zeitraum: period,
        mitFrueheren: includesEarlier,
      });
      await fresh();
      say(t('abgabe.gesagt', { bereich: t(`bereich.${area}`), zeitraum: periodName(period) }));
    }, sayError);
  const back = (id: string): void =>
    void run(async () => {
      await takeBackHandIn(id);
      await fresh();
      say(t('abgabe.zurueck'));
    }, sayError);
  return (
    <section className="p-card ab-part" aria-labelledby="ab-areas">
      <h2 id="ab-areas" className="ab-h2">
        {t('quartal.bereiche')}
      </h2>
      <p className="p-muted">{t('abgabe.wie')}</p>
      <div className="ab-table">
        <Table className="ab-areas" aria-label={t('quartal.bereiche')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('spalte.bereich')}</Table.Th>
              <Table.Th>{t('spalte.zeitraum')}</Table.Th>
              <Table.Th className="ab-num">{t('kennzahl.offen')}</Table.Th>
              <Table.Th className="ab-num">{t('kennzahl.vorgemerkt')}</Table.Th>
              <Table.Th>{t('spalte.abgabe')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.bereiche.map((one) => (
              <Area
                key={`${one.bereich} ${one.zeitraum}`}
                area={one}
                quarter={data.quartal}
                filing={{
                  isBusy,
                  give: () => give(one.bereich, one.zeitraum),
                  back,
                }}
              />
            ))}
            <PrivateRow data={data.privat} />
          </Table.Tbody>
        </Table>
      </div>
      <Checkbox
        className="p-noprint"
        label={t('abgabe.mitFrueheren')}
        checked={includesEarlier}
        onChange={(event) => setIncludesEarlier(event.currentTarget.checked)}
      />
    </section>
  );
}

function Area({ area, filing, quarter }: { area: AreaOfQuarter; filing: Filing; quarter: string }) {
  const t = useBillingTexts(),
    amount = useAmount(),
    { bereich, zeitraum, offen, vorgemerkt } = area;
  return (
    <Table.Tr>
      <Table.Td>
        <Link
          className="ab-inline"
          to={`/abrechnung/protokoll?quartal=${quarter}&bereich=${bereich}`}
          aria-label={t('protokoll.bereich', { bereich: t(`bereich.${bereich}`) })}
        >
          {t(`bereich.${bereich}`)}
        </Link>
      </Table.Td>
      <Table.Td className="p-tabular">{periodName(zeitraum)}</Table.Td>
      <Table.Td className="ab-num p-tabular" data-column={t('kennzahl.offen')}>
        {amount(offen)}
      </Table.Td>
      <Table.Td className="ab-num p-tabular" data-column={t('kennzahl.vorgemerkt')}>
        {amount(vorgemerkt)}
      </Table.Td>
      <Table.Td>
        <FilingState area={area} filing={filing} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Hands the billing of an area in, or shows by whom and when that was done. */
function FilingState({
  area: { bereich, zeitraum, offen, vorgemerkt, abgegeben },
  filing,
}: {
  area: AreaOfQuarter;
  filing: Filing;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    what = { bereich: t(`bereich.${bereich}`), zeitraum: periodName(zeitraum) };
  if (abgegeben === null)
    return (
      <ConfirmButton
        className="p-noprint"
        size="compact-sm"
        variant="default"
        disabled={filing.isBusy}
        aria-label={t('abgabe.tunWas', what)}
        question={t('abgabe.frage', {
          ...what,
          n: offen.anzahl + vorgemerkt.anzahl,
        })}
        yes={t('abgabe.ja')}
        onYes={filing.give}
      >
        {t('abgabe.tun')}
      </ConfirmButton>
    );
  return (
    <Group gap={8}>
      <StateWord tone="ok" icon={IconCircleCheck}>
        {t('abgabe.ist')}
      </StateWord>
      <span className="p-small p-muted p-tabular">
        {[abgegeben.von, showInstant(abgegeben.am, language)]
          .filter((part) => part !== '')
          .join(', ')}
      </span>
      <Button
        className="p-noprint"
        size="compact-sm"
        variant="subtle"
        disabled={filing.isBusy}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        aria-label={t('abgabe.zurueckWas', what)}
        onClick={() => filing.back(abgegeben.id)}
      >
        {t('zurueck')}
      </Button>
    </Group>
  );
}

/** Private services, which never run out. */
function PrivateRow({ data }: { data: Quarter['privat'] }) {
  const t = useBillingTexts(),
    amount = useAmount();
  return (
    <Table.Tr>
      <Table.Td>{t('quartal.privat')}</Table.Td>
      <Table.Td className="p-muted">{t('quartal.verfaelltNie')}</Table.Td>
      <Table.Td className="ab-num p-tabular" data-column={t('kennzahl.offen')}>
        {amount(data.offen)}
      </Table.Td>
      <Table.Td className="ab-num p-tabular" data-column={t('kennzahl.vorgemerkt')}>
        {amount(data.vorgemerkt)}
      </Table.Td>
      <Table.Td />
    </Table.Tr>
  );
}
