/** Test helpers that use a page on a private phone as a person does. */
import { fireEvent, render, screen } from '@testing-library/react';
import { forgetPress } from '../ui/press.ts';
import * as FormPage from './form/FormPage.tsx';
import type { Hand } from './home.testing.ts';
import { HomeApp } from './HomeApp.tsx';

/** Heading of the page that asks for the person. */
export const PERSON = 'Für wen füllen Sie den Fragebogen aus?';

/** Renders the home page of a visit. */
export const showHome = (hand: Hand): void => {
  render(
    <HomeApp visit={hand.visit} loadForm={() => Promise.resolve(FormPage)} now={hand.clock.now} />,
  );
};
/** Displayed text without the visual line breaks. */
export const read = (text: string): string => text.replaceAll('\u00AD', '');
export const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name: (shown) => read(shown) === name });
export const press = (name: string | RegExp): void => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
};
export const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
export const typeDate = (birth: { day: string; month: string; year: string }): void => {
  type('Tag', birth.day);
  type('Monat', birth.month);
  type('Jahr', birth.year);
};
