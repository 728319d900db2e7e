/** Between reading and signing: the talk with the practice, the declarations, or declining. */
import type { ReactNode } from 'react';
import { isBillingPaper } from '../../../shared/papers/consent.ts';
import { Declarations } from '../../consent/Declarations.tsx';
import { DeclineQuestion } from '../../consent/DeclineQuestion.tsx';
import type { SignItem } from './signItem.ts';
import type { SignScreen, SignState } from './signState.ts';
import { TalkPage } from './TalkPage.tsx';

interface DecisionPageProps {
  readonly screen: Extract<SignScreen, 'talk' | 'declining' | 'declarations'>;
  readonly header: ReactNode;
  readonly item: SignItem;
  readonly state: SignState;
  /** Language that was read. */
  readonly language: string;
  /** Language of the page. */
  readonly chosen: string;
  /** Takes a step that the phone's back button undoes. */
  readonly forward: (go: () => void) => void;
  readonly onBack: () => void;
}

export function DecisionPage({
  screen,
  header,
  item,
  state,
  language,
  chosen,
  forward,
  onBack,
}: DecisionPageProps) {
  const { document: data } = item.content,
    isBilling = isBillingPaper(data.fields);
  switch (screen) {
    case 'talk':
      return (
        <TalkPage
          header={header}
          onYes={() => forward(() => item.talked(true, chosen))}
          onNo={() => item.talked(false, chosen)}
          onBack={onBack}
        />
      );
    case 'declining':
      return (
        <DeclineQuestion
          header={header}
          isBilling={isBilling}
          onConfirm={() => item.decline(chosen)}
          onBack={onBack}
        />
      );
    case 'declarations':
      return (
        <Declarations
          header={header}
          declarations={data.declarations}
          language={language}
          isBilling={isBilling}
          answers={state.declarations}
          isSaved={false}
          onAnswer={item.declare}
          onDone={() => forward(item.toSigning)}
          onDecide={(choice) => item.decide(choice, chosen)}
          onBack={onBack}
        />
      );
  }
}
