// Setup checks of a tablet with their texts in one chunk.

import { GateList } from '../team/GateList.tsx';
import teamDe from '../team/texts.de.json';
import teamEn from '../team/texts.en.json';
import { addTexts } from './i18n.ts';

addTexts({ team: { de: teamDe, en: teamEn } });

export default GateList;
