/** Samples of the practice's dialogs, each on a separate page. */
import { LabelsDialog, type LabelActs } from '../../practice/ui/LabelsDialog.tsx';
import { Drawer } from '../../practice/ui/Drawer.tsx';
import { ListKeys } from '../../practice/ui/lists/keys/ListKeys.tsx';
import { Modal } from '../../practice/ui/Modal.tsx';
import { StepUp } from '../../practice/ui/saving/StepUp.tsx';
import { EndDialog, NewFromDialog } from '../../practice/ui/saving/versions.tsx';
import { nothing } from './Held.tsx';
import type { Sample, Words } from './sample.ts';

const done = (): Promise<void> => Promise.resolve();
const acts: LabelActs = { make: done, change: done, drop: done, bringBack: done, fresh: done };

export const DIALOGS: readonly Sample[] = [
  {
    component: 'LabelsDialog',
    state: 'with labels',
    isAlone: true,
    show: (w) => (
      <LabelsDialog
        labels={[
          { id: 'a', name: w('Wichtig', 'Important'), color: 'orange', anzahl: 12 },
          { id: 'b', name: w('Zurückrufen', 'Call back'), color: 'blue', anzahl: 0 },
        ]}
        acts={acts}
        onClose={nothing}
      />
    ),
  },
  {
    component: 'LabelsDialog',
    state: 'without labels',
    isAlone: true,
    show: () => <LabelsDialog labels={[]} acts={acts} onClose={nothing} />,
  },
  {
    component: 'Modal',
    state: 'open',
    isAlone: true,
    show: (w) => (
      <Modal opened onClose={nothing} title={w('Frage', 'Question')}>
        {w('Bleiben oder weiter?', 'Stay or continue?')}
      </Modal>
    ),
  },
  {
    component: 'Drawer',
    state: 'open',
    isAlone: true,
    show: (w) => (
      <Drawer opened onClose={nothing} title={w('Zeilen', 'Rows')}>
        {w('Drei Zeilen', 'Three rows')}
      </Drawer>
    ),
  },
  {
    component: 'StepUp',
    state: 'by password',
    isAlone: true,
    show: () => <StepUp isOpen onClose={nothing} onConfirmed={done} />,
  },
  {
    component: 'NewFromDialog',
    state: 'from a copy',
    isAlone: true,
    show: (w) => (
      <NewFromDialog
        start={{ id: 'new', from: '', title: '' }}
        choices={[{ key: 'a@1', title: 'Anamnese', version: 1, state: 'active' }]}
        words={{
          title: w('Neuer Fragebogen', 'New questionnaire'),
          fromEmpty: w('Leer beginnen', 'Start empty'),
        }}
        make={done}
        onClose={nothing}
      />
    ),
  },
  {
    component: 'ListKeys',
    state: 'open',
    isAlone: true,
    show: () => <ListKeys without={[]} isOpen onClose={nothing} />,
  },
  ...(['discard', 'retire'] as const).map((end) => ({
    component: 'EndDialog',
    state: end,
    isAlone: true,
    show: (w: Words) => (
      <EndDialog
        end={end}
        retireWhat={w('Neue Mappen bekommen ihn nicht mehr.', 'New folders no longer get it.')}
        isBusy={false}
        onConfirm={nothing}
        onClose={nothing}
      />
    ),
  })),
];
