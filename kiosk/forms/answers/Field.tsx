/** The field for one value, by kind of question. */
import { lazy, Suspense } from 'react';
import { DateAnswer, MomentAnswer, TimeAnswer } from './DateAnswer.tsx';
import type { FieldProps } from './fields.ts';
import { NumberAnswer, QuantityAnswer } from './NumberAnswer.tsx';
import { TextAnswer } from './TextAnswer.tsx';

/**
 * Few forms ask for a photo. The runner fetches this part when a form begins: without a network it
 * would be too late.
 */
const loadPhotoAnswer = () => import('./PhotoAnswer.tsx');
const PhotoAnswer = lazy(async () => ({ default: (await loadPhotoAnswer()).PhotoAnswer }));
export const fetchPhotoAnswer = (): void => void loadPhotoAnswer().catch(() => undefined);

export function Field(props: FieldProps) {
  switch (props.node.type) {
    case 'string':
    case 'text':
    case 'url':
      return <TextAnswer {...props} />;
    case 'integer':
    case 'decimal':
      return <NumberAnswer {...props} />;
    case 'quantity':
      return <QuantityAnswer {...props} />;
    case 'date':
      return <DateAnswer {...props} />;
    case 'dateTime':
      return <MomentAnswer {...props} />;
    case 'time':
      return <TimeAnswer {...props} />;
    case 'attachment':
      return (
        <Suspense>
          <PhotoAnswer {...props} />
        </Suspense>
      );
    // Choices, display texts and groups have separate components.
    case 'boolean':
    case 'choice':
    case 'open-choice':
    case 'reference':
    case 'display':
    case 'group':
      return null;
  }
}
