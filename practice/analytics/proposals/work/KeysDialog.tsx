// Help dialog listing the keyboard shortcuts of the work list.

import { SingleKeysSwitch } from '../../../ui/lists/keys/SingleKeysSwitch.tsx';
import { useBillingTexts } from '../proposals-texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

const ROWS = [
  ['↵', 'taste.enter'],
  ['A', 'taste.a'],
  ['1–5', 'taste.grund'],
  ['L', 'taste.l'],
  ['J  ↓', 'taste.j'],
  ['K  ↑', 'taste.k'],
  ['␣', 'taste.leer'],
  ['O', 'taste.o'],
  ['X', 'taste.x'],
  ['⇧ X', 'taste.bis'],
  ['F', 'taste.f'],
  ['E', 'taste.e'],
  ['U', 'taste.u'],
  ['?', 'taste.hilfe'],
] as const;

export function KeysDialog({ mayAccept, onClose }: { mayAccept: boolean; onClose: () => void }) {
  const t = useBillingTexts();
  return (
    <Modal opened onClose={onClose} title={t('tasten')} size={420}>
      <dl className="ab-keys">
        {ROWS.filter(([, word]) => mayAccept || word !== 'taste.enter').map(([key, word]) => (
          <div key={word}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
    </Modal>
  );
}
