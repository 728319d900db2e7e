/** Samples of the page after a render error. */
import { Boundary } from '../../kiosk/ui/crash/Boundary.tsx';
import { CrashPage } from '../../kiosk/ui/crash/CrashPage.tsx';
import { Notice } from '../../kiosk/ui/Notice.tsx';
import { nothing } from './Held.tsx';
import type { Sample, Words } from './sample.ts';

const next = (w: Words): string => w('Weiter', 'Next', 'التالي');
const reason = (w: Words): string =>
  w('Ihre Eingaben sind sicher.', 'Your entries are safe.', 'إدخالاتك محفوظة.');
const Failed = () => <CrashPage title="…" again="…" onAgain={nothing} />;

export const CRASH: readonly Sample[] = [
  {
    component: 'CrashPage',
    state: 'after an error',
    isAlone: true,
    show: (w) => (
      <CrashPage
        title={w('Das hat gerade nicht geklappt.', 'That did not work just now.', 'لم ينجح ذلك.')}
        again={next(w)}
        onAgain={nothing}
      >
        <Notice kind="info" title={reason(w)} />
      </CrashPage>
    ),
  },
  {
    component: 'Boundary',
    state: 'without an error',
    show: (w) => (
      <Boundary page={Failed}>
        <Notice kind="info" title={reason(w)} />
      </Boundary>
    ),
  },
];
