// All texts of the patients' app in Turkish, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.tr.json';
import forms from '../../forms/texts.tr.json';
import app from '../texts.tr.json';
import blank from '../../blank/texts.tr.json';
import documents from '../../documents/texts.tr.json';
import consent from '../../consent/texts.tr.json';
import signature from '../../signature/texts.tr.json';
import tablet from '../../tablet/texts.tr.json';
import takeover from '../../takeover/texts.tr.json';
import task from '../../task/texts.tr.json';

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
