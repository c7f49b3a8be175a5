// No security may result from itself, through others. Each entry of such a circle is valid alone, but together they make shares
// out of nothing. The entry that closes the circle is reported.
import { say } from '#src/words/say.ts';
import { numberOf } from '../core/names.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import type { SecurityState } from '../core/state.ts';

export function checkOrigins(context: Context, ordered: readonly Entry[]): void {
  const results = context.effects.resulting
    .map((row) => context.state.securities.get(row.result_security_id))
    // Only a security that something was taken out of can be part of a circle.
    .filter(
      (security) => security !== undefined && (security.ended !== null || security.remaining !== security.issued),
    );
  if (results.length === 0) return;
  const settled = new Set<SecurityState>();
  const circles: SecurityState[][] = [];
  for (const security of results) if (security) walk(context, security, settled, circles);
  if (circles.length === 0) return;
  const places = new Map(ordered.map((entry, place) => [entry.id, { entry, place }]));
  for (const circle of circles) {
    const made = circle.flatMap((security) => places.get(security.resulted_from ?? '') ?? []);
    const last = made.sort((a, b) => b.place - a.place)[0];
    if (!last) continue;
    const { entry } = last;
    const names = [...new Set(circle.map(({ row }) => numberOf(context.state, row.security_id)))]
      .slice(0, NAMED_MAX)
      .join(', ');
    const message = say`${entry.object_type} ${entry.id}: it closes a circle of securities that result from one another (${names}). They are counted as written.`;
    reportError(context, entry, 'comes_of_itself', message);
  }
}

const NAMED_MAX = 10;

/** Depth first towards the sources. Without recursion, because a chain may be as long as the package. */
function walk(context: Context, from: SecurityState, settled: Set<SecurityState>, circles: SecurityState[][]): void {
  const path: { security: SecurityState; next: number }[] = [];
  const onPath = new Map<SecurityState, number>();
  const enter = (security: SecurityState) => {
    onPath.set(security, path.length);
    path.push({ security, next: 0 });
  };
  if (!settled.has(from)) enter(from);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const id = top.security.came_from[top.next++];
    const source = id === undefined ? undefined : context.state.securities.get(id);
    if (id === undefined) {
      path.pop();
      onPath.delete(top.security);
      settled.add(top.security);
    } else if (source && onPath.has(source)) {
      circles.push(path.slice(onPath.get(source)).map((each) => each.security));
    } else if (source && !settled.has(source)) enter(source);
  }
}
