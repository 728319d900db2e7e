/** Samples of the tablet's fields: tiles, texts, codes, dates, keys. */
import { ActionTiles, CheckTile, ChoiceTiles, Tile } from '../../kiosk/ui/fields/ChoiceTiles.tsx';
import { CodeInput } from '../../kiosk/ui/fields/CodeInput.tsx';
import { DateFields } from '../../kiosk/ui/fields/DateFields.tsx';
import { EMPTY_DATE } from '../../kiosk/ui/fields/dateParts.ts';
import { FieldError } from '../../kiosk/ui/fields/FieldError.tsx';
import InAppKeyboard, { type KeyboardLabels } from '../../kiosk/ui/fields/InAppKeyboard.tsx';
import { KeyboardDock } from '../../kiosk/ui/fields/KeyboardDock.tsx';
import { NumberPad, type NumberPadLabels } from '../../kiosk/ui/fields/NumberPad.tsx';
import { TextField } from '../../kiosk/ui/fields/TextField.tsx';
import { Held, nothing } from './Held.tsx';
import type { Sample, Words } from './sample.ts';

const missing = (w: Words): string =>
  w('Bitte wählen Sie eine Antwort.', 'Please choose an answer.', 'يرجى اختيار إجابة.');
const padLabels = (w: Words): NumberPadLabels => ({
  group: w('Ziffern', 'Digits', 'أرقام'),
  backspace: w('Ziffer löschen', 'Delete digit', 'حذف'),
});
const keyLabels = (w: Words): KeyboardLabels => ({
  group: w('Tastatur', 'Keyboard', 'لوحة المفاتيح'),
  shift: w('Großbuchstabe', 'Capital letter', 'حرف كبير'),
  backspace: w('Zeichen löschen', 'Delete', 'حذف'),
  space: w('Leerzeichen', 'Space', 'مسافة'),
  enter: w('Eingabe', 'Enter', 'إدخال'),
  digits: w('Ziffern', 'Digits', 'أرقام'),
  letters: w('Buchstaben', 'Letters', 'حروف'),
  latin: w('Lateinische Buchstaben', 'Latin letters', 'حروف لاتينية'),
  accents: w('Buchstaben mit Zeichen', 'Letters with accents', 'حروف أخرى'),
  close: w('Tastatur schließen', 'Close keyboard', 'إغلاق'),
});
const yesNo = (w: Words) =>
  [
    { value: 'yes', label: w('Ja', 'Yes', 'نعم') },
    { value: 'no', label: w('Nein', 'No', 'لا') },
    {
      value: 'unknown',
      label: w('Weiß ich nicht', 'I do not know', 'لا أعرف'),
      hint: w('Wir fragen nach.', 'We will ask.', 'سنسألك.'),
    },
  ] as const;

const TILES: readonly Sample[] = [
  ...(['nothing chosen', 'chosen', 'with an error'] as const).map((state) => ({
    component: 'ChoiceTiles',
    state,
    show: (w: Words) => (
      <Held<string | null> start={state === 'chosen' ? 'yes' : null}>
        {(value, change) => (
          <ChoiceTiles
            legend={w('Rauchen Sie?', 'Do you smoke?', 'هل تدخن؟')}
            choices={yesNo(w)}
            value={value}
            onChoose={change}
            error={state === 'with an error' ? missing(w) : undefined}
          />
        )}
      </Held>
    ),
  })),
  ...(['unchecked', 'checked', 'with an error'] as const).map((state) => ({
    component: 'CheckTile',
    state,
    show: (w: Words) => (
      <Held start={state === 'checked'}>
        {(checked, change) => (
          <CheckTile
            label={w('Ich habe alles verstanden.', 'I have understood.', 'لقد فهمت كل شيء.')}
            checked={checked}
            onChange={change}
            error={state === 'with an error' ? missing(w) : undefined}
          />
        )}
      </Held>
    ),
  })),
  {
    component: 'Tile',
    state: 'with a hint',
    show: (w) => (
      <Held start={false}>
        {(checked, change) => (
          <Tile
            type="checkbox"
            label={w('Penicillin', 'Penicillin', 'البنسلين')}
            hint={w('Ein Antibiotikum', 'An antibiotic', 'مضاد حيوي')}
            checked={checked}
            onChange={change}
          />
        )}
      </Held>
    ),
  },
  {
    component: 'ActionTiles',
    state: 'agree, ask, refuse',
    show: (w) => (
      <ActionTiles
        label={w('Ihre Entscheidung', 'Your decision', 'قرارك')}
        actions={[
          { id: 'a', icon: 'check', label: w('Zustimmen', 'Agree', 'موافق'), onPress: nothing },
          { id: 'q', icon: 'question', label: w('Frage', 'Question', 'سؤال'), onPress: nothing },
          {
            id: 'n',
            icon: 'close',
            label: w('Ablehnen', 'Refuse', 'رفض'),
            hint: w('Ohne Nachteile', 'Without disadvantages', 'بدون أضرار'),
            onPress: nothing,
          },
        ]}
      />
    ),
  },
];

