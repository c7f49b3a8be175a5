// Filters that no chip of the list has, such as those of an address that somebody sent: each is seen, and taken away by a press.
import { say } from '#src/words/say.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { splitOperator } from '#src/resources/kit/fields.ts';
import type { Operator } from '#src/resources/kit/fields.ts';
import { Icon } from '../icons.tsx';
import { useFilters } from './UnfoldingChip.tsx';
import styles from './chips.module.css';

const WORDS: Record<Operator, string> = { eq: '', gte: say`from`, lte: say`to`, ne: say`not`, contains: say`contains` };

export function OtherFilters({ resource }: { resource: Resource }) {
  const [filters, change] = useFilters();
  const saved = (resource.savedFilters ?? []).flatMap(({ filter }) => Object.keys(filter));
  const known = new Set(['q', 'as_of', ...saved]);
  return Object.entries(filters).flatMap(([key, value]) => {
    const [name, operator] = splitOperator(resource.fields, key);
    // A chip shows the value of its field, a range or a part of it.
    if (known.has(key) || (resource.filters.includes(name) && operator !== 'ne')) return [];
    const label = resource.fields[name] ? labelOf(resource, name) : name;
    const shown = Array.isArray(value) ? say`${value.length} chosen` : String(value ?? say`none`);
    const words = [label, WORDS[operator], shown].filter(Boolean).join(' ');
    return [
      <button
        key={key}
        type="button"
        className={`${styles.filter} ${styles.on}`}
        title={say`Remove this filter`}
        onClick={() => change({ [key]: undefined })}
      >
        <span>{words}</span>
        <Icon name="close" />
      </button>,
    ];
  });
}
