// Simulation of ten thousand synthetic patients: reached items, dead ends, duration.

import { Button, Loader, Progress } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { Simulation } from './simulation/simulate.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { findItem } from './edit.ts';
import { useDesignerTexts } from './designer-texts.ts';
import type { SimulateAsk, SimulateSaid } from './simulation/simulate.worker.ts';

const PATIENTS = 10_000;

/** Starts the simulation in a worker and shows its result. */
export function SimulateTab({
  form,
  onJump,
}: {
  form: Questionnaire;
  onJump: (linkId: string) => void;
}) {
  const t = useDesignerTexts(),
    thread = useRef<Worker | null>(null);
  const [state, setState] = useState<{
    of: Questionnaire;
    result?: Simulation;
    isFailed?: boolean;
  } | null>(null);
  useEffect(() => () => thread.current?.terminate(), []);
  const isRunning = state !== null && state.result === undefined && state.isFailed !== true;
  const stop = (): void => {
    thread.current?.terminate();
    thread.current = null;
    setState(null);
  };
  const start = (): void => {
    thread.current?.terminate();
    const made = new Worker(new URL('./simulation/simulate.worker.ts', import.meta.url), {
      type: 'module',
    });
    thread.current = made;
    setState({ of: form });
    const end = (rest: { result?: Simulation; isFailed?: boolean }): void => {
      made.terminate();
      setState({ of: form, ...rest });
    };
    made.addEventListener('message', ({ data }: MessageEvent<SimulateSaid>) =>
      end('result' in data ? { result: data.result } : { isFailed: true }),
    );
    made.addEventListener('error', () => end({ isFailed: true }));
    made.postMessage({ form, patients: PATIENTS } satisfies SimulateAsk);
  };
  const { number, percent } = useNumbers();
  const textOf = (linkId: string): string => findItem(form, linkId)?.item.text ?? linkId;
  const result = state?.result;
  return (
    <section className="p-card p-stack" aria-label={t('tab.simulate')}>
      <p className="p-muted f-lead">{t('simulate.what', { n: number(PATIENTS) })}</p>
      {modelOf(form).usesFhirPath && <Notice tone="warn">{t('simulate.expressions')}</Notice>}
      <div className="p-row">
        {isRunning ? (
          <>
            <Loader size={18} />
            <span role="status">{t('simulate.running')}</span>
            <Button variant="default" onClick={stop}>
              {t('simulate.stop')}
            </Button>
          </>
        ) : (
          <Button leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={start}>
            {t('simulate.start')}
          </Button>
        )}
      </div>
      {state?.isFailed === true && (
        <Notice tone="bad" role="alert">
          {t('simulate.failed')}
        </Notice>
      )}
      {result && (
        <>
          {state?.of !== form && <Notice tone="info">{t('simulate.old')}</Notice>}
          <Figures result={result} />
          {result.deadEnds.map((one) => (
            <Notice key={one.linkId} tone="bad">
              <button type="button" className="f-jump" onClick={() => onJump(one.linkId)}>
                <bdi>{textOf(one.linkId)}</bdi>
              </button>{' '}
              {t('simulate.stuckShare', { share: percent(one.share) })}
            </Notice>
          ))}
          <ReachTable result={result} textOf={textOf} onJump={onJump} />
        </>
      )}
    </section>
  );
}

/** Numbers and shares as this language writes them. */
function useNumbers() {
  const language = useLanguage();
  const number = (n: number, digits = 0): string =>
    n.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', { maximumFractionDigits: digits });
  const percent = (share: number): string =>
    `${number(share * 100, share > 0 && share < 0.01 ? 2 : 0)} %`;
  return { number, percent };
}

function Figures({ result }: { result: Simulation }) {
  const t = useDesignerTexts(),
    { number } = useNumbers();
  return (
    <dl className="f-figures">
      <div>
        <dt>{t('simulate.minutes')}</dt>
        <dd>
          {t('simulate.spread', {
            median: number(result.minutes.median, 1),
            p90: number(result.minutes.p90, 1),
            longest: number(result.minutes.longest, 1),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('simulate.questions')}</dt>
        <dd>
          {t('simulate.spread', {
            median: number(result.questions.median),
            p90: number(result.questions.p90),
            longest: number(result.questions.longest),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('simulate.stuck')}</dt>
        <dd>{result.deadEnds.length === 0 ? t('simulate.noneStuck') : result.deadEnds.length}</dd>
      </div>
      <div>
        <dt>{t('simulate.never')}</dt>
        <dd>{result.never.length === 0 ? t('simulate.noneNever') : result.never.length}</dd>
      </div>
    </dl>
  );
}

function ReachTable({
  result,
  textOf,
  onJump,
}: {
  result: Simulation;
  textOf: (linkId: string) => string;
  onJump: (linkId: string) => void;
}) {
  const t = useDesignerTexts(),
    { percent } = useNumbers();
  return (
    <table className="f-list">
      <thead>
        <tr>
          <th scope="col">{t('simulate.item')}</th>
          <th scope="col">{t('simulate.reach')}</th>
        </tr>
      </thead>
      <tbody>
        {result.reached.map((one) => (
          <tr key={one.linkId}>
            <td>
              <Jump text={textOf(one.linkId)} run={() => onJump(one.linkId)} />
            </td>
            <td className="f-reach">
              <Progress value={Math.round(one.share * 100)} aria-label={percent(one.share)} />
              <span className="p-tabular">
                {one.share === 0 ? t('simulate.nobody') : percent(one.share)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Jump({ text, run }: { text: string; run: () => void }) {
  return (
    <button type="button" className="f-jump" onClick={run}>
      <bdi>{text}</bdi>
    </button>
  );
}
