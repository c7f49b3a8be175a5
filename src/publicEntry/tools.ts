// The browser's part of a calculator: reads what is typed and computes at once. It sends nothing.
import { AppError } from '../domain/errors.ts';
import { enteredOf } from '../tools/entered.ts';
import { asShown, faultMarkup, formMarkup, resultMarkup } from '../tools/form.ts';
import { tools } from '../tools/index.ts';
import { ROWS_MAX } from '../tools/tool.ts';
import type { Row, Tool, ToolState } from '../tools/tool.ts';

const path = window.location.pathname.replace(/\/+$/, '');
const tool = tools.find((each) => each.path === path);
const form = document.querySelector<HTMLFormElement>('#tool-form');
const results = document.querySelector<HTMLElement>('#tool-results');
if (tool && form && results) start(tool, form, results);

function start(tool: Tool, form: HTMLFormElement, results: HTMLElement): void {
  const link = document.querySelector<HTMLAnchorElement>('#tool-link');
  let state = tool.example;
  const draw = () => {
    form.innerHTML = formMarkup(tool, state).text;
    compute();
  };
  const compute = () => {
    // A link, and not the address itself: browsers ask for the page's icon again whenever the address changes.
    if (link) link.href = `#${encodeURIComponent(JSON.stringify(state))}`;
    let faults: Record<string, string> = {};
    try {
      results.innerHTML = resultMarkup(tool.results(enteredOf(tool, state))).text;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults = error.fields ?? {};
      results.innerHTML = faultMarkup(Math.max(1, Object.keys(faults).length)).text;
    }
    showFaults(form, faults);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    state = changed(tool, state, target.name, target.value);
    if (target instanceof HTMLInputElement) return compute();
    // A choice decides which fields its row has.
    draw();
    form.querySelector<HTMLElement>(`[name="${target.name}"]`)?.focus();
  });
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const { add, remove, index } = button?.dataset ?? {};
    const name = add ?? remove;
    const list = tool.lists.find((each) => each.name === name);
    if (!list) return;
    const rows = state.rows[list.name] ?? [];
    const next = add ? [...rows, list.fresh].slice(0, ROWS_MAX) : rows.filter((_row, place) => place !== Number(index));
    state = { ...state, rows: { ...state.rows, [list.name]: next } };
    draw();
    const first = add
      ? `[name="${list.name}.${next.length - 1}.${list.columns[0]!.name}"]`
      : `[data-add="${list.name}"]`;
    form.querySelector<HTMLElement>(first)?.focus();
  });
  document.querySelector('#tool-reset')?.addEventListener('click', () => {
    state = tool.example;
    draw();
  });
  const takeAddress = () => {
    const kept = stateFromAddress(tool);
    if (!kept) return;
    state = kept;
    draw();
  };
  window.addEventListener('hashchange', takeAddress);
  takeAddress();
}

/** "instruments.0.cap" is a place in a row; any other name is a field. */
function changed(tool: Tool, state: ToolState, name: string, value: string): ToolState {
  const list = tool.lists.find((each) => name.startsWith(`${each.name}.`));
  if (!list) return { ...state, fields: { ...state.fields, [name]: asKept(tool.fields, name, value) } };
  const [index, column = ''] = name.slice(list.name.length + 1).split('.');
  const rows = (state.rows[list.name] ?? []).map((row, place) =>
    place === Number(index) ? { ...row, [column]: asKept(list.columns, column, value) } : row,
  );
  return { ...state, rows: { ...state.rows, [list.name]: rows } };
}

const asKept = (columns: Tool['fields'], name: string, typed: string): string => {
  const column = columns.find((each) => each.name === name);
  return column ? asShown(column, typed) : typed;
};

/** At its input; a fault of a whole list, under its title. */
function showFaults(form: HTMLFormElement, faults: Record<string, string>): void {
  for (const each of form.querySelectorAll<HTMLElement>('.wrong')) {
    const name = each.id.replace(/-wrong$/, '');
    const sentence = faults[name] ?? '';
    each.textContent = sentence;
    each.hidden = sentence === '';
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLElement)) continue;
    if (sentence === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  }
}

/** Null where the address keeps nothing, or nothing that this calculator can read. */
function stateFromAddress(tool: Tool): ToolState | null {
  try {
    const { fields, rows } = JSON.parse(decodeURIComponent(window.location.hash.slice(1))) as ToolState;
    return {
      fields: textsOf(fields, tool.fields),
      rows: Object.fromEntries(
        tool.lists.map(({ name, columns }) => [
          name,
          rows[name]!.slice(0, ROWS_MAX).map((row) => textsOf(row, columns)),
        ]),
      ),
    };
  } catch {
    return null;
  }
}

function textsOf(row: Row, columns: Tool['fields']): Row {
  return Object.fromEntries(
    columns.map(({ name, choices }) => {
      const text = String(row[name] ?? '').slice(0, 60);
      return [name, choices && !choices.some(([word]) => word === text) ? choices[0]![0] : text];
    }),
  );
}
