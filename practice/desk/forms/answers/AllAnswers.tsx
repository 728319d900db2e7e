// All answers by section: German, next to it the wording the person read; untranslated words
// marked, photos rendered, files named.

import { Title } from '@mantine/core';
import { languageName } from '../../../../shared/base/language-names.ts';
import type { ShownWords } from '../../../../shared/forms/questionnaire/shown.ts';
import { showDay } from '../../../ui/wording/moments.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { IconLanguage, IconPhotoUp } from '@tabler/icons-react';
import { useAnswersTexts } from './answers-texts.ts';
import type { ShownAnswer, ShownQuestion, ShownSection } from './answers-view.ts';

const RTL = /^(ar|fa|he|ur|ps|ckb|prs)\b/;
const HOW = {
  neu: 'how.neu',
  bestaetigt: 'how.bestaetigt',
  geaendert: 'how.geaendert',
  zurueckgenommen: 'how.zurueckgenommen',
} as const;
const SOURCES = {
  record: 'source.record',
  calculated: 'source.calculated',
  filled: 'source.filled',
  proposed: 'source.proposed',
} as const;

export function AllAnswers({
  sections,
  language,
}: {
  sections: readonly ShownSection[];
  language: string;
}) {
  const t = useAnswersTexts();
  return (
    <section className="p-card an-all" aria-labelledby="an-all">
      <Title order={2} id="an-all" className="an-h2">
        {t('all.title')}
      </Title>
      <div className="an-sections">
        {sections.map((section, at) => (
          <div key={`${section.title} ${at}`} className="an-section">
            <h3 className="an-h3">{section.title === '' ? t('all.lost') : section.title}</h3>
            <dl className="an-questions">
              {section.questions.map((one) => (
                <Question key={one.key} one={one} language={language} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

function Question({ one, language }: { one: ShownQuestion; language: string }) {
  const t = useAnswersTexts(),
    foreign = { lang: language, dir: RTL.test(language) ? 'rtl' : 'ltr' };
  return (
    <div className="an-question">
      <dt>
        {one.row !== undefined && <span className="p-tabular">{one.row}. </span>}
        {one.text}
        {one.shown && <Shown words={one.shown} />}
        {one.foreign !== undefined && (
          <span className="an-foreign" {...foreign}>
            {one.foreign}
          </span>
        )}
      </dt>
      <dd>
        {one.answers.length === 0 ? (
          <span className="an-open">{t(one.isGiven ? 'all.notGiven' : 'all.open')}</span>
        ) : (
          one.answers.map((answer, at) => <Answer key={at} answer={answer} foreign={foreign} />)
        )}
      </dd>
    </div>
  );
}

/** The wording shown on the screen, in its language, where it differs from the words above. */
function Shown({ words }: { words: ShownWords }) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    name = words.language === 'de' ? '' : languageName(words.language, language);
  const how = [words.plain ? t('shown.plain') : '', name].filter((one) => one !== '').join(', ');
  return (
    <span className="an-shown">
      {t('shown')}
      {how !== '' && ` (${how})`}:{' '}
      <span
        className="an-shown-words"
        lang={words.language}
        dir={RTL.test(words.language) ? 'rtl' : 'ltr'}
      >
        {words.text}
      </span>
    </span>
  );
}

function Answer({
  answer,
  foreign,
}: {
  answer: ShownAnswer;
  foreign: { lang: string; dir: string };
}) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    how =
      answer.unconfirmed !== undefined
        ? t('how.unconfirmed', { date: showDay(answer.unconfirmed, language) })
        : answer.how && answer.how !== 'neu'
          ? t(HOW[answer.how])
          : undefined;
  const told = [
    answer.from !== undefined && t('same.as', { name: answer.from }),
    answer.source && t(SOURCES[answer.source]),
    how,
    answer.unconfirmed === undefined &&
      answer.since !== undefined &&
      t('diff.sinceDay', { date: showDay(answer.since, language) }),
  ].filter((part) => typeof part === 'string');
  return (
    <div className="an-value" data-unknown={answer.isUnknown}>
      {answer.photo && (
        <a
          href={answer.photo.src}
          download={answer.photo.title === '' ? t('photo') : answer.photo.title}
          className="an-photo"
        >
          <img
            src={answer.photo.src}
            alt={answer.photo.title === '' ? t('photo') : answer.photo.title}
          />
        </a>
      )}
      {answer.isPhotoComing && (
        <StateWord tone="warn" icon={IconPhotoUp}>
          {t('photo.coming')}
        </StateWord>
      )}
      {answer.file !== undefined && <span>{t('file', { name: answer.file })}</span>}
      {answer.text !== '' && (
        <span dir="auto" {...(answer.isOwnWords && { lang: foreign.lang })} className="an-text">
          {answer.text}
        </span>
      )}
      {answer.foreign !== undefined && (
        <span className="an-foreign" {...foreign}>
          {answer.foreign}
        </span>
      )}
      {answer.isOwnWords && (
        <StateWord tone="warn" icon={IconLanguage}>
          {t('untranslated', { language: languageName(foreign.lang, language) })}
        </StateWord>
      )}
      {told.length > 0 && <span className="p-muted an-told">{told.join(', ')}</span>}
    </div>
  );
}
