// All texts of the patients' app in Polish, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.pl.json';
import forms from '../../forms/texts.pl.json';
import app from '../texts.pl.json';
import blank from '../../blank/texts.pl.json';
import documents from '../../documents/texts.pl.json';
import consent from '../../consent/texts.pl.json';
import signature from '../../signature/texts.pl.json';
import tablet from '../../tablet/texts.pl.json';
import takeover from '../../takeover/texts.pl.json';
import task from '../../task/texts.pl.json';

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
