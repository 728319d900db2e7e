// Screens for starting a blank form by staff: form, language, person; from the second page on in
// the language of the person who fills it in.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlankRef } from '../../../shared/forms/task/blank.ts';
import type { UnmatchedPerson } from '../../../shared/forms/task/home.ts';
import { BlankChoice } from '../../blank/BlankChoice.tsx';
import { BlankPerson } from '../../blank/BlankPerson.tsx';
import { createBlanks } from '../../outbox/blanks.ts';
import { screenOf } from '../../session/screen.ts';
import { TabletTop } from '../../tablet/TabletFrame.tsx';
import { KeyboardDock } from '../../ui/fields/KeyboardDock.tsx';
import { beginBlank } from '../effects/blank.ts';
import type { ScreenProps } from '../screenProps.ts';
import { keyboardLabels } from '../keyboardLabels.ts';

/** Where no task is open and the lease is valid. */
const CAN_BEGIN = ['waiting', 'assigned'];

export default function BlankScreens({
  tablet,
  snapshot,
  language,
  onClose,
}: ScreenProps & { onClose: () => void }) {
  const { actor, parts } = tablet,
    { rules, comfort, trouble } = snapshot.context;
  const { t } = useTranslation('app');
  const [forms, setForms] = useState<readonly BlankRef[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null),
    [wanted, setWanted] = useState(rules.language);
  const [isAskingPerson, setAskingPerson] = useState(false),
    [isBusy, setBusy] = useState(false),
    [hasFailed, setFailed] = useState(false);
  const form = forms?.find((one) => one.key === chosen),
    spoken = form && !form.languages.includes(wanted) ? 'de' : wanted;

  useEffect(() => {
    let isGone = false;
    createBlanks(parts.db)
      .list()
      .then(
        (list) => {
          if (!isGone) setForms(list);
        },
        () => {
          if (!isGone) setForms([]);
        },
      );
    return () => {
      isGone = true;
    };
  }, [parts.db]);
  // A language chosen while the tablet waits resets to the practice's automatically; here it stays
  // until changed.
  const screenLanguage = isAskingPerson ? spoken : rules.language;
  useEffect(() => {
    if (comfort.language !== screenLanguage)
      actor.send({ type: 'LANGUAGE_CHOSEN', language: screenLanguage });
  }, [actor, comfort.language, screenLanguage]);

  const begin = (person: UnmatchedPerson): void => {
    if (!form) return;
    setBusy(true);
    setFailed(false);
    beginBlank(tablet, { form, language: spoken, person })
      .catch(() => false)
      .then((isBegun) => {
        setBusy(false);
        setFailed(!isBegun);
      })
      .catch(() => undefined);
  };
  const header = <TabletTop tablet={tablet.view.get().config?.tabletName ?? ''} />;
  const screen = screenOf(snapshot),
    obstacle =
      snapshot.context.isLeaseOver || screen === 'leaseExpired'
        ? 'leaseOver'
        : trouble !== null || !CAN_BEGIN.includes(screen)
          ? 'trouble'
          : null;
  // Names are written as on the health card: the app's keyboard stays Latin.
  return (
    <KeyboardDock enabled language="de" labels={keyboardLabels(t)}>
      {isAskingPerson && obstacle === null ? (
        <BlankPerson
          header={header}
          now={parts.clock.now()}
          isBusy={isBusy}
          hasFailed={hasFailed}
          onBegin={begin}
          onBack={() => setAskingPerson(false)}
        />
      ) : (
        <BlankChoice
          header={header}
          forms={forms}
          chosen={chosen}
          language={spoken}
          spoken={language}
          obstacle={obstacle}
          onForm={setChosen}
          onLanguage={setWanted}
          onNext={() => setAskingPerson(true)}
          onClose={onClose}
        />
      )}
    </KeyboardDock>
  );
}
