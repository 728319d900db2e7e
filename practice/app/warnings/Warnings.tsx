// The warnings above every page. On a phone, and where there are more than two, they share one line
// that shows the gravest and opens the others.

import './warnings.css';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAppTexts } from '../app-texts.ts';

/** Lines shown unfolded where there is room. */
const MOST = 2;
/** Returns how many lines the warnings have; parts that are loaded later are counted once shown. */
function useLineCount() {
  const lines = useRef<HTMLDivElement>(null),
    [count, setCount] = useState(0);
  useEffect(() => {
    const root = lines.current;
    if (!root) return undefined;
    const look = (): void => setCount(root.childElementCount);
    look();
    const watch = new MutationObserver(look);
    watch.observe(root, { childList: true });
    return () => watch.disconnect();
  }, []);
  return { lines, count };
}

/** Shows the given warnings; styles decide where they fold. */
export function Warnings({ children }: { children: ReactNode }) {
  const t = useAppTexts(),
    { lines, count } = useLineCount(),
    [isOpen, setOpen] = useState(false);
  return (
    <div className="p-warn" data-folded={!isOpen} data-many={count > MOST}>
      <div className="p-warn-lines" ref={lines}>
        {children}
      </div>
      {count > 0 && (
        <button
          type="button"
          className="p-warn-fold"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'warnings.fold' : 'warnings.open')}
          onClick={() => setOpen(!isOpen)}
        >
          {!isOpen && count > 1 && <span className="p-tabular">+{count - 1}</span>}
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}
