/**
 * Reads texts aloud with a local voice of this device; one at a time, and never by a voice that
 * sends the text to a server.
 */
import { createContext, useContext, useEffect, useMemo, useState } from 'react';

export interface ReadAloud {
  /** Whether this device has a voice for the language. */
  canRead(language: string): boolean;
  /** Id of the text being read, or null. */
  readonly reading: string | null;
  /** Starts or stops reading. */
  toggle(id: string, text: string, language: string): void;
  /** Stops because the page was turned. */
  stop(): void;
}

const SILENT: ReadAloud = {
  canRead: () => false,
  reading: null,
  toggle: () => undefined,
  stop: () => undefined,
};
export const ReadAloudContext = createContext<ReadAloud>(SILENT);
export const useReader = (): ReadAloud => useContext(ReadAloudContext);

/** Reads the page aloud. @param isPaused a dialog is over the page: reading stops. */
export function useReadAloud(isPaused: boolean): ReadAloud {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  const [reading, setReading] = useState<string | null>(null);
  useEffect(() => {
    const speech = synthesis();
    if (speech === undefined) return;
    const load = (): void => setVoices(speech.getVoices());
    load();
    // Safari 14 has the list at once and no such event.
    speech.addEventListener?.('voiceschanged', load);
    return () => speech.removeEventListener?.('voiceschanged', load);
  }, []);
  useEffect(() => {
    if (isPaused) synthesis()?.cancel();
    return () => {
      synthesis()?.cancel();
      setReading(null);
    };
  }, [isPaused]);
  return useMemo(() => {
    const voiceOf = (language: string): SpeechSynthesisVoice | undefined =>
      voices.find(
        (one) => one.localService && (one.lang.split(/[-_]/)[0] ?? '') === language.split('-')[0],
      );
    return {
      reading,
      stop: () => {
        synthesis()?.cancel();
        setReading(null);
      },
      canRead: (language) => voiceOf(language) !== undefined,
      toggle: (id, text, language) => {
        const speech = synthesis(),
          voice = voiceOf(language);
        if (speech === undefined || voice === undefined) return;
        speech.cancel();
        setReading(null);
        if (reading === id) return;
        // Line breaks are only visual.
        const words = new SpeechSynthesisUtterance(text.replaceAll('\u00AD', ''));
        words.voice = voice;
        words.lang = voice.lang;
        const end = (): void => setReading((now) => (now === id ? null : now));
        words.addEventListener('end', end);
        words.addEventListener('error', end);
        speech.speak(words);
        setReading(id);
      },
    };
  }, [voices, reading]);
}

function synthesis(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in globalThis && typeof SpeechSynthesisUtterance !== 'undefined'
    ? globalThis.speechSynthesis
    : undefined;
}
