// All texts of the patients' app in Ukrainian, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.uk.json';
import forms from '../../forms/texts.uk.json';
import app from '../texts.uk.json';
import blank from '../../blank/texts.uk.json';
import documents from '../../documents/texts.uk.json';
import consent from '../../consent/texts.uk.json';
import signature from '../../signature/texts.uk.json';
import tablet from '../../tablet/texts.uk.json';
import takeover from '../../takeover/texts.uk.json';
import task from '../../task/texts.uk.json';

export const rooms = {
  unsubscribe,
  forms,
  app,
  blank,
  documents,
  consent,
  signature,
  tablet,
  takeover,
  task,
};
