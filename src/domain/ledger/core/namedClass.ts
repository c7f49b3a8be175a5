// The class that a transaction names (E1).
import { reportError } from './context.ts';
import type { Context } from './context.ts';
import { textOf } from './fields.ts';
import type { Entry } from './order.ts';
import type { ClassState } from './state.ts';

export function namedClass(context: Context, entry: Entry): ClassState | null {
  const id = textOf(entry.transaction, 'stock_class_id');
  const found = id === null ? undefined : context.state.classes.get(id);
  if (found) return found;
  const what = id === null ? 'is absent' : `${id} does not exist`;
  reportError(
    context,
    entry,
    'E1',
    `${entry.object_type} ${entry.id}: its stock_class_id ${what}. It is kept without effect.`,
  );
  return null;
}
