/** Summary of several missing answers, each with its link. */
import { Button } from '../../ui/Button.tsx';
import { linesOf } from '../../../shared/forms/answers/lines.ts';
import { placesOf, type Page } from '../pages.ts';
import type { Before } from '../types.ts';
import { Words } from '../Words.tsx';
import { answerText, textOf, type Reading } from '../words.ts';
import { useWords } from '../useWords.ts';

interface MissingProps {
  readonly page: Page;
  /** Keys of the items that were missing when the page was to be turned. */
  readonly flagged: ReadonlySet<string>;
  /** Error messages by item key: of those still missing. */
  readonly problems: ReadonlyMap<string, string>;
  readonly reading: Reading;
  readonly previous: Before | undefined;
  readonly onGo: (key: string, isMissing: boolean) => void;
}

/** Keeps its lines while they are answered: nothing moves under the finger. */
export function Missing({ page, flagged, problems, reading, previous, onGo }: MissingProps) {
  const { t } = useWords();
  const places = placesOf(page.rows).filter((one) => flagged.has(one.key));
  if (places.length < 2) return null;
  return (
    <section className="q-missing">
      <p className="k-label">
        <bdi>{t('missing')}</bdi>
      </p>
      <ul>
        {places.map((place) => {
          // A line of a list is known by its own words.
          const [before] =
            place.node.parent && linesOf(place.node.parent) !== undefined
              ? (previous?.answersAt(place) ?? [])
              : [];
          const text = before
            ? answerText(place.node, before, reading, '')
            : textOf(place.node.item, reading);
          return (
            <li key={place.key}>
              <Button
                kind="quiet"
                icon={problems.has(place.key) ? 'warning' : 'check'}
                onPress={() => onGo(place.key, problems.has(place.key))}
              >
                {text ? <Words said={text} /> : t('untitled')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