const TEXTS: readonly Sample[] = [
  ...(['empty', 'filled', 'with an error', 'several lines', 'a password'] as const).map(
    (state) => ({
      component: 'TextField',
      state,
      show: (w: Words) => (
        <Held start={state === 'filled' ? 'Krähenbühl' : ''}>
          {(value, change) => (
            <TextField
              label={w('Nachname', 'Last name', 'اسم العائلة')}
              hint={w('Wie im Ausweis', 'As in your passport', 'كما في الهوية')}
              value={value}
              onChange={change}
              error={state === 'with an error' ? missing(w) : undefined}
              {...(state === 'several lines' && { rows: 3 })}
              {...(state === 'a password' && { type: 'password' as const })}
            />
          )}
        </Held>
      ),
    }),
  ),
  ...(['empty', 'filled', 'a PIN', 'with an error'] as const).map((state) => ({
    component: 'CodeInput',
    state,
    show: (w: Words) => (
      <Held start={state === 'filled' ? 'ABCDEFGHJK' : ''}>
        {(value, change) => (
          <CodeInput
            label={w('Code vom Empfang', 'Code from the reception', 'الرمز')}
            groupLabel={(group, groups) =>
              w(`Teil ${group} von ${groups}`, `Part ${group} of ${groups}`, `${group}/${groups}`)
            }
            value={value}
            onChange={change}
            error={state === 'with an error' ? missing(w) : undefined}
            {...(state === 'a PIN' && { kind: 'digits' as const, groups: [6], masked: true })}
          />
        )}
      </Held>
    ),
  })),
  ...(['empty', 'filled', 'one part is wrong', 'with the number pad'] as const).map((state) => ({
    component: 'DateFields',
    state,
    show: (w: Words) => (
      <Held start={state === 'empty' ? EMPTY_DATE : { day: '04', month: '13', year: '1941' }}>
        {(value, change) => (
          <DateFields
            legend={w('Ihr Geburtsdatum', 'Your date of birth', 'تاريخ ميلادك')}
            labels={{
              day: w('Tag', 'Day', 'اليوم'),
              month: w('Monat', 'Month', 'الشهر'),
              year: w('Jahr', 'Year', 'السنة'),
            }}
            value={value}
            onChange={change}
            {...(state === 'one part is wrong' && {
              error: w('Der Monat geht von 1 bis 12.', 'A month is 1 to 12.', 'الشهر من 1 إلى 12.'),
              errorPart: 'month' as const,
            })}
            {...(state === 'with the number pad' && { pad: padLabels(w) })}
          />
        )}
      </Held>
    ),
  })),
  {
    component: 'FieldError',
    state: 'a message',
    show: (w) => <FieldError>{missing(w)}</FieldError>,
  },
];

const KEYS: readonly Sample[] = [
  {
    component: 'NumberPad',
    state: 'ten digits',
    show: (w) => <NumberPad labels={padLabels(w)} onDigit={nothing} onBackspace={nothing} />,
  },
  ...(['text', 'name', 'latin', 'email', 'digits', 'decimal', 'phone', 'postcode'] as const).map(
    (keys) => ({
      component: 'InAppKeyboard',
      state: keys,
      show: (w: Words) => (
        <InAppKeyboard
          keys={keys}
          language={w('de', 'en', 'ar')}
          labels={keyLabels(w)}
          onClose={nothing}
        />
      ),
    }),
  ),
  {
    component: 'KeyboardDock',
    state: 'below a focused field',
    isAlone: true,
    show: (w) => (
      <KeyboardDock enabled language={w('de', 'en', 'ar')} labels={keyLabels(w)}>
        <Held start="">
          {(value, change) => (
            <TextField
              label={w('Nachname', 'Last name', 'اسم العائلة')}
              value={value}
              onChange={change}
            />
          )}
        </Held>
      </KeyboardDock>
    ),
  },
];

export const FIELDS: readonly Sample[] = [...TILES, ...TEXTS, ...KEYS];
