/** Test helpers that use the page of a share as a person does. */
import { render, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { press, read, type, typeDate } from '../home/page.testing.tsx';
import { BIRTH, PRACTICE, type Desk } from './share.testing.ts';
import { ShareApp } from './ShareApp.tsx';

/** Renders the page of a share. */
export const showShare = (desk: Desk, language = 'de'): void => {
  render(<ShareApp visit={desk.visit} language={language} now={desk.clock.now} />);
};
/** Text of the page. */
export const main = (): string => read(screen.getByRole('main').textContent ?? '');
/** Signs in as the person of the share. */
export const sayWho = (firstName = 'Ayşe'): void => {
  type('Vorname', firstName);
  typeDate(BIRTH);
  press('Weiter');
};
/** Expects telephone and mail of the practice. */
export const isReachable = (): void => {
  expect(screen.getByRole('link', { name: PRACTICE.telefon }).getAttribute('href')).toBe(
    'tel:0301234',
  );
  expect(screen.getByRole('link', { name: PRACTICE.mail }).getAttribute('href')).toBe(
    `mailto:${PRACTICE.mail}`,
  );
};
