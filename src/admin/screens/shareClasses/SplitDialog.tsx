// A split of a class in two steps: the ratio and the day, then a preview of every holder, and only then the button that
// records it. The server computes the preview for exactly these figures; changing one requires a new preview.
import { say } from '#src/words/say.ts';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import { shareClassVerbs } from '#src/resources/verbs/shareClasses.ts';
import { plainFigures } from '#src/admin/kit/form/checkFields.ts';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { formatShares, today } from '#src/admin/kit/format.ts';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { plainDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values, VerbDialogProps } from '#src/admin/kit/verbs/types.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import type { SplitAnswer } from '#src/contract/split.ts';
import { sentenceIn } from '#src/resources/kit/verb.ts';
import { writerOf } from '#src/admin/kit/verbs/writer.ts';
import { SplitPreview } from './SplitPreview.tsx';
import styles from './shareClasses.module.css';

const { fields } = shareClassVerbs.split;

const bodyOf = (values: Values): Values => {
  const given = Object.keys(fields).filter(
    (name) => values[name] !== null && values[name] !== undefined && values[name] !== '',
  );
  return plainFigures(fields, Object.fromEntries(given.map((name) => [name, values[name]])));
};

/** Who is told changes no figure. */
const figuresOf = ({ notify_holders: _told, ...figures }: Values) => JSON.stringify(figures);

/** "3 for 2" */
const ratioText = (values: Values) => {
  const [more, less] = [plainDecimal(values.numerator), plainDecimal(values.denominator)];
  return more && less ? say`${formatShares(more)} for ${formatShares(less)}` : '';
};

export default function SplitDialog({ resource, record, verb, onClose, onDone }: VerbDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [shown, setShown] = useState<{ of: string; answer: SplitAnswer } | null>(null);

  /** The first press previews; the second, with the same figures, records the split. */
  const submit = async (values: Values) => {
    const body = bodyOf(values);
    const isReady = shown?.of === figuresOf(body);
    if (isReady) return carryOut(body);
    const answer = await dataProvider.command<SplitAnswer>(resource.name, record.id, 'split', {
      ...body,
      dry_run: true,
    });
    setShown({ of: figuresOf(body), answer });
  };

  const carryOut = async (body: Values) => {
    await runCommand([resource.name, record.id, 'split', body], (options) =>
      dataProvider.command(resource.name, record.id, 'split', body, options),
    );
    notify(sentenceIn(verb.done, record, writerOf(record), body), { type: 'success' });
    onClose();
    if (onDone) onDone();
    else focusHeading();
  };

  const currentOf = (values: Values) => (shown?.of === figuresOf(bodyOf(values)) ? shown.answer : null);
  return (
    <FormDialog
      title={sentenceIn(verb.title, record, writerOf(record))}
      about={
        <p>
          {say`Every certificate, grant and warrant of the class is reissued. The authorized shares, pools and conversion ratios are adjusted too. You can preview what each holder would have before anything is recorded.`}
        </p>
      }
      fields={fields}
      starts={{ numerator: '', denominator: '1', date: today(), notify_holders: false }}
      currency={record.currency}
      check={check}
      submit={(values) => (currentOf(values) ? say`Split ${ratioText(values)}` : say`Preview the split`)}
      busy={say`Working…`}
      wide
      nothing={say`Nothing was recorded.`}
      onSubmit={submit}
      onClose={onClose}
    >
      {({ values, isBusy }) => (
        <>
          <div className={`form ${styles.splitForm}`}>
            {Object.entries(fields).map(([name, field]) => (
              <FieldInput key={name} name={name} field={field} />
            ))}
          </div>
          <div aria-live="polite" aria-busy={isBusy} className={styles.splitShown}>
            {isBusy && !currentOf(values) && <p className="mut">{say`Calculating what every holder would have…`}</p>}
            {!isBusy && shown && !currentOf(values) && <p className="mut">{say`The inputs changed. Preview again.`}</p>}
            <Shown answer={currentOf(values)} currency={record.currency} />
          </div>
        </>
      )}
    </FormDialog>
  );
}

const Shown = ({ answer, currency }: { answer: SplitAnswer | null; currency: unknown }) =>
  answer && <SplitPreview answer={answer} currency={currency} />;

function check(values: Values): Record<string, string> {
  const [more, less] = [plainDecimal(values.numerator), plainDecimal(values.denominator)];
  return more && more === less ? { numerator: say`A one-for-one split changes nothing.` } : {};
}
