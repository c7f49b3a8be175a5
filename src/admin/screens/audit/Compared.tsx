// The fields that a row of the trail compares, before and after side by side.
import { say } from '#src/words/say.ts';
import type { AuditEntry } from '#src/resources/audit.ts';
import { organization } from '#src/resources/organization.ts';
import { resources } from '#src/resources/index.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { fieldKinds } from '#src/admin/kit/fieldKinds.tsx';
import styles from './audit.module.css';

type Values = Readonly<Record<string, unknown>>;

const declarationOf = (name: string | null): Resource | undefined =>
  name === organization.name ? organization : resources.find((each) => each.name === name);

/** The names of the fields, in the order of the declaration. An id is left out beside the name that it stands for. */
export function comparedOf({ resource, before, after }: AuditEntry): string[] {
  const declared = declarationOf(resource);
  if (!declared) return [];
  const names = Object.keys(declared.fields).filter((name) => name in { ...before, ...after });
  return names.filter((name) => {
    const field = declared.fields[name]!;
    if (field.kind === 'reference' && field.shows && names.includes(field.shows)) return false;
    return isFilled(before?.[name]) || isFilled(after?.[name]);
  });
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

export function Compared({ entry, fields }: { entry: AuditEntry; fields: readonly string[] }) {
  const { before, after } = entry;
  const both = before !== null && after !== null;
  return (
    <table className={styles.compared}>
      <thead>
        <tr>
          <th scope="col">{say`Field`}</th>
          {before && <th scope="col">{say`Before`}</th>}
          {after && <th scope="col">{both ? say`After` : say`Value`}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((name) => (
          <tr key={name}>
            <th scope="row">{labelOf(declarationOf(entry.resource)!, name)}</th>
            {before && <Value entry={entry} name={name} values={before} />}
            {after && <Value entry={entry} name={name} values={after} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ entry, name, values }: { entry: AuditEntry; name: string; values: Values }) {
  const field = declarationOf(entry.resource)!.fields[name]!;
  if (!isFilled(values[name])) return <td className="mut">{say`None`}</td>;
  if (field.isSensitive) return <td className="mut">{say`Not shown`}</td>;
  const { Column } = fieldKinds[field.kind];
  return (
    <td>
      <Column name={name} field={field} record={{ ...values, id: String(entry.resource_id) }} />
    </td>
  );
}
