/** Tests of photos: taken, stored, removed, and rejected over the size limit. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachmentRoom, attachmentUrl } from '../../../shared/exchange/attachment.ts';
import { PHOTOS_BYTES } from '../../../shared/forms/task/form-size.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../../ui/press.ts';
import { group, press, show as showForm, startTexts } from '../form.testing.tsx';
import type { StorePhoto } from '../types.ts';
import { page, R4 } from './answers.testing.ts';

vi.mock('./photo.ts', () => ({
  // happy-dom renders no images; image encoding is covered by a story.
  photoOf: (file: File, room: number) =>
    file.name === 'kaputt.jpg'
      ? Promise.reject(new Error('no picture'))
      : room < 400_000
        ? Promise.resolve(null)
        : Promise.resolve({
            bytes: new Uint8Array([255, 216, 255]),
            contentType: 'image/jpeg',
            width: 2,
            height: 1,
          }),
}));

beforeAll(startTexts);
beforeEach(() => forgetPress());

/** Shows a form after its part for photos has arrived. */
async function show(...given: Parameters<typeof showForm>): Promise<ReturnType<typeof showForm>> {
  const shown = showForm(...given);
  await act(async () => void (await import('./PhotoAnswer.tsx')));
  return shown;
}

describe('photos', () => {
  const PHOTO: QuestionnaireItem = {
    linkId: 'q',
    type: 'attachment',
    required: true,
    text: 'Packung',
    extension: [{ url: `${R4}mimeType`, valueCode: 'image/*' }],
  };
  const photos = page(PHOTO);
  const give = async (name: string): Promise<void> => {
    const input = group('Packung').querySelector('input[type=file]');
    await act(async () => {
      fireEvent.change(input as HTMLElement, {
        target: { files: [new File(['x'], name, { type: 'image/jpeg' })] },
      });
    });
  };
  it('shows a message where no photo can be stored', async () => {
    await show(photos);
    expect(
      within(group('Packung')).getByText(
        'Hier können wir kein Foto aufnehmen. Bitte zeigen Sie es uns am Empfang.',
      ),
    ).toBeTruthy();
  });
  it('stores, retakes, removes; reports a bad picture and a full disk', async () => {
    const storePhoto = vi.fn<StorePhoto>(() =>
      Promise.resolve({ contentType: 'image/jpeg', url: 'blob/1', size: 3 }),
    );
    const { answers } = await show(photos, { storePhoto });
    await give('kaputt.jpg');
    expect(
      within(group('Packung')).getByText(
        'Dieses Bild lässt sich nicht öffnen. Bitte nehmen Sie ein neues Foto auf.',
      ),
    ).toBeTruthy();
    expect(storePhoto).not.toHaveBeenCalled();
    await give('gut.jpg');
    await waitFor(() =>
      expect(answers('q')).toEqual([
        { valueAttachment: { contentType: 'image/jpeg', url: 'blob/1', size: 3 } },
      ]),
    );
    expect(storePhoto.mock.calls[0]?.[0]).toMatchObject({
      contentType: 'image/jpeg',
      width: 2,
      height: 1,
    });
    expect(screen.getByRole('button', { name: 'Neu aufnehmen' })).toBeTruthy();
    storePhoto.mockRejectedValueOnce(new Error('full'));
    await give('gut.jpg');
    expect(within(group('Packung')).getByText(/konnte nicht gespeichert werden/)).toBeTruthy();
    expect(answers('q')).toHaveLength(1);
    press('Foto entfernen');
    expect(answers('q')).toBeUndefined();
    press('Weiter');
    expect(within(group('Packung')).getByText('Hier fehlt noch ein Foto.')).toBeTruthy();
  });
  it('[T3] stores a photo that arrives after the page has locked and the question is unmounted', async () => {
    const { answers } = await show(photos, {
      storePhoto: () => Promise.resolve({ contentType: 'image/jpeg', url: 'blob/1', size: 3 }),
    });
    const camera = group('Packung').querySelector<HTMLInputElement>('input[capture]');
    if (!camera) throw new Error('no camera');
    cleanup();
    Object.defineProperty(camera, 'files', {
      value: [new File(['x'], 'gut.jpg', { type: 'image/jpeg' })],
    });
    await act(async () => {
      camera.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(answers('q')).toEqual([
      { valueAttachment: { contentType: 'image/jpeg', url: 'blob/1', size: 3 } },
    ]);
  });
  it("[sync P8] rejects a photo over the size limit at once; a retake reuses the old one's space", async () => {
    const storePhoto = vi.fn<StorePhoto>(() =>
      Promise.resolve({ contentType: 'image/jpeg', data: 'A'.repeat(3_500_000), size: 2_625_000 }),
    );
    const two = page(
      { linkId: 'q', type: 'attachment', text: 'Packung' },
      { linkId: 'p', type: 'attachment', text: 'Plan' },
    );
    const { answers } = await show(two, { storePhoto });
    await give('gut.jpg');
    await waitFor(() => expect(answers('q')).toHaveLength(1));
    const plan = group('Plan').querySelector('input[type=file]');
    await act(async () => {
      fireEvent.change(plan as HTMLElement, {
        target: { files: [new File(['x'], 'gut.jpg', { type: 'image/jpeg' })] },
      });
    });
    expect(within(group('Plan')).getByText(/^Für dieses Foto ist kein Platz mehr\./)).toBeTruthy();
    expect([answers('p'), storePhoto.mock.calls.length]).toEqual([undefined, 1]);
    await give('gut.jpg');
    expect(storePhoto).toHaveBeenCalledTimes(2);
  });
  it('[sync P8] oversized answers are not submitted, and the review page says why', async () => {
    const onDone = vi.fn(() => 'too_large' as const);
    await show(photos, {
      startAt: 9,
      onDone,
      state: {
        ...newState(modelOf(photos)),
        answers: { q: [{ valueAttachment: { contentType: 'image/jpeg', url: 'blob/1' } }] },
      },
    });
    press('Ja, alles stimmt');
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/^Ihre Antworten sind mit den Fotos zusammen zu groß\./)).toBeTruthy();
  });
  it('counts photos next to the answers in a room of their own, and shows a message when it is full', async () => {
    const url = attachmentUrl('a'.repeat(64)),
      full = { valueAttachment: { contentType: 'image/jpeg', url, size: PHOTOS_BYTES - 300_000 } };
    const storePhoto = Object.assign(() => Promise.resolve({ url: 'blob/2', size: 3 }), {
      room: attachmentRoom,
    });
    const { answers } = await show(
      page({ ...PHOTO, linkId: 'p' }, { ...PHOTO, text: 'Zweite Packung' }),
      {
        storePhoto,
        state: {
          ...newState(
            modelOf(page({ ...PHOTO, linkId: 'p' }, { ...PHOTO, text: 'Zweite Packung' })),
          ),
          answers: { p: [full] },
        },
      },
    );
    const take = async (question: string): Promise<void> => {
      const input = group(question).querySelector('input[type=file]');
      await act(async () => {
        fireEvent.change(input as HTMLElement, {
          target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
        });
      });
    };
    await take('Zweite Packung');
    expect(answers('q')).toBeUndefined();
    expect(
      within(group('Zweite Packung')).getByText(/^Für dieses Foto ist kein Platz mehr/),
    ).toBeTruthy();
    // A photo in the place of the large one has its room.
    await take('Packung');
    expect(answers('p')).toEqual([{ valueAttachment: { url: 'blob/2', size: 3 } }]);
  });
  it('offers only the camera on a practice tablet', async () => {
    await show(photos, { storePhoto: () => Promise.resolve({}) }, true);
    expect(screen.getByRole('button', { name: 'Foto aufnehmen' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Bild auswählen' })).toBeNull();
    expect(group('Packung').querySelector('input')?.getAttribute('capture')).toBe('environment');
  });
});
