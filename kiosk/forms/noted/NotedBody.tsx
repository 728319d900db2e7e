/** „Das haben wir notiert“: the known answers by page, each with a button to change it. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../useWords.ts';
import { Words } from '../Words.tsx';
import { answerText, dayText, heard, SOURCE_WORDS, textOf, type Reading } from '../words.ts';
import type { Noted, NotedGroup, NotedLine } from './noted.ts';
import './noted.css';

interface NotedBodyProps {
  /** Language of the app's own words. */
  readonly lang: string;
  readonly reading: Reading;
  readonly noted: Noted;
  readonly onChange: (key: string) => void;
  /** Called when the last line is in view. */
  readonly onEnd: () => void;
}

export function NotedBody({ lang, reading, noted, onChange, onEnd }: NotedBodyProps) {
  const end = useRef<HTMLDivElement>(null),
    reach = useEffectEvent(onEnd);
  useEffect(() => {
    if (!end.current) return;
    // The margin is the height of the sticky footer, which covers the last line.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((one) => one.isIntersecting)) reach();
      },
      { rootMargin: '0px 0px -80px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="q-reviews" lang={lang}>
      {noted.groups.map((group) => (
        <Group key={group.page.key} group={group} reading={reading} onChange={onChange} />
      ))}
      <div ref={end} />
    </div>
  );
}

interface GroupProps {
  readonly group: NotedGroup;
  readonly reading: Reading;
  readonly onChange: (key: string) => void;
}

function Group({ group: { page, lines }, reading, onChange }: GroupProps) {
  const { t } = useWords();
  const head = page.section ?? page.heading,
    title = head && textOf(head.item, reading);
  return (
    <section className="q-notedgroup">
      <h2 className="q-group__title">
        {title ? <Words said={title} /> : <bdi>{t('review.section')}</bdi>}
      </h2>
      <ul className="q-noted">
        {lines.map((line) => (
          <Line key={line.place.key} line={line} reading={reading} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly line: NotedLine;
  readonly reading: Reading;
  readonly onChange: (key: string) => void;
}

function Line({ line, reading, onChange }: LineProps) {
  const { t } = useWords();
  const { place, values, since, source, isToday } = line,
    text = textOf(place.node.item, reading),
    said = values.map((value) => answerText(place.node, value, reading, t('photo.one')));
  return (
    <li data-depth={line.depth > 0 ? line.depth : undefined}>
      <div className="q-noted__words">
        <p className="q-noted__question">{text ? <Words said={text} /> : t('untitled')}</p>
        <p className="q-noted__answer">
          {said.length === 0 ? (
            <bdi>{t('review.none')}</bdi>
          ) : (
            said.map((one, index) => (
              <span key={`${index}:${one.text}`}>
                {index > 0 && ', '}
                <Words said={one} />
              </span>
            ))
          )}
        </p>
        {since !== undefined && (
          <p className="q-unconfirmed">
            <bdi>{t('noted.since', { day: dayText(since) })}</bdi>
          </p>
        )}
        {source && (
          <p className="q-from">
            <bdi>{t(SOURCE_WORDS[source])}</bdi>
          </p>
        )}
        {isToday && (
          <p className="q-noted__today">
            <bdi>{t('noted.today')}</bdi>
          </p>
        )}
      </div>
      <Button
        kind="quiet"
        label={t('review.changeOf', { title: text ? heard(text) : t('untitled') })}
        onPress={() => onChange(place.key)}
      >
        {t('review.change')}
      </Button>
    </li>
  );
}
