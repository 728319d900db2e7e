// The person whom formulas see in the preview, and the values that could not be calculated.

import { TextInput } from '@mantine/core';
import type { PatientVariable } from '../../../../../shared/forms/answers/patient-variable.ts';
import type { Fault } from '../../../../../shared/forms/questionnaire/expressions/scope.ts';
import { useDesignerTexts } from '../designer-texts.ts';
import { Fold } from './Fold.tsx';
import { DayField } from '../../../../ui/DayField.tsx';

/** Contacts and address in words. */
const recordOf = ({ telecom = [], address = [] }: PatientVariable): readonly string[] => [
  ...telecom.map((one) => one.value),
  ...address.map(({ line = [], postalCode = '', city = '' }) =>
    [...line, `${postalCode} ${city}`.trim()].join(', '),
  ),
];

export function TestPatient({
  patient,
  missing,
  nameOf,
  onChange,
}: {
  patient: PatientVariable;
  /** Formulas without a result. */
  missing: readonly Fault[];
  /** The question in words. */
  nameOf: (linkId: string) => string;
  onChange: (patient: PatientVariable) => void;
}) {
  const t = useDesignerTexts(),
    name = patient.name[0]?.text ?? '',
    places = [
      ...new Set(
        missing.map((one) => (one.linkId === undefined ? one.expression : nameOf(one.linkId))),
      ),
    ];
  return (
    <Fold title={t('preview.patient')} isFilled={places.length > 0}>
      <TextInput
        size="xs"
        label={t('preview.patientName')}
        maxLength={100}
        value={name}
        onChange={(event) => onChange({ ...patient, name: [{ text: event.currentTarget.value }] })}
      />
      <DayField
        size="xs"
        label={t('preview.patientBirth')}
        value={patient.birthDate}
        onChange={(birthDate) => onChange({ ...patient, birthDate })}
      />
      <p className="p-small p-muted">
        {t('preview.patientRecord', { record: recordOf(patient).join(' · ') })}
      </p>
      {places.length > 0 && (
        <p className="p-small" role="status">
          {t('preview.notComputed', { n: places.length })}{' '}
          <bdi>{places.slice(0, 10).join(' · ')}</bdi>
        </p>
      )}
    </Fold>
  );
}
