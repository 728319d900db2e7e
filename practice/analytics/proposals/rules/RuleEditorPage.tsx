// Editor of a practice's custom rule: typed in the rule language with errors that name their
// position, back-tested on the practice's own history, and only then live.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { OwnRule } from '../../../../shared/analytics/billing/billing.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { say as sayShort } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useLeaving } from '../../../ui/saving/use-leaving.ts';
import { BillingFrame } from '../ProposalsFrame.tsx';
import {
  changeOwnRule,
  getOwnRules,
  goLive,
  KEY,
  makeOwnRule,
  newestOf,
  withdraw,
} from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { Backtest } from './Backtest.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { faultText } from './fault-text.ts';
import {
  KIND_NAMES,
  draftOf,
  EMPTY,
  faultsOf,
  INSURERS,
  ruleOf,
  FEE_SYSTEMS,
  type Draft,
  type Field,
} from './rule-draft.ts';

/** Opens the newest version of a rule, or an empty form. */
export function RuleEditorPage() {
  const t = useBillingTexts(),
    { regelId } = useParams(),
    own = useQuery({
      queryKey: [KEY, 'eigene'],
      queryFn: getOwnRules,
      enabled: regelId !== undefined,
    });
  const newest = regelId === undefined ? undefined : newestOf(own.data ?? [], regelId);
  if (regelId === undefined) return <Editor key="neu" known={undefined} />;
  if (newest) return <Editor key={newest.regelId} known={newest} />;
  return (
    <BillingFrame title={t('editor.titel')}>
      {own.isError ? (
        <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />
      ) : own.isPending ? (
        <Loading />
      ) : (
        <Empty>
          {t('editor.weg')}{' '}
          <Link className="ab-inline" to="/abrechnung/regeln">
            {t('regeln.titel')}
          </Link>
        </Empty>
      )}
    </BillingFrame>
  );
}

const PAIRS = [
  ['titelDe', 'titelEn'],
  ['grundDe', 'grundEn'],
  ['noetigDe', 'noetigEn'],
  ['dagegenDe', 'dagegenEn'],
] as const satisfies readonly (readonly [Field, Field])[];

