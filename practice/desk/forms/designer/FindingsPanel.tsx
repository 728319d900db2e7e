// Findings of a form, worst first; each links to its item.

import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconXboxX } from '@tabler/icons-react';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { findItem } from './edit.ts';
import { findingText, useDesignerTexts } from './designer-texts.ts';

const MOST_SHOWN = 200;
const LEVEL = {
  error: { tone: 'bad', icon: IconXboxX, text: 'level.error' },
  warning: { tone: 'warn', icon: IconAlertTriangle, text: 'level.warning' },
  note: { tone: 'info', icon: IconInfoCircle, text: 'level.note' },
} as const;

export function FindingsPanel({
  form,
  findings,
  onJump,
}: {
  form: Questionnaire;
  findings: readonly FormFinding[];
  /** `gap`: language and subject of a missing translation. */
  onJump: (linkId: string, gap?: string) => void;
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
