// The people of a file beside the company's shareholders: who is new, and what the file says otherwise of those that are known.
// The records stay as they are unless somebody is chosen.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import { labelOf, wordOf } from '#src/resources/kit/defineResource.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { groupDigits, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import type { ChosenPeople } from './sheetDraft.ts';
import importStyles from './imports.module.css';
import styles from './sheetPeople.module.css';

type Person = SheetReading['people'][number];

interface SheetPeopleProps {
  reading: SheetReading;
  isOpen: boolean;
  chosen: ChosenPeople;
  onChoose: (chosen: ChosenPeople) => void;
}

const NAMED = 20;

export function SheetPeople({ reading: { people, people_counts }, isOpen, chosen, onChoose }: SheetPeopleProps) {
  const { new: added, changed, same } = people_counts;
  if (added + changed + same === 0) return null;
  const differing = people.filter(({ state }) => state === 'changed');
  const newcomers = people.filter(({ state }) => state === 'new');
  const isChosen = (id: string) => chosen === 'all' || chosen.includes(id);
  const toggle = (id: string) => {
    const ids = chosen === 'all' ? differing.map(({ stakeholder_id }) => stakeholder_id!) : chosen;
    onChoose(isChosen(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  };
  return (
    <Card
      title={say`People`}
      about={say`${groupDigits(added)} new, ${groupDigits(changed)} changed, ${groupDigits(same)} the same as in your records.`}
      flush
    >
      {newcomers.length > 0 && (
        <div className={styles.part}>
          <h3>{say`New`}</h3>
          <ul className={styles.names}>
            {newcomers.slice(0, NAMED).map(({ name, near }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may have one name, and the list does not change.
              <li key={`${name} ${index}`}>
                {name}
                {near.length > 0 && (
                  <small>
                    {' '}
                    ({near.includes(name) ? say`a name in your records` : say`is like ${near.join(', ')}`})
                  </small>
                )}
              </li>
            ))}
          </ul>
          {added > NAMED && <p className="t13 mut">{sayAround`And ${groupDigits(added - NAMED)} more.`}</p>}
        </div>
      )}
      {changed > 0 && (
        <>
          <div className={styles.part}>
            <h3>{say`Changed`}</h3>
            <p className="t13 mut">
              {say`Your records stay as they are, except for those that you choose. Undoing the import removes new holders. Changed details stay: correct them on the shareholder’s page.`}
            </p>
            <label className="box-choice">
              <input
                type="checkbox"
                disabled={!isOpen}
                checked={chosen === 'all' || (chosen.length > 0 && chosen.length === changed)}
                onChange={(event) => onChoose(event.target.checked ? 'all' : [])}
              />
              {sayAround`Use the file’s details for all ${groupDigits(changed)}`}
            </label>
          </div>
          <ScrollBox label={say`Changed people, table`}>
            <table className={`${importStyles.stacked} ${styles.people}`}>
              <TableHead columns={[say`Shareholder`, say`Detail`, say`In Sharebook`, say`In the file`]} />
              {differing.map((person) => (
                <OnePerson
                  key={person.stakeholder_id}
                  person={person}
                  isChosen={isChosen(person.stakeholder_id!)}
                  isOpen={isOpen}
                  onToggle={() => toggle(person.stakeholder_id!)}
                />
              ))}
            </table>
          </ScrollBox>
          {changed > differing.length && (
            <p
              className={styles.more}
            >{sayAround`${plural(changed - differing.length, say`more is`, say`more are`)} not listed.`}</p>
          )}
        </>
      )}
    </Card>
  );
}

interface OnePersonProps {
  person: Person;
  isChosen: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function OnePerson({ person: { name, differences }, isChosen, isOpen, onToggle }: OnePersonProps) {
  return (
    <tbody>
      {differences.map(({ field, ours, file }, index) => (
        <tr key={field}>
          <td>
            {index === 0 && (
              <label className="box-choice">
                <input
                  type="checkbox"
                  aria-label={say`Use the file’s details for ${name}`}
                  disabled={!isOpen}
                  checked={isChosen}
                  onChange={onToggle}
                />
                {name}
              </label>
            )}
          </td>
          <td data-head={say`Detail`}>{labelOf(shareholders, field)}</td>
          <td data-head={say`In Sharebook`}>{wordsOf(field, ours)}</td>
          <td data-head={say`In the file`}>
            <b>{wordsOf(field, file)}</b>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function wordsOf(field: Person['differences'][number]['field'], value: string) {
  if (value === '') return <span className="mut">{say`None`}</span>;
  const declared = shareholders.fields[field];
  return declared.kind === 'choice' ? wordOf(declared, value) : value;
}
