// The filters above a list. On paper fields would be empty boxes: there they are one line of words.

import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../texts.ts';
import { filterWords } from './filter-words.ts';

export function Filters({ className = '', ...rest }: ComponentProps<'search'>) {
  const language = useLanguage(),
    bar = useRef<HTMLElement>(null),
    [words, setWords] = useState<readonly string[]>([]);
  useEffect(() => {
    // Synchronously: the browser captures the page once the handler returns.
    const write = (): void =>
        flushSync(() => setWords(bar.current ? filterWords(bar.current, language) : [])),
      clear = (): void => setWords([]);
    window.addEventListener('beforeprint', write);
    window.addEventListener('afterprint', clear);
    return () => {
      window.removeEventListener('beforeprint', write);
      window.removeEventListener('afterprint', clear);
    };
  }, [language]);
  return (
    <>
      <search {...rest} ref={bar} className={`${className} p-noprint`} />
      {words.length > 0 && <p className="p-onpaper">{words.join(' · ')}</p>}
    </>
  );
}
