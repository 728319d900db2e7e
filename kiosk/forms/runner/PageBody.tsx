/** Questions of a page, below the buttons that confirm the known answers at once. */
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { questionsOf, type Page } from '../pages.ts';
import { openAt } from '../record.ts';
import { confirmPage, mayConfirm, untouchedAt } from '../revisit.ts';
import { Rows } from '../Rows.tsx';
import { Missing } from './Missing.tsx';
import type { RunningForm } from './useForm.ts';

interface PageBodyProps {
  readonly page: Page;
  readonly form: RunningForm;
  /** Keys of the items that showed an error when the page was to be turned. */
  readonly flagged: ReadonlySet<string>;
  /** Error messages by item key. */
  readonly problems: ReadonlyMap<string, string>;
  readonly isAskedAgain: boolean;
  readonly onGo: (key: string, isMissing: boolean) => void;
}

export function PageBody(props: PageBodyProps) {
  const { page, form, flagged, problems, isAskedAgain, onGo } = props;
  const { given, reading, previous, words, actions } = form,
    { undo } = actions;
  return (
    <>
      <Missing
        page={page}
        flagged={flagged}
        problems={problems}
        reading={reading}
        previous={previous}
        onGo={onGo}
      />
      <ConfirmAll page={page} form={form} />
      <div className="q-rows" lang={words.language}>
        <Rows
          rows={page.rows}
          state={given.state}
          reading={reading}
          problems={problems}
          previous={previous}
          sourceOf={form.sourceOf}
          reopened={actions.reopened}
          heading={page.heading?.isQuestion === true ? page.heading.linkId : undefined}
          isPageAskedAgain={isAskedAgain}
          undo={
            undo
              ? {
                  key: undo.key,
                  index: undo.index,
                  bar: (
                    <div className="q-undo">
                      <Notice
                        kind="info"
                        live
                        title={words.t('removed')}
                        action={
                          <Button icon="undo" onPress={actions.takeBack}>
                            {words.t('undo')}
                          </Button>
                        }
                      />
                    </div>
                  ),
                }
              : undefined
          }
        />
      </div>
    </>
  );
}

function ConfirmAll({ page, form }: Pick<PageBodyProps, 'page' | 'form'>) {
  const { given, previous, words, actions } = form,
    { model, state, computed } = given;
  const { language, t } = words,
    questions = questionsOf(page.rows);
  // If the record provides every value, the button uses the record's wording.
  const canConfirmAll =
    previous !== undefined &&
    questions.some((one) => !previous.isRecord(one)) &&
    mayConfirm(questions, state, previous) &&
    confirmPage(model, state, page.key, previous, computed) !== undefined;
  if (canConfirmAll)
    return (
      <Button icon="check" onPress={() => actions.confirmAll(page.key)}>
        <span lang={language}>{t('confirmAll')}</span>
      </Button>
    );
  const openKnown = openAt(questions, state, previous, actions.reopened),
    untouched = previous ? untouchedAt(questions, state, previous, actions.reopened) : [];
  if (openKnown.length === 0 || untouched.length <= 1) return null;
  return (
    <Button icon="check" onPress={() => actions.confirmShown(page.key)}>
      <span lang={language}>{t('record.confirmAll')}</span>
    </Button>
  );
}
