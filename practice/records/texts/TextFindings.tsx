// Findings that block publishing a consent text, worst first, each with its place.

import { IconAlertTriangle, IconCircleCheck, IconXboxX } from '@tabler/icons-react';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import type { TextFinding, TextPlace } from '../../../shared/papers/text-findings.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useTextsTexts, type TextsTexts } from './texts-texts.ts';

const MOST_SHOWN = 100;
function placeText(t: TextsTexts, place: TextPlace, template: DocumentTemplate): string {
  if (place.part === 'section') {
    const at = template.sections.findIndex((one) => one.id === place.id);
    return `${t('section', { n: at + 1 })}${place.block === undefined ? '' : ` · ${t('blockN', { n: place.block + 1 })}`}`;
  }
  if (place.part === 'declaration')
    return t('declaration', {
      n: template.declarations.findIndex((one) => one.id === place.id) + 1,
    });
  if (place.part === 'field') return t('fieldOf', { id: `{${place.id}}` });
  return t(`place.${place.part}`);
}

export function TextFindings({
  template,
  findings,
  onJump,
}: {
  template: DocumentTemplate;
  findings: readonly TextFinding[];
  onJump: (finding: TextFinding) => void;
}) {
  const t = useTextsTexts();
  if (findings.length === 0)
    return (
      <section className="p-card" aria-label={t('findings')}>
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('findings.none')}
        </StateWord>
      </section>
    );
  return (
    <section className="p-card tx-findings" aria-label={t('findings')}>
      <ul className="tx-plain">
        {findings.slice(0, MOST_SHOWN).map((one, at) => (
          <li key={at} className="tx-finding">
            {one.level === 'error' ? (
              <StateWord tone="bad" icon={IconXboxX}>
                {t('level.error')}
              </StateWord>
            ) : (
              <StateWord tone="warn" icon={IconAlertTriangle}>
                {t('level.warning')}
              </StateWord>
            )}
            <span>
              {t(`finding.${one.code}`)}
              {one.detail !== undefined && (
                <>
                  {' '}
                  <bdi className="tx-code">{one.detail}</bdi>
                </>
              )}
            </span>
            <button type="button" className="tx-jump" onClick={() => onJump(one)}>
              {placeText(t, one.place, template)}
            </button>
          </li>
        ))}
      </ul>
      {findings.length > MOST_SHOWN && (
        <p className="p-small p-muted">{t('findings.more', { n: findings.length - MOST_SHOWN })}</p>
      )}
    </section>
  );
}
