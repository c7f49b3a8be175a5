// Two to four scenarios side by side: who ends with what, and who is paid what at an exit at one price.
import type { CompareAnswer, CompareBody } from '#src/contract/scenarios/scenarios.ts';
import { AppError } from '#src/domain/errors.ts';
import { decimal, formatDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { CommandContext } from '../core/context.ts';
import { freshRun, HOLDERS_SHOWN, runOf } from './runSaved.ts';
import { storedScenario } from './storedScenario.ts';
import type { StoredScenario } from './storedScenario.ts';

interface Compared {
  stored: StoredScenario;
  run: Run;
  /** At the price that was asked for; null where none was, or where the scenario was posted. */
  exit: Run['waterfalls'][number] | null;
}

/** Refuses: not_found (404), the steps or the exit at fault (422). */
export async function compareSaved(context: CommandContext, { ids, exit }: CompareBody): Promise<CompareAnswer> {
  const compared: Compared[] = [];
  for (const id of ids) {
    const stored = await storedScenario(context, id);
    compared.push(await ofScenario(stored.name, () => one(context, stored, exit ?? null)));
  }
  return {
    scenarios: compared.map(({ stored: { id, name, as_of, posted_run }, run: { tables, waterfalls }, exit: at }) => ({
      id,
      name,
      as_of,
      price: tables.findLast(({ price }) => price !== null)?.price ?? null,
      total: tables.at(-1)!.total,
      waterfalls: exit ? [] : waterfalls,
      is_posted: posted_run !== null,
      exit: at && { net: at.net, per_common_share: at.per_common_share, convert: at.convert },
    })),
    rows: rowsOf(compared),
    exit_classes: exit ? classRows(compared) : [],
    exit_holders: exit ? holderRows(compared) : [],
  };
}

/** What a posted scenario ended with is in the ledger: its state is not there to be run to an exit. */
async function one(
  context: CommandContext,
  stored: StoredScenario,
  exit: CompareBody['exit'] | null,
): Promise<Compared> {
  if (!exit || stored.posted_run !== null)
    return { stored, run: (await runOf(context, stored)) as unknown as Run, exit: null };
  const before = stored.steps.filter(({ kind }) => kind !== 'exit');
  const steps = [...before, { kind: 'exit' as const, ...exit }];
  const { run } = await named(before.length, () => freshRun(context, { ...stored, steps }, HOLDERS_SHOWN));
  return { stored, run, exit: run.waterfalls.at(-1)! };
}

/** Of several scenarios a refusal names the one at fault. */
async function ofScenario<R>(name: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, status, fields } = error;
    throw new AppError(code, `“${name}” cannot be computed: ${detail}`, { status, ...(fields && { fields }) });
  }
}

/** The fields of the exit are those of the body and not of a step. */
async function named<R>(step: number, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(
      ([field, sentence]) => [field.replace(`steps.${step}`, 'exit'), sentence] as const,
    );
    throw new AppError(error.code, error.detail, { status: error.status, fields: Object.fromEntries(fields) });
  }
}

function rowsOf(compared: readonly Compared[]): CompareAnswer['rows'] {
  const ends = compared.map(({ run }) => run.tables.at(-1)!);
  const rows = new Map<string, CompareAnswer['rows'][number]>();
  for (const [index, { rows: own }] of ends.entries())
    for (const { shareholder_id, name, total, percent } of own) {
      const key = shareholder_id ?? `- ${name}`;
      const row = rows.get(key) ?? { shareholder_id, name, figures: ends.map(() => null) };
      row.figures[index] = { total, percent };
      rows.set(key, row);
    }
  return [...rows.values()];
}

type ExitRow = CompareAnswer['exit_classes'][number];

/** Fills one column after another; `of` gives the lines of one. Rows are named by the first that has them. */
function aligned(
  compared: readonly Compared[],
  of: (one: Compared & { exit: NonNullable<Compared['exit']> }) => { id: string | null; name: string; paid: string }[],
): ExitRow[] {
  const rows = new Map<string, ExitRow>();
  for (const [index, each] of compared.entries()) {
    if (!each.exit) continue;
    for (const { id, name, paid } of of({ ...each, exit: each.exit })) {
      const row = rows.get(id ?? '') ?? { id, name, paid: compared.map(() => null) };
      row.paid[index] = paid;
      rows.set(id ?? '', row);
    }
  }
  return [...rows.values()];
}

const cents = (text: string): string => toFixed(decimal(text), 2);

/** By class, by convertible, and options and warrants together. */
function classRows(compared: readonly Compared[]): ExitRow[] {
  return aligned(compared, ({ run, exit }) => {
    const end = run.tables.at(-1)!;
    const names = new Map([
      ...end.classes.map(({ share_class_id, name }) => [share_class_id, name] as const),
      ...end.convertibles.map(({ id, name }) => [id, name] as const),
      ['options', 'Options'],
      ['warrants', 'Warrants'],
    ]);
    return [...names].flatMap(([id, name]) => (exit.paid[id] === undefined ? [] : [{ id, name, paid: exit.paid[id] }]));
  });
}

/** Those who are shown, and one row for all others. */
function holderRows(compared: readonly Compared[]): ExitRow[] {
  const rows = aligned(compared, ({ run, exit }) => {
    const { rows: holders } = run.tables.at(-1)!;
    const known = holders.flatMap(({ shareholder_id: id, name }) =>
      id === null || exit.by_holder[id] === undefined ? [] : [{ id, name, paid: cents(exit.by_holder[id]) }],
    );
    const others = holders.find(({ shareholder_id, holders: count }) => shareholder_id === null && count > 0);
    if (!others) return known;
    const rest = known.reduce((left, { paid }) => left - decimal(paid), decimal(cents(exit.net)));
    return [...known, { id: null, name: 'All others', paid: formatDecimal(rest) }];
  });
  return rows.sort((a, b) => (a.id === null ? 1 : 0) - (b.id === null ? 1 : 0));
}
