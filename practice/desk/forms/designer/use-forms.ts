// The practice's forms from the server, and their actions.

import { useQuery } from '@tanstack/react-query';
import type {
  FormDiff,
  FormList,
  FormMade,
  FormSaved,
  FormsView,
  FormView,
} from '../../../../shared/forms/design/forms.schema.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { call, TIMEOUT } from '../../../api.ts';
import { useVersionRefresh, versionCalls } from '../../../ui/saving/version-calls.ts';

const ROOT = '/anamnese/forms';
/** Pause between two looks at a list with a form that is being checked. */
const CHECKING_MS = 3_000;
const calls = versionCalls<Questionnaire, FormSaved, FormMade>(ROOT, 'application/fhir+json'),
  { at } = calls;

export const useForms = () =>
  useQuery({
    queryKey: ['forms'],
    queryFn: () => call<FormsView>(ROOT, { isR4c: true, timeout: TIMEOUT }),
    // A form that is still being checked gets its verdict soon.
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.isChecking === true) === true ? CHECKING_MS : false,
  });
export const getForm = (key: string): Promise<FormView> =>
  call<FormView>(at(key), { isR4c: true, timeout: TIMEOUT });
/** Reads one version; the version being edited is never refetched. */
export const useForm = (key: string) =>
  useQuery({
    queryKey: ['form', key],
    queryFn: () => getForm(key),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
export const useDiff = (key: string, older: string | null) =>
  useQuery({
    queryKey: ['form-diff', key, older],
    queryFn: () =>
      call<FormDiff>(at(key, `/diff?with=${encodeURIComponent(older ?? '')}`), {
        isR4c: true,
        timeout: TIMEOUT,
      }),
    enabled: older !== null,
    gcTime: 0,
  });

export const {
  create: createForm,
  importFile: importForm,
  save: saveForm,
  act,
  newVersion,
  discard,
} = calls;
/** Fetches a list of answers from the terminology server of the installation. */
export const fetchList = (canonical: string): Promise<FormList> =>
  call<FormList>(`${ROOT}/value-set?canonical=${encodeURIComponent(canonical)}`, {
    isR4c: true,
    timeout: TIMEOUT,
  });
export const exportForm = (form: Questionnaire, key: string): void =>
  calls.saveAs(form, `${key}.fhir.json`);

/** Invalidates lists and the version after an action. */
export const useRefresh = (): ((key?: string) => Promise<void>) =>
  useVersionRefresh('forms', 'form');
