/** Summary of several missing answers, each with its link. */
import { Button } from '../../ui/Button.tsx';
import { placesOf, type Page } from '../pages.ts';
import { Words } from '../Words.tsx';
import { textOf, type Reading } from '../words.ts';
import { useWords } from '../useWords.ts';

interface MissingProps {
  readonly page: Page;
  /** Keys of the items that were missing when the page was to be turned. */
  readonly flagged: ReadonlySet<string>;
  /** Error messages by item key: of those still missing. */
  readonly problems: ReadonlyMap<string, string>;
  readonly reading: Reading;
  readonly onGo: (key: string, isMissing: boolean) => void;
}

/** Keeps its lines while they are answered: nothing moves under the finger. */
export function Missing({ page, flagged, problems, reading, onGo }: MissingProps) {
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
          const text = textOf(place.node.item, reading);
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
