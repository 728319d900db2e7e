// A telephone number that can be called; where there is none, the list states this.

import './phone.css';
import { useUiTexts } from '../ErrorNotice.tsx';

export function PhoneLink({ number }: { number: string | null }) {
  const t = useUiTexts();
  return number === null || number === '' ? (
    <span className="p-muted p-phone-none">{t('phone.none')}</span>
  ) : (
    <a className="p-phone p-tabular" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      {number}
    </a>
  );
}
