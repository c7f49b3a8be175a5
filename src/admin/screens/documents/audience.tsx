// Who may see documents, as uploads and changes ask for it: the kind of audience, and below it the holders or the classes.
import { say } from '#src/words/say.ts';
import { useWatch } from 'react-hook-form';
import { choice } from '#src/resources/kit/fields.ts';
import { RecipientsBox } from '../messages/RecipientsBox.tsx';
import { ShareClassBoxes } from '../distributions/ShareClassBoxes.tsx';

type Values = Readonly<Record<string, unknown>>;

export const audience = choice(['company', 'shareholders', 'class', 'everyone'], {
  required: true,
  default: 'company',
  label: say`Visible to`,
  labels: {
    company: say`The company only`,
    shareholders: say`Chosen shareholders`,
    class: say`Holders of a share class`,
    everyone: say`All holders`,
  },
});
const readersHelp: Record<string, string> = {
  company: say`No shareholder sees it.`,
  shareholders: say`Each of them sees it, but not who else does.`,
  class: say`Anyone who holds stock of these classes at the time. Holders who sell lose access; new holders gain it.`,
  everyone: say`Anyone who holds shares, grants, convertibles or warrants at the time.`,
};

/** The chosen readers, below the kind of audience. */
export function Readers() {
  const chosen = String(useWatch({ name: 'audience' }) ?? audience.default);
  return (
    <>
      {chosen === 'shareholders' && <RecipientsBox />}
      {chosen === 'class' && <ShareClassBoxes help={say`Choose at least one.`} />}
      <div className="field">
        <p className="help">{readersHelp[chosen]}</p>
      </div>
    </>
  );
}

/** What is still to be chosen, by its field. */
export function withoutReaders(values: Values): Record<string, string> {
  const isNone = (name: string) => !Array.isArray(values[name]) || values[name].length === 0;
  if (values.audience === 'shareholders' && isNone('shareholder_ids'))
    return { shareholder_ids: say`Choose at least one shareholder.` };
  if (values.audience === 'class' && isNone('share_class_ids'))
    return { share_class_ids: say`Choose at least one share class.` };
  return {};
}

/** Only the names that belong to the chosen audience are sent. */
export function readersOf(values: Values): Record<string, unknown> {
  const { audience: chosen = audience.default, shareholder_ids, share_class_ids } = values;
  if (chosen === 'shareholders') return { audience: chosen, shareholder_ids: shareholder_ids ?? [] };
  if (chosen === 'class') return { audience: chosen, share_class_ids: share_class_ids ?? [] };
  return { audience: chosen };
}
