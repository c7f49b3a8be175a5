// The files of a message, as an input of a form.
import { useController, useFormContext, useFormState } from 'react-hook-form';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import { chosenOf } from './chosenFiles.ts';
import MessageFiles from './MessageFiles.tsx';

export default function MessageFilesBox() {
  const { field, fieldState } = useController({ name: 'file_ids', defaultValue: [] });
  const { getValues } = useFormContext();
  const { isSubmitting } = useFormState();
  return (
    <MessageFiles
      value={chosenOf(field.value)}
      onChange={(change) => field.onChange(change(chosenOf(getValues('file_ids'))))}
      isBusy={isSubmitting}
      error={fieldState.error ? messageOf(fieldState.error) : null}
    />
  );
}
