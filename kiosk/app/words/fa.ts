// All texts of the patients' app in Persian, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.fa.json';
import forms from '../../forms/texts.fa.json';
import app from '../texts.fa.json';
import blank from '../../blank/texts.fa.json';
import documents from '../../documents/texts.fa.json';
import consent from '../../consent/texts.fa.json';
import signature from '../../signature/texts.fa.json';
import tablet from '../../tablet/texts.fa.json';
import takeover from '../../takeover/texts.fa.json';
import task from '../../task/texts.fa.json';

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
