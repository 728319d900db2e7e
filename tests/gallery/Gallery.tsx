/** The gallery's page: choices at the top, below them every sample of a room. */
import type { ReactNode } from 'react';
import {
  chooseSamples,
  DIRECTIONS,
  LANGUAGES,
  nameOf,
  SIZES,
  THEMES,
  wordsIn,
  type Chosen,
  type Sample,
} from './sample.ts';
import './gallery.css';

interface GalleryProps {
  readonly room: 'kiosk' | 'practice';
  readonly samples: readonly Sample[];
  readonly chosen: Chosen;
}

/** A sample that covers the page is shown alone; everything else is one list. */
export function Gallery({ room, samples, chosen }: GalleryProps) {
  const words = wordsIn(chosen.lang);
  const alone = samples.find((sample) => nameOf(sample) === chosen.only);
  if (alone) return <div id="sample">{alone.show(words)}</div>;
  const groups = chooseSamples(samples, chosen.only);
  return (
    <div className="gallery" dir="ltr">
      <Choices room={room} chosen={chosen} samples={samples} />
      <div className="gallery__list" dir={chosen.dir}>
        {[...groups].map(([component, of]) => (
          <section key={component} className="gallery__component" data-component={component}>
            <h2 className="gallery__name" dir="ltr">
              {component}
            </h2>
            {of.map((sample) => (
              <figure key={sample.state} className="gallery__sample">
                <figcaption className="gallery__state" dir="ltr">
                  <a href={addressOf({ ...chosen, only: nameOf(sample) })}>{sample.state}</a>
                </figcaption>
                {sample.isAlone === true ? null : sample.show(words)}
              </figure>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Returns the address of a choice, without default values. */
function addressOf({ theme, size, lang, dir, isCalm, only }: Chosen): string {
  const query = new URLSearchParams({ theme, size: String(size), lang, dir });
  if (isCalm) query.set('calm', 'on');
  if (only !== null) query.set('only', only);
  return `?${query.toString()}`;
}

/** Every change reloads the page: the address alone determines the displayed samples. */
function Choices({ room, chosen, samples }: GalleryProps) {
  const components = [...new Set(samples.map(({ component }) => component))];
  const { isCalm } = chosen;
  const isTouch = room === 'kiosk';
  return (
    <form className="gallery__choices" method="get">
      <nav>
        <a href="kiosk.html" aria-current={isTouch ? 'page' : undefined}>
          kiosk/ui
        </a>
        <a href="practice.html" aria-current={isTouch ? undefined : 'page'}>
          practice/ui
        </a>
      </nav>
      <Choice name="only" values={['', ...components]} value={chosen.only ?? ''}>
        Component
      </Choice>
      <Choice name="theme" values={THEMES} value={chosen.theme}>
        Theme
      </Choice>
      {isTouch && (
        <Choice name="size" values={SIZES} value={chosen.size}>
          Text size
        </Choice>
      )}
      <Choice name="lang" values={LANGUAGES} value={chosen.lang}>
        Language
      </Choice>
      <Choice name="dir" values={DIRECTIONS} value={chosen.dir}>
        Direction
      </Choice>
      {isTouch && (
        <Choice name="calm" values={['off', 'on']} value={isCalm ? 'on' : 'off'}>
          Steady hand
        </Choice>
      )}
    </form>
  );
}

function Choice({
  name,
  values,
  value,
  children,
}: {
  readonly name: string;
  readonly values: readonly (string | number)[];
  readonly value: string | number;
  readonly children: ReactNode;
}) {
  return (
    <label>
      {children}{' '}
      <select
        name={name}
        defaultValue={value}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {one === '' ? 'all' : one}
          </option>
        ))}
      </select>
    </label>
  );
}
