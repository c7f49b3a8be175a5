// One of many, found by typing: a shareholder or a security that the name of a file does not say.
import { say } from '#src/words/say.ts';
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import { Themed } from '#src/admin/kit/parts/Themed.tsx';

export interface Choice {
  id: string;
  label: string;
}

interface PickerProps {
  label: string;
  choices: readonly Choice[];
  onPick: (id: string) => void;
  onCancel: () => void;
}

const LISTED = 50;
const filterOptions = createFilterOptions<Choice>({ limit: LISTED });

export function Picker({ label, choices, onPick, onCancel }: PickerProps) {
  return (
    <Themed>
      <Autocomplete
        options={choices}
        openOnFocus
        filterOptions={filterOptions}
        getOptionLabel={(choice) => choice.label}
        getOptionKey={(choice) => choice.id}
        noOptionsText={say`Nothing matches`}
        onChange={(_, choice) => choice && onPick(choice.id)}
        onBlur={onCancel}
        renderInput={(params) => (
          <div ref={params.InputProps.ref} className="input-box">
            <input
              {...params.inputProps}
              className="input"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the list that was just used.
              autoFocus
              aria-label={label}
              placeholder={say`Start typing`}
            />
          </div>
        )}
      />
    </Themed>
  );
}
