// Makes the forms of a year, or corrects those that are no longer right, after a question.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { YearlyTaxFormsMade, TaxYear } from '#src/contract/yearlyTaxForms.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { plural, today } from '#src/admin/kit/format.ts';
import { usePressed } from '#src/admin/kit/parts/focusHeading.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

const PATH = '/api/yearly-tax-forms';

export function MakeYearlyTaxForms({ year }: { year: TaxYear }) {
  const [isOpen, setOpen] = useState(false);
  // The button is gone once every form is made.
  const press = usePressed();
  const { new: made, changed: corrected } = year.counts;
  if (made + corrected === 0 || year.year >= Number(today().slice(0, 4))) return null;
  const label = made === 0 ? say`Correct forms` : say`Make forms`;
  return (
    <>
      <button
        type="button"
        className="btn primary"
        onClick={({ currentTarget }) => {
          press(currentTarget);
          setOpen(true);
        }}
      >
        {label}
      </button>
      {isOpen && <Question year={year} label={label} counts={{ made, corrected }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface QuestionProps {
  year: TaxYear;
  label: string;
  counts: { made: number; corrected: number };
  onClose: () => void;
}

function Question({ year, label, counts: { made, corrected }, onClose }: QuestionProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const { lacking } = year.counts;
  const make = async () => {
    const body = { year: year.year };
    const answer = await runCommand([PATH, body], (options) =>
      dataProvider.send<YearlyTaxFormsMade>('POST', PATH, body, options),
    );
    notify(say`${plural(answer.made, say`form`, say`forms`)} made, ${answer.corrected} corrected`, { type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={say`${label} of ${year.year}?`}
      about={
        <>
          {made > 0 && (
            <p>{sayAround`${plural(made, say`form is`, say`forms are`)} made with the figures as they are now.`}</p>
          )}
          {corrected > 0 && (
            <p>
              {sayAround`${plural(corrected, say`form was`, say`forms were`)} made with other figures. A corrected form is made of each, marked as such; the earlier one stays.`}
            </p>
          )}
          {lacking > 0 && (
            <p>
              {sayAround`${plural(lacking, say`form lacks`, say`forms lack`)} something, such as a tax number. It can be supplied later: the file for a filing service then has it.`}
            </p>
          )}
          <p>{say`Nothing is sent to a tax office. Holders find their copy on their own page.`}</p>
        </>
      }
      submit={label}
      busy={say`Making…`}
      nothing={say`Nothing was made.`}
      onSubmit={make}
      onClose={onClose}
    />
  );
}
