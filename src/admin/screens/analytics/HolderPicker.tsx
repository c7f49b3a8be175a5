// Chooses a holder by typing a part of the name.
import { say } from '#src/words/say.ts';
import Autocomplete from '@mui/material/Autocomplete';
import { useGetList } from 'react-admin';
import { useId, useState } from 'react';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { Themed } from '#src/admin/kit/parts/Themed.tsx';
import styles from './analytics.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

interface Named {
  id: string;
  name: string;
  /** Tells two holders of one name apart. */
  email?: string | null | undefined;
}

const LISTED = 25;

export function HolderPicker({ holder, choose }: { holder: Named; choose: (id: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const {
    data: found = [],
    isFetching,
    error,
  } = useGetList<Shareholder>('shareholders', {
    filter: typed ? { q: typed } : {},
    pagination: { page: 1, perPage: LISTED },
    sort: { field: 'name', order: 'ASC' },
  });
  const options: Named[] = found.map(({ id: each, name, email }) => ({ id: each, name: name ?? each, email }));
  return (
    <div className={styles.picker}>
      <label className={styles.lab} htmlFor={id}>
        {say`Holder`}
      </label>
      <Themed>
        <Autocomplete
          id={id}
          options={typed === '' && !options.some((each) => each.id === holder.id) ? [holder, ...options] : options}
          value={holder}
          loading={isFetching}
          loadingText={say`Loading...`}
          noOptionsText={error ? say`Could not be loaded` : say`No shareholder matches`}
          getOptionLabel={({ name }) => name}
          getOptionKey={(option) => option.id}
          renderOption={({ key, ...option }, { name, email }) => (
            <li key={key} {...option}>
              {name}
              {email && <span className={styles.nameDetails}>{shownEmail(email)}</span>}
            </li>
          )}
          isOptionEqualToValue={(option, current) => option.id === current.id}
          // The server has already searched.
          filterOptions={(all) => all}
          disableClearable
          onChange={(_, chosen) => choose(chosen.id)}
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          renderInput={(params) => (
            <div ref={params.InputProps.ref} className="input-box">
              <input {...params.inputProps} className="input" placeholder={say`Start typing a name`} />
            </div>
          )}
        />
      </Themed>
    </div>
  );
}
