// Pages of the desk: board, chair, answers, forms, shares, rules.

import type { RouteObject } from 'react-router';

/** Desk pages, each loaded lazily. */
export const DESK_PAGES: RouteObject[] = [
  {
    path: '/empfang',
    lazy: async () => ({
      Component: (await import('../../desk/board/BoardPage.tsx')).BoardPage,
    }),
  },
  {
    path: '/patienten',
    lazy: async () => ({
      Component: (await import('../../desk/patient/PatientsPage.tsx')).PatientsPage,
    }),
  },
  {
    path: '/anamnese',
    lazy: async () => ({
      Component: (await import('../../desk/forms/answers/AnswersListPage.tsx')).AnswersListPage,
    }),
  },
  {
    path: '/anamnese/:answersId',
    lazy: async () => {
      const [{ AnswersPage }, { ChangesOfAnswers }] = await Promise.all([
        import('../../desk/forms/answers/AnswersPage.tsx'),
        import('../../desk/master-data/ChangesOfAnswers.tsx'),
      ]);
      return {
        element: <AnswersPage below={(patid) => <ChangesOfAnswers patid={patid} />} />,
      };
    },
  },
  {
    path: '/stammdaten',
    lazy: async () => ({
      Component: (await import('../../desk/master-data/MasterDataPage.tsx')).MasterDataPage,
    }),
  },
  {
    path: '/zurueckgelegt',
    lazy: async () => {
      const [{ ParkedPage }, { PatientSearch }] = await Promise.all([
        import('../../desk/parked/ParkedPage.tsx'),
        import('../../desk/board/send/PatientSearch.tsx'),
      ]);
      return { element: <ParkedPage PatientSearch={PatientSearch} /> };
    },
  },
  {
    path: '/regeln',
    lazy: async () => ({
      Component: (await import('../../desk/rules/RulesPage.tsx')).RulesPage,
    }),
  },
  {
    path: '/formulare',
    lazy: async () => ({
      Component: (await import('../../desk/forms/designer/FormsPage.tsx')).FormsPage,
    }),
  },
  {
    path: '/formulare/:key',
    lazy: async () => ({
      Component: (await import('../../desk/forms/designer/EditorPage.tsx')).EditorPage,
    }),
  },
];
