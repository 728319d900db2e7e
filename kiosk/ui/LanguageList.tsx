/** The languages to choose from: flag as decoration, native name as the label, 64 px targets. */
import { useEffect, useState } from 'react';
import type { Language } from '../../shared/base/languages.ts';
import { Icon } from './Icon.tsx';
import { acceptPress } from './press.ts';
import './language.css';

export interface LanguageListProps {
  readonly languages: readonly Language[];
  /** Code of the language on screen. */
  readonly current: string;
  readonly onChoose: (code: string) => void;
  /** Name of the group for screen readers. */
  readonly label: string;
  /** One wrapping line (home screen) or tiles below one another (dialog). */
  readonly layout?: 'line' | 'tiles';
}

export function LanguageList({
  languages,
  current,
  onChoose,
  label,
  layout = 'tiles',
}: LanguageListProps) {
  return (
    <ul className={`k-languages k-languages--${layout}`} aria-label={label}>
      {languages.map((language) => (
        <li key={language.code}>
          <button
            type="button"
            className="k-language"
            lang={language.code}
            dir={language.dir}
            aria-pressed={language.code === current}
            onClick={(event) => {
              if (acceptPress(event)) onChoose(language.code);
            }}
          >
            <Flag country={language.flag} />
            <span className="k-language__name">{language.native}</span>
            {layout === 'tiles' && (
              <span className="k-language__tick">
                {language.code === current && <Icon name="check" />}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FlagProps {
  readonly country: string | null;
}

interface Flags {
  flagUrl(country: string | null): string | null;
}
/**
 * The table of URLs is loaded after the first screen: flags are decoration, their space is
 * reserved.
 */
let flags: Flags | null = null;

/** A flag, or a speech bubble where no single flag is right. */
function Flag({ country }: FlagProps) {
  const [table, setTable] = useState(flags);
  useEffect(() => {
    if (table !== null || country === null) return;
    let isGone = false;
    import('./flags.ts').then(
      (loaded) => {
        flags = loaded;
        if (!isGone) setTable(loaded);
      },
      // Without the table the space stays empty; the name is the label.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [table, country]);
  if (country === null) return <Icon name="speech" />;
  if (table === null) return <span className="k-flag" />;
  const url = table.flagUrl(country);
  return url === null ? (
    <Icon name="speech" />
  ) : (
    <img className="k-flag" src={url} alt="" width={36} height={24} />
  );
}
