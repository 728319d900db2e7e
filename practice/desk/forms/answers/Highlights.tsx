// Critical answers at the top: four clearly distinct kinds, each with its question and its day.

import { Title } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconHelpHexagon,
} from '@tabler/icons-react';
import type { CardEntry, CardGroup } from '../../../../shared/forms/answers/chair-card.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { CRITICAL_WORDS } from '../../../../shared/forms/answers/critical.ts';
import type { CriticalState } from '../../../../shared/forms/answers/find-critical.ts';
import { showDay } from '../../../ui/wording/moments.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useAnswersTexts, type AnswersKey } from './answers-texts.ts';

const LOOK = {
  ja: { icon: IconAlertOctagonFilled, word: 'state.ja' },
  weiss_nicht: { icon: IconHelpHexagon, word: 'state.weiss_nicht' },
  nicht_gefragt: { icon: IconCircleDashed, word: 'state.nicht_gefragt' },
  nein: { icon: IconCircleMinus, word: 'state.nein' },
} as const satisfies Record<CriticalState, { word: AnswersKey } & Record<string, unknown>>;
const MISSING = {
  unanswered: 'missing.unanswered',
  unticked: 'missing.unticked',
  unasked: 'missing.unasked',
} as const;
const ORDER: readonly CriticalState[] = ['ja', 'weiss_nicht', 'nicht_gefragt', 'nein'];

export function Highlights({ groups }: { groups: readonly CardGroup[] }) {
  const t = useAnswersTexts();
  return (
    <section className="p-card an-high" aria-labelledby="an-high">
      <Title order={2} id="an-high" className="an-h2">
        {t('high.title')}
      </Title>
      {groups.length === 0 && <p className="p-muted an-none">{t('high.none')}</p>}
      {ORDER.map((state) => {
        const own = groups.filter((one) => one.state === state);
        return own.length === 0 ? null : (
          <div key={state} className="an-state" data-state={state}>
            <h3 className="an-h3">{t(LOOK[state].word)}</h3>
            <ul className="an-list">
              {own.map((group) => (
                <Group key={group.kind} group={group} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function Group({ group }: { group: CardGroup }) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    Icon = LOOK[group.state].icon,
    word = CRITICAL_WORDS[group.kind][language === 'de' ? 'de' : 'en'];
  return (
    <li className="an-critical" data-state={group.state}>
      <Icon size={20} aria-hidden className="an-icon" />
      <div>
        <strong>{word}</strong> <span className="an-state-word">{t(LOOK[group.state].word)}</span>
        {group.entries.map((one) => (
          <Entry key={`${one.question} ${one.answer} ${one.at ?? ''}`} one={one} />
        ))}
      </div>
    </li>
  );
}

/** The question precedes its answer, in the wording that was asked. */
function Entry({ one }: { one: CardEntry }) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    asked = one.addedBy === undefined ? one.question : t('note.from', { name: one.addedBy });
  const rest = [one.missing && t(MISSING[one.missing]), showDay(one.at, language)].filter(
    (part) => part !== undefined && part !== '',
  );
  if (one.state !== 'ja' || one.answer === '')
    return (
      <div className="an-entry">
        <span className="an-source">
          {[asked, ...rest].filter((part) => part !== '').join(' · ')}
        </span>
      </div>
    );
  return (
    <div className="an-entry">
      {asked !== '' && <span className="an-source">{asked} </span>}
      <span>
        <span className="an-answer" dir="auto" lang={one.untranslated}>
          {one.answer}
        </span>
        {one.untranslated !== undefined && (
          <span className="an-source">
            {' '}
            ({t('untranslated', { language: languageName(one.untranslated, language) })})
          </span>
        )}
        {rest.length > 0 && <span className="an-source"> · {rest.join(' · ')}</span>}
      </span>
    </div>
  );
}
