// Billing companies of the practice: name, address, banks and the required form; edited by the
// owner.

import './consent.css';
import { Button, Select, TextInput, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { FACTORING_FORMS } from '../../../shared/papers/consent.ts';
import { dayText } from '../../../shared/base/dates.ts';
import type { Partners, SavePartner } from '../../../shared/papers/factoring.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useConsentTexts } from './consent-texts.ts';
import { useConsentActs, usePartners } from './use-consents.ts';
import { useLanguage } from '../../ui/texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import { DayField } from '../../ui/DayField.tsx';

interface Draft extends SavePartner {
  partnerId: string;
}

export function BillingConsentPage() {
  const language = useLanguage();
  const t = useConsentTexts(),
    query = usePartners(),
    today = useToday(),
    { user } = useSession(),
    acts = useConsentActs(),
    { isBusy, failed, run } = useSubmit();
  const [draft, setDraft] = useState<Draft | null>(null),
    isOwner = user?.role === 'owner';
  const empty = (): Draft => ({
    partnerId: uuidv7(),
    partner: null,
    name: '',
    anschrift: '',
    refinanzierung: '',
    form: 'paper',
    formSource: t('partners.contract'),
    formDay: today,
  });
  return (
    <Page
      title={t('partners.title')}
      actions={
        <div className="p-row">
          <Button variant="default" component={Link} to="/einwilligungen">
            {t('title')}
          </Button>
          {isOwner && (
            <Button
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              onClick={() => setDraft(empty())}
            >
              {t('partners.new')}
            </Button>
          )}
        </div>
      }
    >
      <div className="p-stack ew-page">
        <p className="p-muted">{t('partners.lead')}</p>
        {query.isPending && <Loading />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {failed !== null && <ErrorNotice error={failed} isSave />}
        {query.data?.items.length === 0 && (
          <div className="p-card">
            <Empty>{t(isOwner ? 'partners.empty' : 'partners.emptyDesk')}</Empty>
          </div>
        )}
        {query.data && query.data.items.length > 0 && (
          <ul className="p-card ew-list">
            {query.data.items.map(({ endedAt: _endedAt, ...one }) => (
              <li key={one.partnerId} className="ew-paper">
                <span className="ew-title">{one.name}</span>
                <p className="p-small">{one.anschrift}</p>
                <p className="p-small">{t('partners.banks', { banks: one.refinanzierung })}</p>
                <p className="p-small">
                  <strong>{t(`form.${one.form}`)}</strong>{' '}
                  <span className="p-muted">
                    {t('partners.source', {
                      source: one.formSource,
                      day: dayText(one.formDay, language),
                    })}
                  </span>
                </p>
                {isOwner && (
                  <div className="p-row ew-acts">
                    <Button size="xs" variant="default" onClick={() => setDraft(one)}>
                      {t('partners.change')}
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      loading={isBusy}
                      onClick={() => void run(() => acts.endPartner(one.partnerId))}
                    >
                      {t('partners.end')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {draft && query.data && (
        <PartnerDialog
          start={draft}
          known={query.data.known}
          onSave={({ partnerId, ...partner }) => acts.savePartner(partnerId, partner)}
          onClose={() => setDraft(null)}
        />
      )}
    </Page>
  );
}

function PartnerDialog({
  start,
  known,
  onSave,
  onClose,
}: {
  start: Draft;
  known: Partners['known'];
  onSave: (draft: Draft) => Promise<void>;
  onClose: () => void;
}) {
  const t = useConsentTexts(),
    ui = useUiTexts(),
    { isBusy, failed, run } = useSubmit(),
    [draft, setDraft] = useState(start);
  const change = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  const pick = (key: string | null): void => {
    const one = known.find((each) => each.key === key);
    change(
      one
        ? {
            partner: one.key,
            name: one.name,
            form: one.form,
            formSource: one.formSource,
            formDay: one.formDay,
          }
        : { partner: null },
    );
  };
  const isWhole = [
    draft.name,
    draft.anschrift,
    draft.refinanzierung,
    draft.formSource,
    draft.formDay,
  ].every((one) => one.trim() !== '');
  return (
    <Modal opened onClose={onClose} title={t('partners.one')} size="lg">
      <form
        className="p-stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole)
            void run(async () => {
              await onSave(draft);
              onClose();
            });
        }}
      >
        <Select
          label={t('partners.known')}
          placeholder={t('partners.other')}
          clearable
          clearButtonProps={{ 'aria-label': t('partners.other') }}
          value={draft.partner}
          onChange={pick}
          data={known.map((one) => ({ value: one.key, label: one.name }))}
        />
        <PartnerFields draft={draft} change={change} />
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <div className="p-row">
          <Button type="submit" loading={isBusy} disabled={!isWhole}>
            {t('partners.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function PartnerFields({
  draft,
  change,
}: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}) {
  const t = useConsentTexts();
  return (
    <>
      <TextInput
        label={t('field.name')}
        required
        maxLength={120}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('field.anschrift')}
        required
        maxLength={200}
        value={draft.anschrift}
        onChange={(event) => change({ anschrift: event.currentTarget.value })}
      />
      <Textarea
        label={t('field.refinanzierung')}
        description={t('field.refinanzierungHint')}
        required
        autosize
        minRows={2}
        maxLength={300}
        value={draft.refinanzierung}
        onChange={(event) => change({ refinanzierung: event.currentTarget.value })}
      />
      <Select
        label={t('field.form')}
        allowDeselect={false}
        value={draft.form}
        onChange={(value) => {
          const form = FACTORING_FORMS.find((one) => one === value);
          if (form) change({ form });
        }}
        data={FACTORING_FORMS.map((one) => ({ value: one, label: t(`form.${one}`) }))}
      />
      {draft.form === 'ink' && <Notice tone="warn">{t('form.inkWarn')}</Notice>}
      <TextInput
        label={t('field.formSource')}
        required
        maxLength={200}
        value={draft.formSource}
        onChange={(event) => change({ formSource: event.currentTarget.value })}
      />
      <DayField
        label={t('field.formDay')}
        value={draft.formDay}
        onChange={(formDay) => change({ formDay })}
      />
    </>
  );
}
