/** The field for one value, by kind of question. */
import { DateAnswer, MomentAnswer, TimeAnswer } from './DateAnswer.tsx';
import type { FieldProps } from './fields.ts';
import { laterPart } from './later-part.tsx';
import { NumberAnswer, QuantityAnswer } from './NumberAnswer.tsx';
import { TextAnswer } from './TextAnswer.tsx';

const photo = laterPart<FieldProps>(async () => (await import('./PhotoAnswer.tsx')).PhotoAnswer),
  PhotoAnswer = photo.Part;
export const fetchPhotoAnswer = photo.prepare;

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
      return <PhotoAnswer {...props} />;
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
