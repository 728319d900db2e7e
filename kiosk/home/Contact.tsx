/** Contact data of the practice: always available, because a page must never be the only way. */
import { useTranslation } from 'react-i18next';
import type { HomeForm } from '../../shared/forms/task/home.schema.ts';

export function Contact({ praxis }: { readonly praxis: HomeForm['praxis'] | null }) {
  const { t } = useTranslation('home');
  if (praxis === null) return null;
  const { name, anschrift, telefon, mail } = praxis;
  return (
    <section className="home-contact" aria-label={t('contact')}>
      <h2>{t('contact')}</h2>
      <p>
        <bdi>{name}</bdi>
      </p>
      {anschrift !== '' && (
        <p>
          <bdi>{anschrift}</bdi>
        </p>
      )}
      {telefon !== '' && (
        <p>
          <a href={`tel:${telefon.replace(/[^+\d]/g, '')}`}>
            <bdi dir="ltr">{telefon}</bdi>
          </a>
        </p>
      )}
      {mail !== '' && (
        <p>
          <a href={`mailto:${mail}`}>
            <bdi dir="ltr">{mail}</bdi>
          </a>
        </p>
      )}
    </section>
  );
}
