// Telephone numbers and address of a person, as far as the record has them.

import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { usePatientTexts } from './patient-texts.ts';

export function Contacts({ person }: { person: Patient }) {
  const t = usePatientTexts(),
    numbers = [...new Set([person.mobile, person.phone, person.landline])].filter(
      (number) => number !== '',
    ),
    address = [person.street, [person.plz, person.city].filter(Boolean).join(' ')]
      .filter((line) => line !== '')
      .join(', ');
  return (
    <>
      <div>
        <dt>{t('phone')}</dt>
        <dd className="p-tabular">
          {numbers.length === 0
            ? t('phone.none')
            : numbers.map((number) => (
                <a key={number} className="pt-call" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
                  {number}
                </a>
              ))}
        </dd>
      </div>
      {address !== '' && (
        <div>
          <dt>{t('address')}</dt>
          <dd>{address}</dd>
        </div>
      )}
    </>
  );
}
