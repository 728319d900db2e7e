// Telephone numbers and address of a person, as far as the record has them.

import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
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
          {numbers.length === 0 ? (
            <PhoneLink number={null} />
          ) : (
            numbers.map((number) => (
              <span key={number} className="pt-call">
                <PhoneLink number={number} />
              </span>
            ))
          )}
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
