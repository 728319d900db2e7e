/**
 * Read-aloud button ▷ of a question: starts or stops. Only where this device has a voice for the
 * language.
 */
import { Button } from '../ui/Button.tsx';
import { useReader } from './useReadAloud.ts';
import type { Said } from './words.ts';
import { useWords } from './useWords.ts';

export interface ReadButtonProps {
  readonly id: string;
  readonly texts: readonly Said[];
}

export function ReadButton({ id, texts }: ReadButtonProps) {
  const { t } = useWords();
  const reader = useReader();
  const language = texts[0]?.language;
  if (language === undefined || !reader.canRead(language)) return null;
  const isReading = reader.reading === id;
  const words = texts
    .filter((one) => one.language === language || one.language === '')
    .map((one) => one.text)
    .join('. ');
  return (
    <Button
      kind="quiet"
      icon={isReading ? 'close' : 'play'}
      pressed={isReading}
      onPress={() => reader.toggle(id, words, language)}
    >
      {isReading ? t('read.stop') : t('read.start')}
    </Button>
  );
}
