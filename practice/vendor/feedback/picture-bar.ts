// A bar that stays while the user goes to the page of the picture. It stands outside of the app's
// tree: the frame of every page needs no code for it.

import { areaOf, pictureOf, type LayoutPicture } from '../../../shared/vendor/feedback.ts';
import { OWN_BAR, seeLayout } from './see-layout.ts';

interface Words {
  name: string;
  what: string;
  take: string;
  cancel: string;
}
let current: HTMLElement | undefined;

const closeBar = (): void => {
  current?.remove();
  current = undefined;
};
const buttonOf = (text: string, act: () => void): HTMLButtonElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', act);
  return button;
};

/**
 * Shows the bar; a second call replaces the first one.
 * @param done called once, with the picture and the area of its page, or null without one
 */
export function openPictureBar(
  words: Words,
  done: (taken: { picture: LayoutPicture; page: string } | null) => void,
): void {
  closeBar();
  const bar = document.createElement('section'),
    what = document.createElement('p');
  bar.className = `${OWN_BAR} p-noprint`;
  bar.setAttribute('aria-label', words.name);
  what.textContent = words.what;
  bar.append(
    what,
    buttonOf(words.take, () => {
      const picture = pictureOf(seeLayout(document.body), {
        width: window.innerWidth,
        height: window.innerHeight,
      });
      closeBar();
      done({ picture, page: areaOf(location.pathname.replace(/^\/practice(?=\/|$)/, '')) });
    }),
    buttonOf(words.cancel, () => {
      closeBar();
      done(null);
    }),
  );
  document.body.append(bar);
  current = bar;
}
