// What a transaction names besides securities: its class, its plan, its holder. One that exists nowhere is reported (E1).
import { say } from '#src/words/say.ts';
import { reportError } from './context.ts';
import type { Answer, Context } from './context.ts';
import type { Entry } from './entry.ts';
import { textOf } from './fields.ts';
import type { ClassState } from './state.ts';

const WITHOUT_EFFECT = say` It is kept without effect.`;

export function namedClass(context: Context, entry: Entry): ClassState | null {
  const id = textOf(entry.transaction, 'stock_class_id');
  const found = id === null ? undefined : context.state.classes.get(id);
  if (!found) reportMissing(context, entry, 'stock_class_id', id);
  return found ?? null;
}

/** The id of the plan. Where plans were not loaded, any is taken to exist. */
export function namedPlan(context: Context, entry: Entry): string | null {
  const id = textOf(entry.transaction, 'stock_plan_id');
  const { plans } = context.state;
  if (id !== null && (plans === null || plans.has(id))) return id;
  reportMissing(context, entry, 'stock_plan_id', id);
  return null;
}

/** `consequence`: what is done with the entry, after a blank. `answer`: what a command says when it is refused for it. */
export function reportMissing(
  context: Context,
  entry: Entry,
  field: string,
  id: string | null,
  { consequence = WITHOUT_EFFECT, answer }: { consequence?: string; answer?: Answer } = {},
): void {
  const what = id === null ? say`is absent` : say`${id} does not exist`;
  reportError(context, entry, 'E1', say`${entry.object_type} ${entry.id}: its ${field} ${what}.${consequence}`, answer);
}
