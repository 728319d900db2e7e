// Costs of the practice: what bears them, the amount a month or an available hour, and their days.

import '../../report-kit/report-kit.css';
import './overview.css';
import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import {
  COST_CENTRES,
  COST_UNITS,
  type Cost,
} from '../../../shared/analytics/reports/cost.schema.ts';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { SERVICE_AREAS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { useMasters } from '../../report-kit/use-masters.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useOverviewTexts } from './overview-texts.ts';
import { useCostForm, useCosts, type CostForm } from './use-costs.ts';
import { DayField } from '../../ui/DayField.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
}
/** Returns the practitioners, rooms or areas that a cost can be of. */
function useTargets(): (centre: Cost['centre']) => readonly Choice[] {
  const masters = useMasters(),
    words = useReportWords();
  return (centre) => {
    if (centre === 'BEREICH')
      return SERVICE_AREAS.map((area) => ({ value: area, label: words.word(area) }));
    if (centre === 'PRAXIS') return [];
    return (masters[centre === 'ZIMMER' ? 'zimmer' : 'behandler'] ?? []).map(({ id, name }) => ({
      value: id,
      label: name,
    }));
  };
}

/** Names of the costs that most practices have; choosing one fills in the form. */
const SUGGESTED = ['rent', 'salaries', 'material', 'leasing', 'insurance', 'software'] as const;

export function CostsPage() {
  const t = useOverviewTexts(),
    { list, changed, remove } = useCosts(),
    form = useCostForm(changed);
  return (
    <Page title={t('costs')} refused={list.error}>
      <div className="p-stack">
        <p className="p-muted u-none u-intro">{t('costs.what')}</p>
        <p className="u-none">
          <Link to="/berichte/gewinn/behandler">{t('costs.report')}</Link>{' '}
          <Link to="/berichte/gewinn/schwelle">{t('costs.breakEven')}</Link>
        </p>
        <div className="p-card u-targets">
          <Fields form={form} />
        </div>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && (
          <Empty>
            <p>{t('costs.none')}</p>
            <p>{t('costs.none.first')}</p>
            <div className="u-suggested p-noprint">
              {SUGGESTED.map((one) => (
                <Button
                  key={one}
                  size="sm"
                  variant="default"
                  onClick={() => {
                    form.set({ name: t(`costs.suggest.${one}`) });
                    document.querySelector<HTMLElement>('.u-cost-amount input')?.focus();
                  }}
                >
                  {t(`costs.suggest.${one}`)}
                </Button>
              ))}
            </div>
          </Empty>
        )}
        {list.data && list.data.length > 0 && (
          <div className="p-card u-targets">
            <Entered costs={list.data} onEdit={form.edit} onRemove={(cost) => void remove(cost)} />
          </div>
        )}
      </div>
    </Page>
  );
}

function Fields({ form }: { form: CostForm }) {
  const t = useOverviewTexts(),
    targets = useTargets(),
    { typed, set, isWrong } = form,
    choices = targets(typed.centre);
  return (
    <form
      className="p-stack p-noprint"
      noValidate
      aria-label={t(form.isEditing ? 'costs.edit' : 'costs.add')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <div className="u-targets-head">
        <TextInput
          label={t('costs.name')}
          placeholder={t('costs.name.example')}
          value={typed.name}
          maxLength={120}
          error={isWrong('name') ? t('costs.name.wrong') : undefined}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('costs.centre')}
          value={typed.centre}
          data={COST_CENTRES.map((value) => ({ value, label: t(`costs.centre.${value}`) }))}
          onChange={(event) =>
            set({ centre: event.currentTarget.value as Cost['centre'], target: '' })
          }
        />
        {typed.centre !== 'PRAXIS' && (
          <NativeSelect
            label={t('costs.target')}
            value={typed.target}
            data={[{ value: '', label: t('costs.target.choose') }, ...choices]}
            error={isWrong('target') ? t('costs.target.wrong') : undefined}
            onChange={(event) => set({ target: event.currentTarget.value })}
          />
        )}
        <TextInput
          className="u-cost-amount"
          label={t('costs.amount')}
          value={typed.typed}
          inputMode="decimal"
          rightSection="€"
          error={isWrong('cents') ? t('costs.amount.wrong') : undefined}
          onChange={(event) => set({ typed: event.currentTarget.value })}
        />
        {typed.centre !== 'BEREICH' && (
          <NativeSelect
            label={t('costs.per')}
            value={typed.per}
            data={COST_UNITS.map((value) => ({ value, label: t(`costs.per.${value}`) }))}
            onChange={(event) => set({ per: event.currentTarget.value as Cost['per'] })}
          />
        )}
        <DayField
          label={t('costs.from')}
          value={typed.from}
          error={isWrong('validFrom') ? t('costs.from.wrong') : undefined}
          onChange={(from) => set({ from })}
        />
        <DayField
          label={t('costs.to')}
          value={typed.to}
          error={isWrong('validTo') ? t('costs.to.wrong') : undefined}
          onChange={(to) => set({ to })}
        />
      </div>
      {form.failed !== null && <ErrorNotice error={form.failed} isSave />}
      <div className="u-target-form">
        <Button type="submit" loading={form.isBusy}>
          {t(form.isEditing ? 'costs.change' : 'costs.save')}
        </Button>
        {form.isEditing && (
          <Button variant="default" onClick={form.cancel}>
            {t('costs.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Entered({
  costs,
  onEdit,
  onRemove,
}: {
  costs: readonly Cost[];
  onEdit: (cost: Cost) => void;
  onRemove: (cost: Cost) => void;
}) {
  const t = useOverviewTexts(),
    language = useLanguage(),
    words = useReportWords(),
    targets = useTargets();
  const centreOf = ({ centre, target }: Cost): string =>
    centre === 'PRAXIS'
      ? t('costs.centre.PRAXIS')
      : (targets(centre).find(({ value }) => value === target)?.label ?? target);
  return (
    <Table aria-label={t('costs')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('costs.name')}</Table.Th>
          <Table.Th>{t('costs.centre')}</Table.Th>
          <Table.Th ta="right">{t('costs.amount')}</Table.Th>
          <Table.Th>{t('costs.per')}</Table.Th>
          <Table.Th>{t('costs.from')}</Table.Th>
          <Table.Th>{t('costs.to')}</Table.Th>
          <Table.Th>{t('costs.who')}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {costs.map((cost) => (
          <Table.Tr key={cost.id}>
            <Table.Td>{cost.name}</Table.Td>
            <Table.Td>{centreOf(cost)}</Table.Td>
            <Table.Td ta="right" className="p-tabular">
              {words.number(cost.cents / 100, 'eur')}
            </Table.Td>
            <Table.Td>{t(`costs.per.${cost.per}`)}</Table.Td>
            <Table.Td className="p-tabular">{formatDay(cost.validFrom, language)}</Table.Td>
            <Table.Td className="p-tabular">
              {cost.validTo === null ? '–' : formatDay(cost.validTo, language)}
            </Table.Td>
            <Table.Td>{cost.wer}</Table.Td>
            <Table.Td className="p-noprint">
              <div className="u-target-form">
                <Button
                  size="sm"
                  variant="default"
                  aria-label={t('costs.edit.of', { name: cost.name })}
                  onClick={() => onEdit(cost)}
                >
                  {t('costs.edit.short')}
                </Button>
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={t('costs.remove.of', { name: cost.name })}
                  onClick={() => onRemove(cost)}
                >
                  {t('costs.remove')}
                </Button>
              </div>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
