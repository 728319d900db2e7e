// Findings of a form, worst first; each links to its field. A list of answers that is on a foreign
// server only can be put in from a file.

import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconXboxX } from '@tabler/icons-react';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import { useRef } from 'react';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { say } from '../../../ui/toast.tsx';
import { findItem } from './edit.ts';
import { withValueSet } from './panels/value-sets.ts';
import { findingText, useDesignerTexts } from './designer-texts.ts';

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
  onChange,
}: {
  form: Questionnaire;
  findings: readonly FormFinding[];
  /** `gap`: language and subject of a missing translation. */
  onJump: (linkId: string, gap?: string) => void;
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
                <TakeList form={form} canonical={one.detail ?? ''} onChange={onChange} />
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
      next = withValueSet(form, canonical, JSON.parse(await file.text()));
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
