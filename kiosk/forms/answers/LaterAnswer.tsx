/** Parts of answers that few forms have, in one file that the runner fetches when a form begins. */
import type { AnswerProps } from './answerProps.ts';
import { Candidates } from './Candidates.tsx';
import { ListAnswer, type ListAnswerProps } from './ListAnswer.tsx';
import { OwnWords } from './OwnWords.tsx';
import { ScaleAnswer } from './ScaleAnswer.tsx';

export type LaterAnswerProps =
  | (AnswerProps & { readonly part: 'own' })
  | (AnswerProps & { readonly part: 'scale'; readonly steps: readonly number[] })
  | (AnswerProps & { readonly part: 'candidates' })
  | (ListAnswerProps & { readonly part: 'list' });

export default function LaterAnswer(props: LaterAnswerProps) {
  switch (props.part) {
    case 'candidates':
      return <Candidates {...props} />;
    case 'own':
      return <OwnWords {...props} />;
    case 'scale':
      return <ScaleAnswer {...props} />;
    case 'list':
      return <ListAnswer {...props} />;
  }
}
