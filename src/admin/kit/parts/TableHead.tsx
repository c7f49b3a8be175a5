// The head of a small table.
interface TableHeadProps {
  /** A column's name; with 'r' it holds figures, aligned to the right. */
  columns: readonly (string | readonly [name: string, align: 'r'])[];
}

export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [name, align] = typeof column === 'string' ? [column] : column;
          return (
            <th key={name} scope="col" className={align}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
