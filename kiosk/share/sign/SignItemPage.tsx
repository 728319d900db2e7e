/**
 * A document signed on the person's own phone: the same reader, declarations and signing field as
 * on the tablet, then sending and sent.
 */
import { useState, type ReactNode } from 'react';
import { readingLanguage, withoutStale } from '../../../shared/papers/read-in.ts';
import { PaperAcknowledgement } from '../../consent/PaperAcknowledgement.tsx';
import { DocumentReader } from '../../documents/DocumentReader.tsx';
import { LanguageStop } from '../../documents/LanguageStop.tsx';
import { useStoreBehind } from '../../ui/drawnBehind.ts';
import type { Practice } from '../openItem.ts';
import { DecisionPage } from './DecisionPage.tsx';
import { SentPage } from './SentPage.tsx';
import { SigningPage } from './SigningPage.tsx';
import type { SignItem } from './signItem.ts';
import { useOriginal } from './useOriginal.ts';

export interface SignItemPageProps {
  readonly header: ReactNode;
  readonly item: SignItem;
  readonly praxis: Practice | null;
  readonly language: string;
  readonly textScale: number;
  readonly isPaused: boolean;
  readonly onDownload: (itemId: string) => Promise<Uint8Array>;
  /** A step forward that the phone's back button undoes. */
  readonly onForward: () => void;
  readonly onBack: () => void;
  readonly onLeave: () => void;
}

/** Screens that need the text in a language that was read. */
const READ_SCREENS: readonly string[] = ['reading', 'declarations', 'signing', 'talk'];

export default function SignItemPage(props: SignItemPageProps) {
  const { header, item, language: chosen, onForward, onBack } = props;
  const state = useStoreBehind(item.subscribe, item.get);
  const { document: data } = item.content;
  const read = readingLanguage(data.available, chosen, state.reading),
    language = read ?? 'de';
  const [original, openOriginal] = useOriginal(item.content, props.onDownload);
  const [isReadingAgain, setReadingAgain] = useState(false);
  const forward = (go: () => void): void => {
    onForward();
    go();
  };
  if (read === undefined && READ_SCREENS.includes(state.screen))
    return (
      <LanguageStop
        header={header}
        language={chosen}
        available={data.available}
        onRead={item.readInstead}
        onAsk={() => item.decide('question', chosen)}
        onBack={onBack}
      />
    );
  switch (state.screen) {
    case 'paper':
      return (
        <PaperAcknowledgement
          header={header}
          requirement={data.formRequirement}
          language={language}
          onDone={props.onLeave}
          onBack={props.onLeave}
        />
      );
    case 'reading':
      return (
        <DocumentReader
          header={header}
          data={data}
          language={language}
          reading={withoutStale(state.reading, chosen)}
          fontScale={props.textScale}
          isPaused={props.isPaused}
          isSaved={false}
          onReading={item.read}
          onDecide={(choice) => forward(() => item.decide(choice, chosen))}
          onDone={() => forward(() => item.decide('none', chosen))}
          onBack={onBack}
          {...(original && { original })}
          onOpenOriginal={openOriginal}
        />
      );
    case 'talk':
    case 'declining':
    case 'declarations':
      return (
        <DecisionPage
          screen={state.screen}
          header={header}
          item={item}
          state={state}
          language={language}
          chosen={chosen}
          forward={forward}
          onBack={onBack}
        />
      );
    case 'signing':
      return (
        <SigningPage
          header={header}
          item={item}
          state={state}
          language={language}
          chosen={chosen}
          isReadingAgain={isReadingAgain}
          onReadAgain={setReadingAgain}
          onBack={onBack}
        />
      );
    case 'sending':
    case 'signed':
    case 'question':
    case 'declined':
      return (
        <SentPage
          header={header}
          item={item}
          state={state}
          praxis={props.praxis}
          language={chosen}
          onLeave={props.onLeave}
        />
      );
  }
}
