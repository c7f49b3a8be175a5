// Checkboxes for the entitled share classes; at least one is required.
import { say } from '#src/words/say.ts';
import { useGetList } from 'react-admin';
import { useEffect, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ShareClass } from '#src/resources/shareClasses.ts';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import { errorAriaOf, FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';
import { Loading } from '#src/admin/kit/parts/states.tsx';

export const shareClassesLegend = say`Share classes`;

interface ShareClassBoxesProps {
  help?: string;
  /** Not where the choice says who may read something: that is made by hand. */
  ticksOnly?: boolean;
}

export function ShareClassBoxes({
  help = say`Holders of these classes are entitled.`,
  ticksOnly = false,
}: ShareClassBoxesProps) {
  const { field, fieldState } = useController({ name: 'share_class_ids', defaultValue: [] });
  const problem = fieldState.error ? messageOf(fieldState.error) : null;
  const { data, isPending } = useGetList<ShareClass>('share-classes', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  });
  const chosen = new Set<string>(Array.isArray(field.value) ? (field.value as string[]) : []);
  const only = ticksOnly && data?.length === 1 && data[0] ? data[0].id : null;
  const { setValue } = useFormContext();
  const isTicked = useRef(chosen.size > 0);
  // The only class is ticked at first; nobody typed that, so it makes no draft.
  useEffect(() => {
    if (only === null || isTicked.current) return;
    isTicked.current = true;
    setValue('share_class_ids', [only]);
  }, [only, setValue]);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    field.onChange([...next]);
  };
  return (
    <fieldset className={problem ? 'field bad boxes' : 'field boxes'}>
      <legend>{shareClassesLegend}</legend>
      {isPending && <Loading />}
      {data?.map((shareClass, index) => (
        <label key={shareClass.id} className="box-choice">
          <input
            type="checkbox"
            id={index === 0 ? inputId('share_class_ids') : undefined}
            {...(index === 0 ? errorAriaOf('share_class_ids', problem) : {})}
            checked={chosen.has(shareClass.id)}
            onChange={() => toggle(shareClass.id)}
          />
          {String(shareClass.name)}
        </label>
      ))}
      <FieldMessage name="share_class_ids" error={problem} />
      <p className="help">{help}</p>
    </fieldset>
  );
}
