// The grid while its rows load: the header stays, the rows are placeholders.
import { say } from '#src/words/say.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import { rem } from '../parts/textScale.ts';
import { fieldOf } from './Cell.tsx';

const rows = [72, 56, 88, 64, 80, 60, 84, 68, 76, 58];

export function SkeletonGrid({ resource }: { resource: Resource }) {
  return (
    <table aria-busy="true">
      <caption className="vh">{say`Loading...`}</caption>
      <thead>
        <tr>
          {resource.list.map((name) => (
            <th key={name} scope="col" className={isNumeric(fieldOf(resource, name)) ? 'r' : undefined}>
              {labelOf(resource, name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody aria-hidden="true">
        {rows.map((width) => (
          <tr key={width}>
            {resource.list.map((name) => (
              <td key={name} aria-hidden="true" className={isNumeric(fieldOf(resource, name)) ? 'r' : undefined}>
                <span className="sk" style={{ width: rem(width) }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
