/**
 * Shows the in-app keyboard at the bottom while a field is focused, and frees the space afterwards.
 */
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { KeyboardContext, type Keys } from './keyboardContext.ts';
import type { KeyboardLabels } from './InAppKeyboard.tsx';
import { focusedEditable } from './typing.ts';
import { KEYBOARD_EVENT, KEYBOARD_HEIGHT } from '../useVisualViewport.ts';

/**
 * Delay of closing after blur: a tap on „Weiter“ takes the focus before it becomes a click, and
 * would miss a footer that moved in between.
 */
const LEAVE_MS = 80;

const InAppKeyboard = lazy(() => import('./InAppKeyboard.tsx'));

export interface KeyboardDockProps {
  readonly children: ReactNode;
  /** True on registered tablets; phones and screen readers keep the system's keyboard. */
  readonly enabled: boolean;
  readonly language: string;
  readonly labels: KeyboardLabels;
}

export function KeyboardDock({ children, enabled, language, labels }: KeyboardDockProps) {
  const [keys, setKeys] = useState<Keys | null>(null);

  useEffect(() => {
    if (!enabled) return;
    const follow = () => {
      setKeys((focusedEditable()?.dataset.keyboard as Keys | undefined) ?? null);
    };
    // A real key was pressed: a hardware keyboard is in use, the in-app one only takes space.
    const hardware = (event: KeyboardEvent) => {
      if (event.isTrusted && event.key.length === 1) setKeys(null);
    };
    let leaving: ReturnType<typeof setTimeout> | undefined,
      isPressed = false;
    // Between two fields nothing has the focus for a moment; the keyboard must not flicker then,
    // nor move the target under a finger.
    const leave = () => {
      clearTimeout(leaving);
      leaving = setTimeout(() => {
        if (isPressed) leave();
        else follow();
      }, LEAVE_MS);
    };
    const enter = () => {
      if (focusedEditable()?.dataset.keyboard !== undefined) follow();
      else leave();
    };
    const press = () => {
      isPressed = true;
    };
    const release = () => {
      isPressed = false;
    };
    // A tap on the still focused field reopens a closed keyboard.
    const tap = (event: MouseEvent) => {
      if (event.target === focusedEditable()) follow();
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('pointerup', release, true);
    document.addEventListener('pointercancel', release, true);
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    document.addEventListener('click', tap);
    document.addEventListener('keydown', hardware);
    return () => {
      clearTimeout(leaving);
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('pointerup', release, true);
      document.removeEventListener('pointercancel', release, true);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
      document.removeEventListener('click', tap);
      document.removeEventListener('keydown', hardware);
    };
  }, [enabled]);

  return (
    <KeyboardContext value={enabled}>
      {children}
      {enabled && keys !== null && (
        <Dock>
          <Suspense fallback={null}>
            <InAppKeyboard
              // Each kind of field begins with its own letters or digits.
              key={keys}
              keys={keys}
              language={language}
              labels={labels}
              onClose={() => setKeys(null)}
            />
          </Suspense>
        </Dock>
      )}
    </KeyboardContext>
  );
}

/**
 * Mounts the keyboard outside the page, because an open dialog makes the page inert and its fields
 * need keys too.
 */
function Dock({ children }: { readonly children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = dock.current;
    const root = document.documentElement;
    if (box === null) return;
    const publish = () => {
      root.style.setProperty(KEYBOARD_HEIGHT, `${box.offsetHeight}px`);
      window.dispatchEvent(new Event(KEYBOARD_EVENT));
    };
    publish();
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(publish);
    observer?.observe(box);
    return () => {
      observer?.disconnect();
      root.style.removeProperty(KEYBOARD_HEIGHT);
      window.dispatchEvent(new Event(KEYBOARD_EVENT));
    };
  }, []);
  return createPortal(
    <div className="k-dock" ref={dock} data-k-keyboard="">
      {children}
    </div>,
    document.body,
  );
}
