// Findings of a form, worst first; each links to its field. A list of answers that is on a foreign
// server only can be put in from a file.

import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconXboxX } from '@tabler/icons-react';
import { CallError } from '../../../../shared/base/client.ts';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import { unitListOf } from '../../../../shared/forms/questionnaire/model.ts';
import { textOf } from '../../../../shared/forms/design/rule-findings.ts';
import { useRef } from 'react';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { say, sayError, sayProblem } from '../../../ui/toast.tsx';
import { findItem } from './edit.ts';
import { fetchList } from './use-forms.ts';
import { putValueSet } from '../../../../shared/forms/design/put-value-set.ts';
import { findingText, useDesignerTexts, type DesignerKey } from './designer-texts.ts';

const MOST_SHOWN = 200;
/** Without an item they are about a formula of the form itself. */
const OF_FORM: ReadonlySet<FormFinding['code']> = new Set([
  'expression_failed',
  'expression_by_position',
]);
const LEVEL = {
  error: { tone: 'bad', icon: IconXboxX, text: 'level.error' },
  warning: { tone: 'warn', icon: IconAlertTriangle, text: 'level.warning' },
  note: { tone: 'info', icon: IconInfoCircle, text: 'level.note' },
} as const;

export function FindingsPanel({
  form,
  findings,
  onJump,
  canFetchLists = false,
  onChange,
}: {
  form: Questionnaire;
  findings: readonly FormFinding[];
  /** `gap`: language and subject of a missing translation. */
  onJump: (linkId: string, gap?: string) => void;
  /** Whether the installation has a terminology server. */
  canFetchLists?: boolean;
  /** Absent for a form that cannot be changed. */
  onChange?: (form: Questionnaire) => void;
}) {
  const t = useDesignerTexts();
  if (findings.length === 0)
    return (
      <section className="p-card" aria-label={t('findings')}>
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('findings.none')}
        </StateWord>
      </section>
    );
  return (
    <section className="p-card f-findings" aria-label={t('findings')}>
      <ul className="f-plain">
        {findings.slice(0, MOST_SHOWN).map((one, at) => {
          const { tone, icon, text } = LEVEL[one.level],
            item = one.linkId === undefined ? undefined : findItem(form, one.linkId)?.item;
          return (
            <li key={at} className="f-finding">
              <StateWord tone={tone} icon={icon}>
                {t(text)}
              </StateWord>
              <span>
                {findingText(t, one)}
                {one.detail !== undefined && (
                  <>
                    {' '}
                    <bdi className="f-code">{one.detail}</bdi>
                  </>
                )}
              </span>
              {one.linkId === undefined && OF_FORM.has(one.code) && (
                <button type="button" className="f-jump" onClick={() => onJump('')}>
                  {t('variables.form')}
                </button>
              )}
              {onChange && one.code === 'needs_terminology_server' && (
                <>
                  {canFetchLists && (
                    <FetchList form={form} canonical={listOf(form, one)} onChange={onChange} />
                  )}
                  <TakeList form={form} canonical={listOf(form, one)} onChange={onChange} />
                </>
              )}
              {one.linkId !== undefined && item && (
                <button
                  type="button"
                  className="f-jump"
                  onClick={() =>
                    onJump(
                      one.linkId ?? '',
                      one.code === 'translation_missing' ? one.detail : undefined,
                    )
                  }
                >
                  <bdi>{item.text ?? one.linkId}</bdi>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {findings.length > MOST_SHOWN && (
        <p className="p-small p-muted">{t('findings.more', { n: findings.length - MOST_SHOWN })}</p>
      )}
    </section>
  );
}

/** Returns the whole address of a list that a finding names; findings shorten it. */
function listOf(form: Questionnaire, { linkId, detail = '' }: FormFinding): string {
  const item = linkId === undefined ? undefined : findItem(form, linkId)?.item,
    units = item && unitListOf(item),
    listed = item?.answerValueSet;
  return [listed, units].find((one) => one !== undefined && textOf(one) === detail) ?? detail;
}

/** Words for what the terminology server did not give. */
const LIST_FAILED: Readonly<Record<string, DesignerKey>> = {
  not_found: 'finding.terminology_unknown',
  too_large: 'finding.terminology_too_large',
  unavailable: 'finding.terminology_down',
};

/** Puts a list of answers from the terminology server into the form. */
function FetchList({
  form,
  canonical,
  onChange,
}: {
  form: Questionnaire;
  canonical: string;
  onChange: (form: Questionnaire) => void;
}) {
  const t = useDesignerTexts(),
    { isBusy, run } = useSubmit();
  if (canonical.startsWith('#')) return null;
  const take = (): void =>
    void run(
      async () => {
        const next = putValueSet(form, canonical, (await fetchList(canonical)).valueSet);
        if (next) onChange(next);
        else say(t('takeList.wrong'));
      },
      (error) => {
        const reason = error instanceof CallError ? LIST_FAILED[error.code] : undefined;
        if (reason) sayProblem(t(reason));
        else sayError(error);
      },
    );
  return (
    <button type="button" className="f-jump" disabled={isBusy} onClick={take}>
      {t('fetchList')}
    </button>
  );
}

/** Puts a list of answers from a file into the form. */
function TakeList({
  form,
  canonical,
  onChange,
}: {
  form: Questionnaire;
  canonical: string;
  onChange: (form: Questionnaire) => void;
}) {
  const t = useDesignerTexts(),
    input = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    let next: Questionnaire | undefined;
    try {
      next = putValueSet(form, canonical, JSON.parse(await file.text()));
    } catch {
      // No JSON: named like another file.
    }
    if (next) onChange(next);
    else say(t('takeList.wrong'));
  };
  return (
    <>
      <button type="button" className="f-jump" onClick={() => input.current?.click()}>
        {t('takeList')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json,application/fhir+json"
        hidden
        aria-label={t('takeList')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
}
