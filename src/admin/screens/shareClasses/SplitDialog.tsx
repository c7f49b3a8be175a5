// A split of a class in two steps: the ratio and the day, then a preview of every holder, and only then the button that
// records it. The server computes the preview for exactly these figures; changing one requires a new preview.
import { Form, useNotify } from 'react-admin';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { HttpError } from '#src/httpClient.ts';
import { shareClassVerbs } from '#src/resources/verbs/shareClasses.ts';
import { checkFields, plainFigures } from '#src/admin/kit/form/checkFields.ts';
import { ErrorSummary } from '#src/admin/kit/form/ErrorSummary.tsx';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { formatShares, today } from '#src/admin/kit/format.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
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
const NOTHING = 'Nothing was recorded.';

const bodyOf = (values: Values): Values => {
  const given = Object.keys(fields).filter((name) => values[name] !== undefined && values[name] !== '');
  return plainFigures(fields, Object.fromEntries(given.map((name) => [name, values[name]])));
};

/** Who is told changes no figure. */
const figuresOf = ({ notify_holders: _told, ...figures }: Values) => JSON.stringify(figures);

/** "3 for 2" */
const ratioText = (values: Values) => {
  const [more, less] = [plainDecimal(values.numerator), plainDecimal(values.denominator)];
  return more && less ? `${formatShares(more)} for ${formatShares(less)}` : '';
};

export default function SplitDialog({ resource, record, verb, onClose, onDone }: VerbDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<{ of: string; answer: SplitAnswer } | null>(null);

  /** The first press previews; the second, with the same figures, records the split. */
  const submit = async (values: Values) => {
    const body = bodyOf(values);
    const isReady = shown?.of === figuresOf(body);
    setBusy(true);
    try {
      if (isReady) await carryOut(body);
      else {
        const answer = await dataProvider.command<SplitAnswer>(resource.name, record.id, 'split', {
          ...body,
          dry_run: true,
        });
        setShown({ of: figuresOf(body), answer });
      }
      return undefined;
    } catch (error) {
      console.error('The split failed', error);
      setProblem(failureOf(NOTHING, error));
      return error instanceof HttpError ? error.body.errors : undefined;
    } finally {
      setBusy(false);
    }
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

  return (
    <ConsoleDialog title={sentenceIn(verb.title, record, writerOf(record))} onClose={onClose} isBusy={isBusy} wide>
      <Form
        record={{ currency: record.currency }}
        defaultValues={{ numerator: '', denominator: '1', date: today(), notify_holders: false }}
        validate={check}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={submit}
      >
        <div className="dialog-text">
          <p>
            Every certificate, grant and warrant of the class is reissued. The authorized shares, pools and conversion
            ratios are adjusted too. You can preview what each holder would have before anything is recorded.
          </p>
        </div>
        <ErrorSummary problem={problem} setProblem={setProblem} fields={fields} />
        <div className={`form ${styles.splitForm}`}>
          {Object.entries(fields).map(([name, field]) => (
            <FieldInput key={name} name={name} field={field} />
          ))}
        </div>
        <Rest currency={record.currency} shown={shown} isBusy={isBusy} onClose={onClose} />
      </Form>
    </ConsoleDialog>
  );
}

function check(values: Values): Record<string, string> {
  const errors = checkFields(fields, values);
  const [more, less] = [plainDecimal(values.numerator), plainDecimal(values.denominator)];
  return more && more === less ? { ...errors, numerator: 'A one-for-one split changes nothing.' } : errors;
}

interface RestProps {
  currency: unknown;
  shown: { of: string; answer: SplitAnswer } | null;
  isBusy: boolean;
  onClose: () => void;
}

function Rest({ currency, shown, isBusy, onClose }: RestProps) {
  const values = useWatch();
  const current = shown?.of === figuresOf(bodyOf(values)) ? shown.answer : null;
  return (
    <>
      <div aria-live="polite" aria-busy={isBusy} className={styles.splitShown}>
        {isBusy && !current && <p className="mut">Calculating what every holder would have…</p>}
        {!isBusy && shown && !current && <p className="mut">The inputs changed. Preview again.</p>}
        {current && <SplitPreview answer={current} currency={currency} />}
      </div>
      <div className="acts">
        <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" disabled={isBusy}>
          {isBusy ? 'Working…' : current ? `Split ${ratioText(values)}` : 'Preview the split'}
        </button>
      </div>
    </>
  );
}