function Editor({ known }: { known: OwnRule | undefined }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    navigate = useNavigate(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit(),
    form = useRef<HTMLFormElement>(null);
  const [id] = useState(() => known?.regelId ?? uuidv7()),
    [saved, setSaved] = useState(known),
    [draft, setDraft] = useState<Draft>(() => (known ? draftOf(known.eingabe) : EMPTY)),
    [isTried, setTried] = useState(false);
  const faults = faultsOf(draft),
    shown = isTried
      ? faults
      : Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault.kind === 'sprache')),
    isChanged =
      saved === undefined || JSON.stringify(draftOf(saved.eingabe)) !== JSON.stringify(draft);
  const change = (part: Partial<Draft>): void => {
    clear();
    setDraft((before) => ({ ...before, ...part }));
  };
  useLeaving(isChanged);
  /** State as saved on the server. */
  const fresh = async (): Promise<void> => {
    const all = await getOwnRules(),
      next = newestOf(all, id);
    if (next) {
      setSaved(next);
      setDraft(draftOf(next.eingabe));
    }
    await queries.invalidateQueries({ queryKey: [KEY] });
  };
  const save = (): void => {
    setTried(true);
    if (Object.keys(faults).length > 0) {
      // The marks are rendered first; then the first of them gets the focus.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    void run(async () => {
      if (saved === undefined) await makeOwnRule(id, ruleOf(draft));
      else await changeOwnRule(id, saved.rev, ruleOf(draft));
      await fresh();
      sayShort(t('editor.gespeichert'));
      if (saved === undefined)
        void navigate(`/abrechnung/regeln/eigene/${encodeURIComponent(id)}`, { replace: true });
    });
  };
  const live = (): void =>
    void run(async () => {
      if (saved) {
        await goLive(id, saved.rev);
        await fresh();
        sayShort(t('editor.live'));
      }
    });
  const back = (): void =>
    void run(async () => {
      if (saved) {
        await withdraw(id, saved.rev);
        await fresh();
        sayShort(t('editor.zurueckgezogen'));
      }
    });
  const field = (
    name: Field,
    more: { label?: string; description?: string; lang?: string } = {},
  ) => {
    const fault = shown[name as keyof typeof shown];
    return {
      label: more.label ?? t(`feld.${name}`),
      value: draft[name],
      error: fault === undefined ? undefined : faultText(fault, t),
      ...(more.description !== undefined && { description: more.description }),
      ...(more.lang !== undefined && { lang: more.lang }),
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [name]: event.currentTarget.value }),
    };
  };
  return (
    <BillingFrame
      title={t(saved === undefined ? 'editor.neu' : 'editor.titel')}
      actions={
        saved === undefined ? undefined : (
          <span className="p-muted">
            {t('regeln.fassung', { n: saved.version })} · {t(`eigene.${saved.state}`)}
          </span>
        )
      }
    >
      <div className="ab-editor">
        <form
          ref={form}
          className="p-card p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <h2 className="ab-h2">{t('editor.worte')}</h2>
          {PAIRS.map(([de, en]) => (
            <div key={de} className="ab-two">
              <TextInput {...field(de, { lang: 'de' })} />
              <TextInput {...field(en, { lang: 'en' })} />
            </div>
          ))}
          <TextInput {...field('quelle', { description: t('feld.quelleHilfe') })} />
          <h2 className="ab-h2">{t('editor.wann')}</h2>
          <div className="ab-three">
            <NativeSelect
              {...field('art')}
              data={KIND_NAMES.map((value) => ({ value, label: t(`art.${value}`) }))}
            />
            <NativeSelect
              {...field('kasse')}
              data={INSURERS.map((value) => ({ value, label: t(`kasse.${value}`) }))}
            />
            <TextInput {...field('gruppe')} maxLength={40} />
          </div>
          <ConditionFields draft={draft} field={field} />
          <div className="ab-four">
            <TextInput {...field('alterVon')} inputMode="decimal" />
            <TextInput {...field('alterBis')} inputMode="decimal" />
            <TextInput {...field('gueltigVon')} type="date" />
            <TextInput {...field('gueltigBis')} type="date" />
          </div>
          <h2 className="ab-h2">{t('editor.was')}</h2>
          <div className="ab-four">
            <NativeSelect
              {...field('system')}
              data={FEE_SYSTEMS.map((value) => ({
                value,
                label: value === 'GOAE' ? 'GOÄ' : value,
              }))}
            />
            <TextInput {...field('nr')} maxLength={20} />
            <TextInput {...field('menge')} />
            <TextInput {...field('faktor')} inputMode="decimal" />
          </div>
          <div className="ab-three">
            <TextInput {...field('zaehne')} maxLength={100} placeholder="34-38,44-48" />
            <TextInput {...field('nrDort')} maxLength={20} />
            <TextInput
              {...field('konfidenz', { description: t('feld.konfidenzHilfe') })}
              inputMode="numeric"
            />
          </div>
          {failed !== null && <ErrorNotice error={failed} isSave />}
          <Group gap={8}>
            <Button type="submit" loading={isBusy}>
              {t('editor.speichern')}
            </Button>
            <Button component={Link} variant="default" to="/abrechnung/regeln">
              {t('regeln.titel')}
            </Button>
          </Group>
        </form>
        <Backtest
          saved={saved}
          isChanged={isChanged}
          isBusy={isBusy}
          onTried={(rueckrechnung) => {
            if (saved) setSaved({ ...saved, rev: rueckrechnung.rev, rueckrechnung });
          }}
          onLive={live}
          onWithdraw={back}
          language={language}
        />
      </div>
    </BillingFrame>
  );
}
